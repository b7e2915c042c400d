package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"

	"fillet/editor/quote"
)

// plainText writes text for a terminal, or for a file that may be shown on a terminal later. File names and contents
// may come from untrusted sources, so control characters and changes of text direction are escaped. Line ends and tabs
// are kept.
type plainText struct{ io.Writer }

// Write implements io.Writer. Each call must write whole lines.
func (w plainText) Write(p []byte) (int, error) {
	text := string(p)
	if strings.IndexFunc(text, isCommand) < 0 {
		return w.Writer.Write(p)
	}
	var b strings.Builder
	for _, r := range text {
		if isCommand(r) {
			b.WriteString(quote.Printable(string(r)))
		} else {
			b.WriteRune(r)
		}
	}
	if _, err := io.WriteString(w.Writer, b.String()); err != nil {
		return 0, err
	}
	return len(p), nil
}

// tell writes a message as one line, even if names in it contain line breaks.
func tell(to io.Writer, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	// There is nobody left to report a failure to.
	_, _ = io.WriteString(to, strings.NewReplacer("\n", `\n`, "\t", `\t`).Replace(text)+"\n")
}

// isCommand reports whether a terminal would interpret a rune rather than show it.
func isCommand(r rune) bool {
	return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r))
}

// toTerminal escapes output to a terminal. It returns files and pipes unchanged.
func toTerminal(out io.Writer) io.Writer {
	if f, ok := out.(*os.File); ok && isTerminal(f) {
		return plainText{out}
	}
	return out
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
