package duck

import (
	"io"
	"os"

	"dimdesk/engine"
)

// working is a file in the workspace's folder, which goes with it. That it cannot be written is no fault of the file that is
// being read meanwhile, and its error says so.
type working struct{ file *os.File }

// fill writes a new working file and gives its path.
func (w *workspace) fill(write func(io.Writer) error) (string, error) {
	file, err := os.CreateTemp(w.working.dir, "rows-*.csv")
	if err != nil {
		return "", workingFailed(err)
	}
	err = write(working{file})
	if c := file.Close(); err == nil && c != nil {
		err = workingFailed(c)
	}
	return file.Name(), err
}

func (f working) Write(p []byte) (int, error) {
	n, err := f.file.Write(p)
	if err != nil {
		err = workingFailed(err)
	}
	return n, err
}

func workingFailed(err error) error {
	return engine.Errorf(engine.CodeFailed, "cannot write working files: %w", err).
		Help("make room there, or name a folder that has more: with TMPDIR, and for a review with XDG_STATE_HOME")
}
