package csvfile

import (
	"errors"
	"unicode/utf8"

	"dimdesk/engine"
)

// countBreaks counts the line ends in text, CR LF as one.
func countBreaks(text []byte) int64 {
	var n int64
	for i, c := range text {
		if c == '\n' || c == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			n++
		}
	}
	return n
}

// failure is the error that ended the stream, in words. The unconsumed bytes begin on line.
func (w *window) failure(name string, line int64) error {
	var bad *badText
	if errors.As(w.err, &bad) {
		return encodingError(name, "UTF-16", line+countBreaks(w.data()), bad.offset)
	}
	return readFailed(name, w.err)
}

// notUTF8 says where text, which begins on line and at offset in its file, is not valid.
func notUTF8(name string, text []byte, line, offset int64) error {
	at := 0
	for at < len(text) {
		r, size := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	return encodingError(name, "UTF-8", line+countBreaks(text[:at]), offset+int64(at))
}

func encodingError(name, encoding string, line, offset int64) error {
	return engine.Errorf(engine.CodeFailed, "%s is not valid %s: line %d, byte %d of the file", name, encoding, line, offset).
		Help("Save it as UTF-8; from a Windows code page: iconv -f WINDOWS-1252 -t UTF-8.")
}
