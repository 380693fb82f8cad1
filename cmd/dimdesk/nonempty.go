package main

import "errors"

// nonEmpty is a flag's text that may be left out, but not be empty: a script whose variable is empty does not mean now.
type nonEmpty struct{ text *string }

func (g nonEmpty) String() string {
	if g.text == nil {
		return ""
	}
	return *g.text
}

func (g nonEmpty) Type() string { return "string" }

func (g nonEmpty) Set(s string) error {
	if s == "" {
		return errors.New("it is empty; leave the flag out to stand at now")
	}
	*g.text = s
	return nil
}
