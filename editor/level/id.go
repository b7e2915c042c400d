package level

import (
	"fmt"
	"math/rand/v2"
	"strconv"

	"fillet/editor/quote"
)

// ID is a permanent name of a collider: no other collider gets it, in this document or on another branch of it. 0 is no
// id. In files it is c and 8 random letters and digits, such as ck3fw7m2a. Levels of the first release have counted
// ids, c1, c2, …, and keep them.
type ID uint64

// LayerID identifies a layer in the same way: lk3fw7m2a, or l1, l2, ….
type LayerID uint64

// The letters with which the ids of each kind of record begin.
const (
	ColliderLetter = 'c'
	LayerLetter    = 'l'
	GroupLetter    = 'g'
	InstanceLetter = 'i'
)

// A random id is a number of 8 digits in base 32, beginning with a letter, plus a bit that no counted id has. The
// digits come from RFC 4648 in lower case, without 0 and 1, which look like o and l. Their values follow the order of
// their character codes, so that ids sort like their texts.
const (
	idDigits   = "234567abcdefghijklmnopqrstuvwxyz"
	idLength   = 8
	firstIDs   = 6 << (5 * (idLength - 1)) // the smallest number that begins with a letter
	randomIDs  = 26 << (5 * (idLength - 1))
	randomIDAt = 1 << 62
)

// MaxID is the highest counted id. A JSON reader with only float64 can still tell it from its predecessor.
const MaxID = 1 << 53

// IsRandomID reports whether a number is a random id.
func IsRandomID(n uint64) bool {
	return n >= randomIDAt+firstIDs && n < randomIDAt+firstIDs+randomIDs
}

func isID(n uint64) bool { return n > 0 && n <= MaxID || IsRandomID(n) }

// idOf turns any number into a random id.
func idOf(n uint64) uint64 { return randomIDAt + firstIDs + n%randomIDs }

// IDSource returns numbers for the ids of new records, by the letter of their kind. The document asks again if it gets
// a number that it has already used.
type IDSource func(letter byte) uint64

// RandomIDs returns random ids from a generator that the system seeds. It is a document's default source.
func RandomIDs(byte) uint64 { return idOf(rand.Uint64()) }

// HashedID returns the id of a collider that is known by a hash, such as the hash of its record in the file that it was
// imported from. It has the form of a random id, and is the same on every machine. HashedLayerID, HashedGroupID and
// HashedInstanceID do the same for layers, groups and instances.
func HashedID(sum uint64) ID           { return ID(idOf(sum)) }
func HashedLayerID(sum uint64) LayerID { return LayerID(idOf(sum)) } //nolint:revive // see HashedID
func HashedGroupID(sum uint64) GroupID { return GroupID(idOf(sum)) } //nolint:revive // see HashedID

func HashedInstanceID(sum uint64) InstanceID { return InstanceID(idOf(sum)) } //nolint:revive // see HashedID

// FreeIDs finds free ids for many records. It remembers how far the sequence of each id is taken, so that it walks none
// twice. Taken ids must stay taken. The zero value is ready for use.
type FreeIDs[T ID | LayerID | GroupID | InstanceID] struct{ taken map[T]uint64 }

// Find returns the id, or if it is taken, the first free id of a sequence that depends only on the id.
func (f *FreeIDs[T]) Find(id T, isTaken func(T) bool) T {
	n, free := f.taken[id], id
	for ; ; n++ {
		if n > 0 {
			x := (uint64(id) + n*0x9E3779B97F4A7C15) * 0xBF58476D1CE4E5B9 // as in SplitMix64
			x = (x ^ x>>27) * 0x94D049BB133111EB
			free = T(idOf(x ^ x>>31))
		}
		if !isTaken(free) {
			break
		}
	}
	if f.taken == nil {
		f.taken = map[T]uint64{}
	}
	f.taken[id] = n
	return free
}

// String returns the form used in files.
func (id ID) String() string         { return string(appendID(nil, ColliderLetter, uint64(id))) }
func (id LayerID) String() string    { return string(appendID(nil, LayerLetter, uint64(id))) }
func (id GroupID) String() string    { return string(appendID(nil, GroupLetter, uint64(id))) }
func (id InstanceID) String() string { return string(appendID(nil, InstanceLetter, uint64(id))) }

func appendID(b []byte, letter byte, n uint64) []byte {
	b = append(b, letter)
	if !IsRandomID(n) {
		return strconv.AppendUint(b, n, 10)
	}
	for shift := 5 * (idLength - 1); shift >= 0; shift -= 5 {
		b = append(b, idDigits[n>>shift&31])
	}
	return b
}

// ParseID parses the form of [ID.String].
func ParseID(s string) (ID, error) { return parseID[ID](ColliderLetter, s) }

// ParseLayerID parses the form of [LayerID.String].
func ParseLayerID(s string) (LayerID, error) { return parseID[LayerID](LayerLetter, s) }

// ParseGroupID parses the form of [GroupID.String].
func ParseGroupID(s string) (GroupID, error) { return parseID[GroupID](GroupLetter, s) }

// ParseInstanceID parses the form of [InstanceID.String].
func ParseInstanceID(s string) (InstanceID, error) { return parseID[InstanceID](InstanceLetter, s) }

func parseID[K ~uint64](letter byte, s string) (K, error) {
	if len(s) > 1 && s[0] == letter {
		if n, ok := readID(s[1:]); ok {
			return K(n), nil
		}
	}
	return 0, fmt.Errorf("%q is not an id such as %ck3fw7m2a or %c12", quote.Excerpt(s), letter, letter)
}

// readID reads an id without the letter of its kind. It is random if it begins with a letter, counted if it begins with
// a digit.
func readID(s string) (n uint64, ok bool) {
	if len(s) == 0 {
		return 0, false
	}
	if isDigit(s[0]) {
		const limit = 16 // number of digits of MaxID
		if s[0] == '0' || len(s) > limit {
			return 0, false
		}
		for i := range len(s) {
			if !isDigit(s[i]) {
				return 0, false
			}
			n = 10*n + uint64(s[i]-'0')
		}
		return n, n <= MaxID
	}
	if len(s) != idLength || s[0] < 'a' {
		return 0, false
	}
	for i := range len(s) {
		switch c := s[i]; {
		case c >= '2' && c <= '7':
			n = n<<5 | uint64(c-'2')
		case c >= 'a' && c <= 'z':
			n = n<<5 | uint64(c-'a'+6)
		default:
			return 0, false
		}
	}
	return randomIDAt + n, true
}

// hashOf hashes strings the same way on every machine: 64-bit FNV-1a, with a zero after each string.
func hashOf(texts ...string) uint64 {
	const offset, prime = 14695981039346656037, 1099511628211
	h := uint64(offset)
	for _, s := range texts {
		for i := range len(s) {
			h = (h ^ uint64(s[i])) * prime
		}
		h *= prime
	}
	return h
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
