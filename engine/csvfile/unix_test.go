//go:build unix

package csvfile

import (
	"context"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestPipe: a pipe is refused at once, without waiting for somebody to write to it.
func TestPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	if _, err := Scan(context.Background(), pipe, Options{}); err == nil || !strings.Contains(err.Error(), "is not a file on disk") {
		t.Errorf("a pipe: %v", err)
	}
}
