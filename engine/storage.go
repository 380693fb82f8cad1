package engine

import "strings"

// storage is what a system says when a disk, a share or a limit is in the way, and what would help.
var storage = []struct{ says, help string }{
	{"no space left on device", "make room on that disk, and try again"},
	{"not enough space on the disk", "make room on that disk, and try again"},
	{"disk quota exceeded", "make room in what this user may use of that disk, and try again"},
	{"file too large", "a limit on the size of files is in the way: raise it (ulimit -f shows it), and try again"},
	{"read-only file system", "its disk can only be read: mount it for writing, or work on a copy elsewhere"},
	{"permission denied", "ask for the right to write there, in the folder too, or work on a copy elsewhere"},
	{"too many open files", "a limit on open files is in the way: raise it (ulimit -n shows it), and try again"},
	{"input/output error", "the disk or the share that it is on fails: look after that first; dimdesk verify then tells whether the dimension is whole"},
	{"stale file handle", "the share that it is on was changed or taken away: connect it again, and try again"},
	{"transport endpoint is not connected", "the share that it is on is gone: connect it again, and try again"},
}

// storageHelp says what would help against an error that is the machine's and not the data's; "" for any other. It goes by the
// words, as they are all that a database hands on.
func storageHelp(err error) string {
	if err == nil {
		return ""
	}
	text := strings.ToLower(err.Error())
	for _, s := range storage {
		if strings.Contains(text, s.says) {
			return s.help
		}
	}
	return ""
}
