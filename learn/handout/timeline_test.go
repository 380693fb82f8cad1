package handout

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"dimdesk/engine"
)

func member(label string, bounds ...string) engine.Member {
	m := engine.Member{Label: label, Key: []engine.Value{engine.Text("C1")}, Columns: []string{"note", "city"}, Types: []engine.SCDType{engine.Type1, engine.Type2}}
	for i := 0; i+1 < len(bounds); i += 2 {
		m.Before = append(m.Before, engine.Version{Bounds: engine.Bounds{From: bounds[i], To: bounds[i+1]}, Values: []engine.Value{engine.Text("n"), engine.Text("<&\"" + bounds[i])}})
	}
	return m
}

// TestLanes: versions are as long as they hold, but each has room for its dates; and names are data.
func TestLanes(t *testing.T) {
	lanes := lanesOf([]engine.Member{
		member("<Ada & Söhne, who have a very long name>", "2020-01-01", "2020-01-02", "2020-01-02", "2024-01-01", "2024-01-01", ""),
		member("", "2020-01-02 00:00:00", "2020-01-02"),
	})
	if len(lanes) != 2 || lanes[1].name != "C1" || lanes[1].bars[0].from != "2020-01-02" || lanes[0].bars[2].value != `<&"2024-01-01` {
		t.Fatalf("%+v", lanes)
	}
	bounds, ok := placed(lanes)
	if !ok || len(bounds) != 3 || bounds[0].x != svgNames || bounds[1].x-bounds[0].x < 80 || bounds[2].x-bounds[1].x < 3*(bounds[1].x-bounds[0].x) || bounds[2].x > svgWidth-svgTail {
		t.Errorf("%+v", bounds)
	}
	svg := htmlLanes(lanes)
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
	}
	for text, want := range map[string]int{"<rect": 4, "stroke-dasharray": 1, "<line": 3, "&lt;Ada &amp; Söhne, who …": 1} {
		if n := strings.Count(svg, text); n != want {
			t.Errorf("%q is there %d times, not %d, in\n%s", text, n, want, svg)
		}
	}
	want := "```\n<Ada & Söhne, who have a very long name>  <&\"2020-01-01: 2020-01-01 → 2020-01-02 | <&\"2020-01-02: 2020-01-02 → 2024-01-01 | <&\"2024-01-01: 2024-01-01 → …\n" +
		"C1                                        <&\"2020-01-02 00:00:00: 2020-01-02 → 2020-01-02\n```"
	if got := markdownLanes(lanes); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if svg := htmlLanes(lanesOf([]engine.Member{member("x", "soon", "")})); svg != "" {
		t.Errorf("a start that is no moment is not drawn: %s", svg)
	}
}
