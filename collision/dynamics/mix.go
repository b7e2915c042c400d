package dynamics

import (
	"math"
	"slices"
)

// Mix is a rule by which the frictions or the restitutions of two touching surfaces combine. Its values are the words
// for it in files.
type Mix string

// The mixes.
const (
	GeometricMix Mix = "geometric" // the square root of the product
	AverageMix   Mix = "average"
	MinimumMix   Mix = "minimum"
	MaximumMix   Mix = "maximum"
	ProductMix   Mix = "product"
)

// Mixes returns all mixes.
func Mixes() []Mix { return slices.Clone(mixes) }

var mixes = []Mix{GeometricMix, AverageMix, MinimumMix, MaximumMix, ProductMix}

// Of combines two values. An unknown mix is geometric.
func (m Mix) Of(a, b float64) float64 {
	switch m {
	case AverageMix:
		return float64(a/2) + float64(b/2)
	case MinimumMix:
		return min(a, b)
	case MaximumMix:
		return max(a, b)
	case ProductMix:
		return float64(a * b)
	}
	return math.Sqrt(max(a, 0) * max(b, 0))
}

// Valid reports whether m is one of the mixes.
func (m Mix) Valid() bool { return slices.Contains(mixes, m) }

func (m Mix) String() string { return string(m) }
