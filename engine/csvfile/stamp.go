package csvfile

import (
	"context"
	"io/fs"
	"os"
	"time"
)

// Stamp tells, without reading a file, whether it is still the one that it was: which file the path leads to, its size, and
// when its bytes and when anything about it last changed. The zero Stamp is that of no file.
type Stamp struct {
	info    fs.FileInfo
	touched time.Time // also by a rename, a link or a new mode; zero where the system has no such time
}

// StampOf is the stamp of the file that a path leads to.
func StampOf(path string) (Stamp, error) {
	info, err := os.Stat(path)
	if err != nil {
		return Stamp{}, readFailed(path, err)
	}
	return stamped(info), nil
}

func stamped(info fs.FileInfo) Stamp { return Stamp{info, touched(info)} }

// Same tells whether both are of one file with, as far as can be told, the same bytes.
func (s Stamp) Same(now Stamp) bool {
	return os.SameFile(s.info, now.info) && s.info.Size() == now.info.Size() && s.info.ModTime().Equal(now.info.ModTime())
}

// Hold fails if the file at path is no longer the one of the stamp, or has other bytes. sum is the SHA-256 that they had: they
// are read again only where something was touched, but neither size nor time of the bytes differ. That is a new link or mode,
// or somebody has written to the file and set its time back.
func (s Stamp) Hold(ctx context.Context, path, sum string) error {
	now, err := StampOf(path)
	if err != nil {
		return err
	}
	if !s.Same(now) {
		return Changed(path)
	}
	if now.touched.Equal(s.touched) {
		return nil
	}
	if again, _, err := Sum(ctx, path); err != nil || again == sum {
		return err
	}
	return Changed(path)
}
