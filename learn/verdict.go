package learn

import "dimdesk/engine"

// Verdict is what the judge says of an answer.
type Verdict struct {
	Passed  bool
	Message string       // what is wrong, in terms of the table; "" where nothing is
	Hidden  string       // the hidden scene on which it went wrong, by what it is about; "" for the visible one
	Got     engine.Table // on the scene that is spoken of: the hidden one, or else the visible one
	Want    engine.Table
	Ran     Ran // on the visible scene
}
