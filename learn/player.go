package learn

import "dimdesk/engine"

// Ran is what a run did.
type Ran struct {
	Before, After engine.Table
	Results       []engine.LabResult // of SQL
	Changes       []engine.Change    // of the engine
	Members       []engine.Member    // of the engine
	Stopped       error              // what stopped SQL; nil where nothing did
	Scene         Scene              // with the dimension as it is now
}

// Verdict is what the judge says of an answer.
type Verdict struct {
	Passed  bool
	Message string // what is wrong, in terms of the table; "" where nothing is
	Hidden  string // the hidden scene on which it went wrong, by what it is about; "" for the visible one
	Got     engine.Table
	Want    engine.Table
	Ran     Ran // on the visible scene
}

// Problem is something that is wrong with a lesson file.
type Problem struct {
	File string
	Line int
	Text string
}
