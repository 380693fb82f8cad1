package duck

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/duckdb/duckdb-go/v2"

	"dimdesk/engine"
)

// writeText writes a value that the driver gave as DuckDB writes it, for statements whose rows cannot be cast in SQL, such as those
// of RETURNING.
func writeText(v any, typ string) engine.Value {
	switch v := v.(type) {
	case nil:
		return engine.Null
	case string:
		return engine.Text(v)
	case []byte:
		if len(v) == 16 && typ == "UUID" {
			return engine.Text(fmt.Sprintf("%x-%x-%x-%x-%x", v[:4], v[4:6], v[6:8], v[8:10], v[10:]))
		}
	case float32:
		return engine.Text(floatText(float64(v), 32))
	case float64:
		return engine.Text(floatText(v, 64))
	case duckdb.Decimal:
		return engine.Text(decimalText(v))
	case time.Time:
		return engine.Text(timeText(v.UTC(), typ))
	}
	return engine.Text(fmt.Sprint(v))
}

func floatText(f float64, bits int) string {
	s := strconv.FormatFloat(f, 'g', -1, bits)
	if abs := math.Abs(f); abs == 0 || abs >= 1e-4 && abs < 1e16 {
		s = strconv.FormatFloat(f, 'f', -1, bits)
		if !strings.Contains(s, ".") {
			s += ".0"
		}
	}
	return strings.ToLower(strings.TrimPrefix(s, "+"))
}

func decimalText(d duckdb.Decimal) string {
	s, scale := d.Value.String(), int(d.Scale)
	if scale == 0 {
		return s
	}
	digits := strings.TrimPrefix(s, "-")
	sign := s[:len(s)-len(digits)]
	if pad := scale + 1 - len(digits); pad > 0 {
		digits = strings.Repeat("0", pad) + digits
	}
	return sign + digits[:len(digits)-scale] + "." + digits[len(digits)-scale:]
}

func timeText(t time.Time, typ string) string {
	switch {
	case typ == "DATE":
		return t.Format("2006-01-02")
	case typ == "TIME":
		return t.Format("15:04:05.999999")
	case strings.Contains(typ, "TZ") || strings.Contains(typ, "WITH TIME ZONE"):
		return t.Format("2006-01-02 15:04:05.999999") + "+00"
	}
	return t.Format("2006-01-02 15:04:05.999999999")
}
