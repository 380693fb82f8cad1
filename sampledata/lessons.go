package sampledata

import (
	"embed"
	"io/fs"
)

//go:embed lessons/*.yaml
var lessons embed.FS

// Lessons is the folder of the lessons that are built in, with their glossary.
func Lessons() fs.FS {
	sub, err := fs.Sub(lessons, "lessons")
	if err != nil {
		panic(err) // the name is no path
	}
	return sub
}
