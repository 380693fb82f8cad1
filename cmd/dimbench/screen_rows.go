package main

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"

	"dimdesk/engine"
	"dimdesk/sampledata"
)

// sampleRow is a row of the generated batch: its key, a text that no other row has, and whether it changes nothing.
type sampleRow struct {
	key, email string
	same       bool
}

// sampleRows draws rows from all over the batch until there are n that change something and n that do not.
func sampleRows(batch string, g sampledata.Generator, n int) ([]sampleRow, error) {
	f, err := os.Open(batch)
	if err != nil {
		return nil, engine.Errorf(engine.CodeFailed, "cannot read the batch: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	header, err := bufio.NewReader(f).ReadString('\n')
	if err != nil {
		return nil, err
	}
	names := strings.Split(strings.TrimSpace(header), ",")
	email, city := slices.Index(names, "email"), slices.Index(names, "city")
	random := rand.New(rand.NewPCG(1, uint64(g.Seed)))
	var out []sampleRow
	for left := [2]int{n, n}; left != [2]int{}; {
		fields, err := rowAt(f, int64(len(header))+random.Int64N(info.Size()-int64(len(header))))
		if err != nil {
			return nil, fmt.Errorf("the batch cannot be read: %w", err)
		}
		if fields == nil {
			continue
		}
		number, err := strconv.ParseInt(strings.TrimLeft(fields[0], "C0"), 10, 64)
		if err != nil {
			return nil, fmt.Errorf("the batch has a key %q: %w", fields[0], err)
		}
		r := sampleRow{key: fields[0], email: fields[email], same: number <= g.Members && !strings.HasPrefix(fields[city], "Moved ")}
		kind := map[bool]int{true: 0, false: 1}[r.same]
		if left[kind] > 0 && !slices.Contains(out, r) {
			out, left[kind] = append(out, r), left[kind]-1
		}
	}
	return out, nil
}

// rowAt reads the row that begins after a place in the file; nil where none does.
func rowAt(f io.ReaderAt, at int64) ([]string, error) {
	buf := make([]byte, 2000)
	n, err := f.ReadAt(buf, at)
	if err != nil && err != io.EOF {
		return nil, err
	}
	lines := bytes.SplitN(buf[:n], []byte("\n"), 3)
	if len(lines) < 3 {
		return nil, nil
	}
	return csv.NewReader(bytes.NewReader(lines[1])).Read()
}
