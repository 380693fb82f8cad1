package duck

import (
	"context"
	"os"

	"dimdesk/engine/csvfile"
)

// scan is a file being read through for its shape, while other work goes on.
type scan struct {
	begun *csvfile.Shape // what line 1 told
	stop  context.CancelFunc
	done  chan struct{}
	shape *csvfile.Shape
	err   error
}

// startScan reads line 1, and goes on in the background.
func startScan(ctx context.Context, path string) (*scan, error) {
	begun, err := csvfile.ReadHeader(ctx, path, csvfile.Options{})
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	s := &scan{begun: begun, stop: stop, done: make(chan struct{})}
	go func() {
		defer close(s.done)
		s.shape, s.err = csvfile.Scan(ctx, path, csvfile.Options{})
	}()
	return s, nil
}

// readAhead begins to read a batch before anything is opened, which leaves one core idle. Where that is not to be, or fails, it
// gives nil: inspect says why.
func readAhead(ctx context.Context, path string) *scan {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	if format, err := formatOf(path); err != nil || format != delimited {
		return nil
	}
	s, err := startScan(ctx, path)
	if err != nil {
		return nil
	}
	return s
}

// wait gives the shape of the whole file.
func (s *scan) wait() (*csvfile.Shape, error) {
	<-s.done
	return s.shape, s.err
}

// abandon ends the reading, if it goes on, and waits for it.
func (s *scan) abandon() {
	if s != nil {
		s.stop()
		<-s.done
	}
}

// promising tells whether the database may read the file as it is: line 1 allows it, and no more is known than that, or the rest is as
// it says.
func (s *scan) promising(fits func(*csvfile.Shape) bool) bool {
	select {
	case <-s.done:
		return s.asPromised(fits)
	default:
		return s.begun.Why == "" && !s.begun.Multiline
	}
}

// asPromised tells whether the whole file fits, and is what line 1 promised, so that what the database made of it meanwhile is right.
func (s *scan) asPromised(fits func(*csvfile.Shape) bool) bool {
	return s.err == nil && fits(s.shape) && s.shape.Records > 0 && s.shape.LineEnd == s.begun.LineEnd && lineSize(s.shape) == lineSize(s.begun)
}

// numberedByPlace tells whether the database reads a batch exactly as it is, and every row's number and line follow from its place.
func numberedByPlace(s *csvfile.Shape) bool { return s.Regular && !s.Multiline }
