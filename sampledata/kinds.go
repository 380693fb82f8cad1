package sampledata

import (
	"bytes"
	"encoding/csv"
	"strconv"

	"dimdesk/engine"
)

// Kinds is the kind that each data row of the sample's batch must get, by row number from 1.
func (s Sample) Kinds() (map[int64]engine.Kind, error) {
	lines, err := csv.NewReader(bytes.NewReader(s.kinds)).ReadAll()
	if err != nil {
		return nil, engine.Errorf(engine.CodeFailed, "kinds of the sample %s: %w", s.Name, err)
	}
	kinds := map[int64]engine.Kind{}
	for _, line := range lines[1:] {
		row, err := strconv.ParseInt(line[0], 10, 64)
		kind := engine.ParseKind(line[2])
		if err != nil || kind == 0 {
			return nil, engine.Errorf(engine.CodeFailed, "kinds of the sample %s: %q is no row and kind", s.Name, line)
		}
		kinds[row] = kind
	}
	return kinds, nil
}
