package learn

import "dimdesk/engine"

// Verdict is what the judge says of an answer.
type Verdict struct {
	Passed  bool
	Message string // what is wrong, in terms of the table; "" where nothing is
	Hidden  string // the hidden scene on which it went wrong, by what it is about; "" for the visible one
	Got     engine.Table
	Want    engine.Table
	Ran     Ran // on the visible scene
}
