package sqlgen

import "fmt"

// Contents is a number for what a version says, apart from its end and its flags: values are the columns named by prefix and
// v, companions by prefix and w. Equal contents give equal numbers.
func (l *Layout) Contents(prefix, v, w, sk, from string) string {
	return "hash(" + list(l.attrs(nil, func(i int, _ Attr) string { return prefix + col(v, i) }), l.attrs(hasCompanion, func(i int, _ Attr) string { return prefix + col(w, i) }), sk, from) + ")"
}

// sealed is the fingerprint of a whole version: its contents, and its end and flags.
func sealed(contents, to, current, deleted string) string {
	return fmt.Sprintf("hash(%s, %s, %s, %s)", contents, to, current, deleted)
}

// Fingerprint is the fingerprint of a version read by Versions, of a table whose columns have a prefix. It changes when any
// cell does; the journal keeps it, so that undo notices versions that changed since.
func (l *Layout) Fingerprint(prefix string) string {
	return sealed(l.Contents(prefix, "a", "p", prefix+"_sk", prefix+"_f"), prefix+"_t", prefix+"_cur", prefix+"_dl")
}
