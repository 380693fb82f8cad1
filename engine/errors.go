package engine

import (
	"errors"
	"fmt"
)

// Code classifies an error by what the caller can do about it; the command line exits with it.
type Code int

// The exit codes of the command line.
const (
	CodeFailed    Code = 1
	CodeChanges   Code = 2
	CodeRejected  Code = 3
	CodeMoved     Code = 4
	CodeBrake     Code = 5
	CodeFaults    Code = 6
	CodeLocked    Code = 7
	CodeUsage     Code = 64
	CodeCancelled Code = 130
)

// Error is the one typed error: what was being done, what was wrong and where, and what would help.
type Error struct {
	Code Code
	Msg  string // one sentence, with file, line, column or key where it has them
	Hint string // what would help; "" if nothing is known to
	Err  error  // the cause, for the log
}

// Error is the message and the hint, as people see it.
func (e *Error) Error() string {
	if e.Hint == "" {
		return e.Msg
	}
	return e.Msg + "\n" + e.Hint
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// Errorf makes an Error of a code; a %w operand becomes its cause. Where that is a full disk or the like, the hint says what
// would help, until Help says something else.
func Errorf(code Code, format string, args ...any) *Error {
	err := fmt.Errorf(format, args...)
	cause := errors.Unwrap(err)
	return &Error{Code: code, Msg: err.Error(), Hint: storageHelp(cause), Err: cause}
}

// Help gives the error a hint and returns it.
func (e *Error) Help(format string, args ...any) *Error {
	e.Hint = fmt.Sprintf(format, args...)
	return e
}

// CodeOf is the code of the first Error in the chain, or CodeFailed; 0 for nil.
func CodeOf(err error) Code {
	if err == nil {
		return 0
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return CodeFailed
}
