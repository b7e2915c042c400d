package level

import (
	"fmt"
	"slices"
	"strconv"

	"fillet/editor/quote"
)

// The words of choices, as in files. A level may have very many colliders, so a choice is a number in memory; an
// invalid zero value has an empty word.
var (
	kindWords     = []string{"", "polygon", "box", "circle", "capsule", "chain", "point"}
	roundingWords = []string{"", "inset", "outset"}
	roleWords     = []string{"", "solid", "trigger", "one-way"}
	bodyWords     = []string{"", "static", "dynamic", "kinematic"}
	easeWords     = []string{"linear", "smooth"}
	loopWords     = []string{"", "back-and-forth", "loop", "once"}
	stopsWords    = []string{"ends", "points"}
	jointWords    = []string{"", "hinge", "spring"}
)

// String returns the kind's word.
func (k Kind) String() string { return wordOf(kindWords, k) }

// String returns the rounding's word.
func (r Rounding) String() string { return wordOf(roundingWords, r) }

// String returns the role's word.
func (r Role) String() string { return wordOf(roleWords, r) }

// String returns the body type's word.
func (b BodyType) String() string { return wordOf(bodyWords, b) }

// String returns the ease's word.
func (e Ease) String() string { return wordOf(easeWords, e) }

// String returns the loop's word.
func (l Loop) String() string { return wordOf(loopWords, l) }

// String returns the word of the stops.
func (s Stops) String() string { return wordOf(stopsWords, s) }

// String returns the joint's word.
func (k JointKind) String() string { return wordOf(jointWords, k) }

// String returns the mode's word.
func (m PlayMode) String() string { return string(m) }

// String returns the form's word.
func (f PlayForm) String() string { return string(f) }

// String returns the mix's word.
func (m PlayMix) String() string { return string(m) }

// MarshalText implements encoding.TextMarshaler.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// MarshalText implements encoding.TextMarshaler.
func (r Rounding) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// MarshalText implements encoding.TextMarshaler.
func (r Role) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// MarshalText implements encoding.TextMarshaler.
func (b BodyType) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (k *Kind) UnmarshalText(text []byte) error { return readWord(kindWords, "kind", text, k) }

// UnmarshalText implements encoding.TextUnmarshaler.
func (r *Rounding) UnmarshalText(text []byte) error {
	return readWord(roundingWords, "rounding", text, r)
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (r *Role) UnmarshalText(text []byte) error { return readWord(roleWords, "role", text, r) }

// UnmarshalText implements encoding.TextUnmarshaler.
func (b *BodyType) UnmarshalText(text []byte) error { return readWord(bodyWords, "body", text, b) }

func wordOf[T ~int8](words []string, v T) string {
	if v >= 0 && int(v) < len(words) {
		return words[v]
	}
	return strconv.Itoa(int(v))
}

func readWord[T ~int8](words []string, what string, text []byte, to *T) error {
	i := slices.Index(words, string(text))
	if i < 0 {
		return fmt.Errorf("unknown %s %q", what, quote.Excerpt(string(text)))
	}
	*to = T(i)
	return nil
}
