package engine

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// table reads a header and rows: cells apart by commas, an empty cell is NULL.
func table(text string) (cols []ColumnInfo, rows [][]Value) {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for _, name := range strings.Split(lines[0], ",") {
		cols = append(cols, ColumnInfo{strings.TrimSpace(name), "VARCHAR"})
	}
	for _, line := range lines[1:] {
		var row []Value
		for _, cell := range strings.Split(strings.TrimSpace(line), ",") {
			if cell == "" {
				row = append(row, Null)
				continue
			}
			row = append(row, Text(cell))
		}
		rows = append(rows, row)
	}
	return cols, rows
}

// role is what a test expects of a layout, as the head of its YAML without comments.
func rolesOf(s *Spec) string {
	var out []string
	for _, line := range strings.Split(string(s.YAML()), "\n") {
		line, _, _ = strings.Cut(line, " #")
		if line = strings.TrimRight(line, " "); line != "" && !strings.HasPrefix(line, "limits") {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

func TestDetectLayouts(t *testing.T) {
	for name, c := range map[string]struct{ dim, batch, want string }{
		"the usual one, with a sentinel and audit columns": {
			`customer_sk,customer_id,name,city,loaded_at,etl_job,valid_from,valid_to,is_current,is_deleted
			1,C1,Ann,Lyon,2024-01-01,x,2024-01-01,2024-02-01,false,false
			2,C1,Ann,Oslo,2024-02-01,x,2024-02-01,9999-12-31,true,false
			3,C2,Bo,Lyon,2024-02-01,x,2024-02-01,2024-03-01,false,true`,
			"customer_id,name,city,updated_at,seq,op",
			`key: customer_id
label: name
surrogate_key: customer_sk
period: {from: valid_from, to: valid_to, open: "9999-12-31"}
current: is_current
deleted: is_deleted
columns:
  name: 2
  city: 2
  loaded_at: ignore
  etl_job: ignore
batch:
  mode: delta
  effective: updated_at
  sequence: seq
  operation: {column: op, delete: [D, DELETE, d, delete]}`,
		},
		"Kimball's, with an integer surrogate key named _key": {
			`Product_Key,SKU,Product_Name,Row_Effective_Date,Row_Expiration_Date,Current_Flag
			1,A,Tea,2024-01-01,2024-01-31,N
			2,A,Green tea,2024-02-01,9999-12-31,Y
			3,B,Rum,2024-01-01,9999-12-31,Y`, "",
			`key: SKU
label: Product_Name
surrogate_key: Product_Key
period: {from: Row_Effective_Date, to: Row_Expiration_Date, open: "9999-12-31", bounds: "[]"}
current: Current_Flag
columns:
  Product_Name: 2
batch:
  mode: delta`,
		},
		"SSIS, with a status in words": {
			`id,SupplierCode,Rating,StartDate,EndDate,Status
			10,S1,A,2024-01-01 00:00:00,2024-02-01 00:00:00,Expired
			11,S1,B,2024-02-01 00:00:00,,Current`, "SupplierCode,Rating",
			`key: SupplierCode
surrogate_key: id
period: {from: StartDate, to: EndDate}
current: {column: Status, open: Current, closed: Expired}
columns:
  Rating: 2
batch:
  mode: delta`,
		},
		"Databricks AUTO CDC": {
			`userId,name,city,__START_AT,__END_AT
			124,Raul,Oaxaca,2024-01-01,2024-02-01
			124,Raul,Mexicali,2024-02-01,
			125,Mercedes,Tijuana,2024-02-01,`, "",
			`key: userId
label: name
period: {from: __START_AT, to: __END_AT}
columns:
  name: 2
  city: 2
batch:
  mode: delta`,
		},
		"SQLMesh, and a status that is no flag": {
			`order_id,status,updated_at,valid_from,valid_to
			1,open,2024-01-01,2024-01-01,2024-02-01
			1,shipped,2024-02-01,2024-02-01,
			2,open,2024-02-01,2024-02-01,`, "order_id,status,updated_at",
			`key: order_id
period: {from: valid_from, to: valid_to}
columns:
  status: 2
  updated_at: ignore
batch:
  mode: delta
  effective: updated_at`,
		},
		"a key of two columns, and companions": {
			`sk,shop,article,region,previous_region,tier,current_tier,effective_from,effective_to
			1,N1,tea,North,,a,b,2024-01-01,2024-02-01
			2,N1,tea,South,North,b,b,2024-02-01,
			3,N1,rum,South,,b,b,2024-02-01,
			4,N2,rum,South,,b,b,2024-02-01,
			5,N2,tea,South,,b,b,2024-02-01,`, "shop,article,region,tier,since",
			`key: [shop, article]
surrogate_key: sk
period: {from: effective_from, to: effective_to}
columns:
  region: {type: 3, previous: previous_region}
  tier: {type: 6, current: current_tier}
batch:
  mode: delta
  effective: since`,
		},
		"other names and other dates": {
			`member,city,contract_from,contract_until
			M1,Lyon,31/01/2024,01/02/2024
			M1,Oslo,01/02/2024,31/12/2999`, "",
			`key: member
period: {from: contract_from, to: contract_until, open: "31/12/2999", dates: "%d/%m/%Y"}
columns:
  city: 2
batch:
  mode: delta`,
		},
		"UUIDs": {
			`row_uuid,customer_no,city,valid_from,valid_to
			0189f7e0-3c51-7d8e-9a50-1c6f4f9b2a01,7,Lyon,2024-01-01,2024-02-01
			0189f7e0-3c51-7d8e-9a50-1c6f4f9b2a02,7,Oslo,2024-02-01,`, "",
			`key: customer_no
surrogate_key: {column: row_uuid, make: uuid}
period: {from: valid_from, to: valid_to}
columns:
  city: 2
batch:
  mode: delta`,
		},
		"nothing but names": {
			"customer_id,full_name,country,valid_from,valid_to,is_current", "customer_id,full_name",
			`key: customer_id
label: full_name
period: {from: valid_from, to: valid_to}
current: is_current
columns:
  full_name: 2
  country: 2
batch:
  mode: delta`,
		},
		"a first column of unique integers that the batch has is the key": {
			`customer_id,country_code,valid_from,valid_to
			1,UK,2024-01-01,
			2,FR,2024-01-01,`, "customer_id,country_code",
			`key: customer_id
period: {from: valid_from, to: valid_to}
columns:
  country_code: 2
batch:
  mode: delta`,
		},
		"a broken member does not hide the key, nor an attribute that looks like one": {
			`store_id,customer_id,valid_from,valid_to
			7,C1,2024-01-01,
			7,C2,2024-01-01,
			7,C2,2024-02-01,
			7,C3,2024-02-01,
			8,C4,2024-02-01,
			8,C5,2024-02-01,
			7,C6,2024-02-01,
			7,C7,2024-02-01,`, "",
			`key: customer_id
period: {from: valid_from, to: valid_to}
columns:
  store_id: 2
batch:
  mode: delta`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			cols, rows := table(c.dim)
			var batch []string
			if c.batch != "" {
				batch = strings.Split(c.batch, ",")
			}
			s, detected, err := Detect(cols, rows, batch)
			if err != nil {
				t.Fatal(err)
			}
			if got := rolesOf(s); got != c.want {
				t.Errorf("got\n%s\nwant\n%s\ndetected:\n%s", got, c.want, strings.Join(detected, "\n"))
			}
			if s.ReadOnly() != "" {
				t.Errorf("read-only: %s", s.ReadOnly())
			}
		})
	}
}

func TestDetectSaysWhy(t *testing.T) {
	cols, rows := table(`customer_sk,customer_id,name,loaded_at,valid_from,valid_to
		1,C1,Ann,2024-01-01,2024-01-01,2024-02-01
		2,C1,Anna,2024-02-01,2024-02-01,9999-12-31
		3,C2,Bo,2024-02-01,2024-02-01,`)
	_, detected, err := Detect(cols, rows, []string{"customer_id", "name", "since"})
	want := []string{
		"period valid_from to valid_to: an open end is 9999-12-31, and sometimes NULL",
		"surrogate key customer_sk: unique integers",
		"key customer_id: shared with the batch, repeats over versions",
		"label name",
		"ignored, as they are about loading: loaded_at",
		"batch: rows are effective from since",
		"batch: a delta, so absence means nothing (mode: snapshot, if it has every member)",
	}
	if err != nil || !slices.Equal(detected, want) {
		t.Errorf("%v\ngot  %q\nwant %q", err, detected, want)
	}
}

func TestDetectReadsWhatItMayNotWrite(t *testing.T) {
	for _, c := range []struct{ dim, key, from, why string }{
		{"id,email,dbt_scd_id,dbt_updated_at,dbt_valid_from,dbt_valid_to,dbt_is_deleted\n1,a,f00,2024-01-01,2024-01-01,,False\n2,b,f01,2024-01-01,2024-01-01,,True",
			"id", "dbt_valid_from", "dbt_scd_id is a hash that dbt computes"},
		{"_dlt_valid_from,_dlt_valid_to,customer_key,c1,_dlt_id,_dlt_load_id\n2024-01-01,,1,a,Xy,17\n2024-01-01,,2,a,Xz,17",
			"customer_key", "_dlt_valid_from", "_dlt_id is a hash that dlt computes"},
	} {
		cols, rows := table(c.dim)
		s, _, err := Detect(cols, rows, nil)
		if err != nil {
			t.Error(err)
			continue
		}
		if s.Key[0] != c.key || s.Period.From != c.from || s.Deleted != "" || !strings.Contains(s.ReadOnly(), c.why) {
			t.Errorf("%s\n%s", s.YAML(), s.ReadOnly())
		}
	}
}

func TestDetectErrors(t *testing.T) {
	for _, c := range []struct{ dim, want string }{
		{"id,city\n1,Lyon", "no two columns are recognised as the start and end of a version, among id and city\nlooked for valid_from and valid_to"},
		{"id,valid_from,valid_to\n1,soon,later", "no two columns are recognised"},
		{"id,valid_from,valid_to\n1,03/04/2024,", "dates such as \"03/04/2024\", in which day and month may be either\nwrite a spec that says which"},
		{"valid_from,valid_to\n2024-01-01,", "no column is left that could be the key"},
	} {
		cols, rows := table(c.dim)
		_, _, err := Detect(cols, rows, nil)
		if CodeOf(err) != CodeFailed || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v\nwant …%s", err, c.want)
		}
	}
	cols := []ColumnInfo{{"id", "INTEGER"}, {"valid_from", "INTEGER"}, {"valid_to", "INTEGER"}}
	if _, _, err := Detect(cols, nil, nil); err == nil {
		t.Error("integers are taken for a period")
	}
}

// What Detect finds in the first worked cases is what their specs say, but for effective columns of unusual names.
func TestDetectOnTheCases(t *testing.T) {
	unusual := map[string]bool{"58-pygrametl-rename": true, "60-pygrametl-close-and-return": true, "63-spark-ties": true}
	files, err := filepath.Glob("testdata/cases/[0-9][0-9]-*/spec.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		dir := filepath.Dir(file)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want := mustParse(t, string(text))
		dim, batch := records(t, dir+"/dimension.csv"), records(t, dir+"/batch.csv")
		var cols []ColumnInfo
		for _, name := range dim[0] {
			cols = append(cols, ColumnInfo{name, "VARCHAR"})
		}
		var rows [][]Value
		for _, r := range dim[1:] {
			var row []Value
			for _, cell := range r {
				row = append(row, Value{cell, cell == ""})
			}
			rows = append(rows, row)
		}
		if _, err := want.Bind(cols, batch[0]); err != nil {
			t.Errorf("%s: %v", dir, err)
		}
		got, detected, err := Detect(cols, rows, batch[0])
		if err != nil {
			t.Errorf("%s: %v", dir, err)
			continue
		}
		same := slices.Equal(got.Key, want.Key) && got.SurrogateKey == want.SurrogateKey && got.Period == want.Period &&
			got.Current == want.Current && got.Deleted == want.Deleted && slices.Equal(got.Companions(), want.Companions())
		if !unusual[filepath.Base(dir)] {
			same = same && got.Batch.Effective == want.Batch.Effective && got.Batch.Operation.Column == want.Batch.Operation.Column
		}
		if !same {
			t.Errorf("%s: wants\n%s\ndetected\n%s", dir, text, strings.Join(detected, "\n"))
		}
	}
}

func records(t *testing.T, path string) [][]string {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.FieldsPerRecord, r.LazyQuotes = -1, true
	out, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Whatever a table is called and holds, what is detected is a valid spec of it.
func TestDetectedSpecsAreValid(t *testing.T) {
	pool := strings.Fields(`id sk customer_sk customer_id customer_key code name full_name city region previous_region current_region valid_from valid_to
		start_date end_date dbt_valid_from dbt_valid_to dbt_scd_id _dlt_id is_current status active is_deleted loaded_at version _operation _row a_from a_to from to op seq updated_at`)
	cells := []string{"", "1", "2", "3", "true", "false", "Y", "Current", "Expired", "2024-01-01", "2024-02-01", "9999-12-31", "31/12/2024", "infinity", "Lyon"}
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfNDistinct(rapid.SampledFrom(pool), 0, 10, rapid.ID[string]).Draw(t, "columns")
		batch := rapid.SliceOfNDistinct(rapid.SampledFrom(pool), 0, 6, rapid.ID[string]).Draw(t, "batch")
		kinds := rapid.SampledFrom([]string{"VARCHAR", "VARCHAR", "DATE", "INTEGER"})
		var cols []ColumnInfo
		for _, n := range names {
			cols = append(cols, ColumnInfo{n, kinds.Draw(t, "type")})
		}
		var rows [][]Value
		for range rapid.IntRange(0, 4).Draw(t, "rows") {
			var row []Value
			for range cols {
				text := rapid.SampledFrom(cells).Draw(t, "cell")
				row = append(row, Value{text, text == ""})
			}
			rows = append(rows, row)
		}
		if rapid.Bool().Draw(t, "without a batch") {
			batch = nil
		}
		s, _, err := Detect(cols, rows, batch)
		if err != nil {
			if CodeOf(err) != CodeFailed || !strings.Contains(err.Error(), "\n") {
				t.Fatalf("error without a hint: %v", err)
			}
			return
		}
		again, err := ParseSpec(s.YAML(), "f")
		if err != nil {
			t.Fatalf("%v\n%s", err, s.YAML())
		}
		again.places, again.readOnly = nil, s.readOnly
		if !reflect.DeepEqual(again, s) {
			t.Fatalf("reads back as %+v\nwas %+v", again, s)
		}
		if _, err := s.Bind(cols, nil); err != nil {
			t.Fatal(err)
		}
		for _, c := range s.Attributes(cols) {
			if !c.TypeGiven && !isParkedColumn(c.Name) {
				t.Fatalf("%s has no rule in\n%s", c.Name, s.YAML())
			}
		}
	})
}
