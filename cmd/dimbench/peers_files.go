package main

import (
	"embed"
	"io/fs"
	"os"
	"path"
	"strings"

	"dimdesk/engine"
)

// peerFiles are the projects and scripts of the peers, with the versions of what is installed for them. The folder
// duckdb is for all that keep their table in DuckDB.
//
//go:embed peers
var peerFiles embed.FS

// unpack writes embedded folders, one over the other, into a folder that exists.
func unpack(to string, folders ...string) error {
	for _, name := range folders {
		folder, err := fs.Sub(peerFiles, path.Join("peers", name))
		if err == nil {
			err = os.CopyFS(to, folder)
		}
		if err != nil {
			return engine.Errorf(engine.CodeFailed, "cannot write the files of %s: %w", name, err)
		}
	}
	return nil
}

// listed are the lines of a kit's list of packages; none if it has no such list.
func listed(kit, list string) []string {
	text, err := peerFiles.ReadFile(path.Join("peers", kit, list))
	if err != nil {
		return nil
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}
