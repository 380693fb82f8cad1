package duck

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dimdesk/engine/csvfile"
	"dimdesk/engine/sqlgen"
)

// parking is what a commit does to a parked file, so that it can be taken back: also later, by another program, where the one
// that did it was killed.
type parking struct {
	File   string `json:"file"`
	Before string `json:"before,omitempty"` // its SHA-256; "" where there was none
	After  string `json:"after,omitempty"`  // "" until the rows are about to be put there
}

// parkingPlace is the file that parked rows go to. A link is followed, as it is its target that is replaced and put back.
func parkingPlace(file string) (string, error) {
	path, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return filepath.EvalSymlinks(path)
	}
	return path, nil
}

// keptAside is where a parked file stays as it was while a commit adds rows to it.
func keptAside(file string) string {
	return filepath.Join(filepath.Dir(file), "."+filepath.Base(file)+".dimdesk-old")
}

// letGo removes what was kept for putting the file back.
func (p parking) letGo() error {
	if p.File == "" {
		return nil
	}
	if err := os.Remove(keptAside(p.File)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// putBack makes the file what it was before, and says what became of the rows. A file that is not as the commit left it was
// changed since, and is left alone.
func (p parking) putBack(ctx context.Context) (said string, err error) {
	if p.File == "" {
		return "", nil
	}
	now, err := digest(ctx, p.File)
	if err != nil {
		return "", err
	}
	switch {
	case p.After == "" || now == p.Before:
	case now != p.After || !isParked(ctx, p.File):
		said = "; the rows that it parked may still be in " + p.File + ", which was changed since"
	case p.Before == "":
		said, err = "; the rows that it had parked are taken away again: "+p.File, os.Remove(p.File)
	default:
		said = "; the rows that it had parked are taken out of " + p.File + " again"
		err = p.restore(ctx)
	}
	return said, errors.Join(err, csvfile.Drop(p.File), p.letGo())
}

// takeBack is putBack for who only tells of it.
func (p parking) takeBack(ctx context.Context) (said string) {
	said, err := p.putBack(ctx)
	if err != nil {
		return "; the rows that it parked could not be taken out of " + p.File + " again: " + err.Error()
	}
	return said
}

// restore puts back what was kept aside.
func (p parking) restore(ctx context.Context) error {
	old, err := digest(ctx, keptAside(p.File))
	if err != nil {
		return err
	}
	if old != p.Before {
		return errors.New("what was kept of it is gone")
	}
	return os.Rename(keptAside(p.File), p.File)
}

// isParked tells whether a file has the columns of parked rows. Nothing else is ever put back, whatever a note says.
func isParked(ctx context.Context, path string) bool {
	shape, err := csvfile.Scan(ctx, path, csvfile.Options{})
	if err != nil {
		return false
	}
	return !slices.ContainsFunc(sqlgen.ParkColumns, func(c string) bool {
		return !slices.ContainsFunc(shape.Header, func(h string) bool { return strings.EqualFold(h, c) })
	})
}

// digest is the SHA-256 of a file, "" where there is none.
func digest(ctx context.Context, path string) (string, error) {
	sum, _, err := csvfile.Sum(ctx, path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return sum, err
}
