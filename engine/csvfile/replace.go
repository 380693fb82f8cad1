package csvfile

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"dimdesk/engine"
)

// Prepared is a file written beside the one whose place it will take.
type Prepared struct {
	Temp   string // its path
	SHA256 string
	Size   int64
}

// Replace writes a file's new content, durably and at once: whoever reads the file meanwhile, and whatever fails, finds
// either all of the old bytes or all of the new ones. It is Prepare and Finish.
func Replace(ctx context.Context, path string, write func(io.Writer) error) error {
	if _, err := Prepare(ctx, path, write); err != nil {
		return err
	}
	if err := Finish(path); err != nil {
		return errors.Join(err, Drop(path))
	}
	return nil
}

// Prepare writes what is to become the file at path to .NAME.dimdesk-new beside it, and syncs it; the file at path
// stays as it is until Finish. A symbolic link is followed, so that its target is replaced and the link stays. The mode
// of an existing file is kept, and its owner where this user may; its other hard links keep the old bytes. If anything
// fails, or ctx is cancelled before write returns, nothing is left behind. What an interrupted Prepare left is written over.
func Prepare(ctx context.Context, path string, write func(io.Writer) error) (Prepared, error) {
	target, temp, err := places(path)
	if err != nil {
		return Prepared{}, err
	}
	if err := os.Remove(temp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Prepared{}, writeFailed(path, err)
	}
	file, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return Prepared{}, writeFailed(path, err)
	}
	p := Prepared{Temp: temp}
	if err := p.fill(ctx, file, target, write); err != nil {
		file.Close()
		os.Remove(temp)
		return Prepared{}, writeFailed(path, err)
	}
	return p, nil
}

func (p *Prepared) fill(ctx context.Context, file *os.File, target string, write func(io.Writer) error) error {
	if info, err := os.Stat(target); err == nil {
		keepOwner(file, info)
		// After the owner: a change of owner takes mode bits away.
		if err := file.Chmod(info.Mode().Perm()); err != nil {
			return err
		}
	}
	sum := sha256.New()
	if err := write(io.MultiWriter(file, sum)); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return err
	}
	info, err := file.Stat()
	if err != nil {
		return err
	}
	p.SHA256, p.Size = hex.EncodeToString(sum.Sum(nil)), info.Size()
	if err := file.Close(); err != nil {
		return err
	}
	return syncDir(filepath.Dir(p.Temp))
}

// ErrNotSynced is in the chain of an error of Finish where the file is in its place, but may not outlast a power failure.
var ErrNotSynced = errors.New("its folder could not be synced")

// Finish puts the prepared file in the place of the one at path, and syncs the folder.
func Finish(path string) error {
	target, temp, err := places(path)
	if err != nil {
		return err
	}
	if err := os.Rename(temp, target); err != nil {
		return writeFailed(path, err)
	}
	if err := syncDir(filepath.Dir(target)); err != nil {
		return writeFailed(path, fmt.Errorf("%w: %w", ErrNotSynced, err))
	}
	return nil
}

// Drop removes the prepared file, if there is one.
func Drop(path string) error {
	_, temp, err := places(path)
	if err != nil {
		return err
	}
	if err := os.Remove(temp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return writeFailed(path, err)
	}
	return nil
}

// Leftover is the prepared file of a path that was neither finished nor dropped; ok is false if there is none. Its
// SHA256 tells whether it is whole.
func Leftover(ctx context.Context, path string) (p Prepared, ok bool, err error) {
	_, temp, err := places(path)
	if err != nil {
		return p, false, err
	}
	sum, size, err := Sum(ctx, temp)
	if errors.Is(err, fs.ErrNotExist) {
		return p, false, nil
	}
	return Prepared{Temp: temp, SHA256: sum, Size: size}, err == nil, err
}

// Sum is the SHA-256 of any file's bytes, in hexadecimal, and their number.
func Sum(ctx context.Context, path string) (sum string, size int64, err error) {
	file, err := os.Open(path)
	if err != nil {
		return "", 0, readFailed(path, err)
	}
	defer file.Close()
	h := sha256.New()
	for {
		if err := ctx.Err(); err != nil {
			return "", 0, readFailed(path, err)
		}
		n, err := io.CopyN(h, file, 4<<20)
		size += n
		if err == io.EOF {
			return hex.EncodeToString(h.Sum(nil)), size, nil
		}
		if err != nil {
			return "", 0, readFailed(path, err)
		}
	}
}

// places are the file that path leads to, which need not exist, and the one beside it that is written first.
func places(path string) (target, temp string, err error) {
	target = path
	if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		if target, err = filepath.EvalSymlinks(path); err != nil {
			return "", "", writeFailed(path, err)
		}
	}
	dir, name := filepath.Split(target)
	return target, filepath.Join(dir, "."+name+".dimdesk-new"), nil
}

// SyncFolder makes durable that the file at path is there.
func SyncFolder(path string) error { return syncDir(filepath.Dir(path)) }

func syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil // a folder cannot be synced there
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

// writeFailed puts a failure to write into words; an engine.Error has them already.
func writeFailed(path string, err error) error {
	if e, ok := errors.AsType[*engine.Error](err); ok {
		return e
	}
	switch {
	case errors.Is(err, fs.ErrPermission):
		return &engine.Error{Code: engine.CodeFailed, Msg: path + " may not be written by this user",
			Hint: "The folder must be writable too: a new file is written beside it and renamed.", Err: err}
	case errors.Is(err, fs.ErrNotExist):
		return &engine.Error{Code: engine.CodeFailed, Msg: path + " could not be written: its folder is not there",
			Hint: "Bring the folder back to its place, or name a file elsewhere.", Err: err}
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return &engine.Error{Code: engine.CodeCancelled, Msg: "cancelled while writing " + path, Err: err}
	}
	return engine.Errorf(engine.CodeFailed, "%s could not be written: %w", path, err)
}
