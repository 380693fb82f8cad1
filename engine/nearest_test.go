package engine

import "testing"

func TestNearest(t *testing.T) {
	among := []string{"effective", "sequence", "operation", "customer_id", "sk", "is_current", "id"}
	for typed, want := range map[string]string{
		"efective": "effective", "EFFECTIVE": "effective", "seqeunce": "sequence", "customerid": "customer_id", "cust_id": "customer_id",
		"is_curr": "is_current", "s": "sk", "ks": "sk", "colour": "", "x": "", "": "", "identity": "", "valid_from": "", "cust_id_no": "",
	} {
		got, ok := Nearest(typed, among)
		if got != want || ok != (want != "") {
			t.Errorf("%q: %q, %v; want %q", typed, got, ok, want)
		}
	}
	if got, _ := Nearest("cit", []string{"city", "cite"}); got != "city" {
		t.Errorf("the first of two equally near is not taken, but %q", got)
	}
	if _, ok := Nearest("x", nil); ok {
		t.Error("something is near nothing")
	}
}
