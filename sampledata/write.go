package sampledata

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"dimdesk/engine"
)

// Write puts the sample's three files into a folder, which it makes where there is none. It overwrites nothing: where
// one of the files exists it fails, and takes away those that it has written.
func (s Sample) Write(dir string) (dimension, batch, spec string, err error) {
	dimension = filepath.Join(dir, s.Files.DimensionName)
	batch = filepath.Join(dir, s.Files.BatchName)
	spec = filepath.Join(dir, s.specName())
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", "", "", engine.Errorf(engine.CodeFailed, "cannot make the folder %s: %w", dir, err)
	}
	var written []string
	for _, f := range []struct {
		path string
		data []byte
	}{{dimension, s.Files.Dimension}, {batch, s.Files.Batch}, {spec, s.Files.Spec}} {
		created, err := create(f.path, f.data)
		if created {
			written = append(written, f.path)
		}
		if err == nil {
			continue
		}
		for _, p := range written {
			err = errors.Join(err, os.Remove(p))
		}
		failure := engine.Errorf(engine.CodeFailed, "cannot write %s: %w", f.path, err)
		if errors.Is(err, fs.ErrExist) {
			failure = engine.Errorf(engine.CodeFailed, "%s exists already: %w", f.path, err).Help("Choose an empty folder.")
		}
		return "", "", "", failure
	}
	return dimension, batch, spec, nil
}

// create writes a new file. Created tells whether it is ours to remove after an error.
func create(path string, data []byte) (created bool, err error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return false, err
	}
	_, err = f.Write(data)
	return true, errors.Join(err, f.Close())
}
