package collision_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"fillet/collision"
)

// precision is the number of bits in the reference numbers: the largest angle has 1,024 before the point.
const precision = 1400

func bigFloat(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }

// bigPi computes π by John Machin's formula.
func bigPi() *big.Float {
	arctan := func(n float64) *big.Float {
		sum, term, square := bigFloat(0), new(big.Float).Quo(bigFloat(1), bigFloat(n)), bigFloat(n*n)
		for k := 0; k < precision; k++ {
			t := new(big.Float).Quo(term, bigFloat(float64(2*k+1)))
			if k%2 == 1 {
				t.Neg(t)
			}
			sum.Add(sum, t)
			term.Quo(term, square)
		}
		return sum
	}
	a := new(big.Float).Mul(bigFloat(16), arctan(5))
	return a.Sub(a, new(big.Float).Mul(bigFloat(4), arctan(239)))
}

// bigSincos sums the Taylor series of the angle minus the nearest multiple of 2π.
func bigSincos(pi *big.Float, radians *big.Float) (sin, cos *big.Float) {
	turn := new(big.Float).Mul(pi, bigFloat(2))
	n, _ := new(big.Float).Quo(radians, turn).Int(nil)
	x := new(big.Float).Sub(radians, turn.Mul(turn, new(big.Float).SetPrec(precision).SetInt(n)))
	sin, cos = bigFloat(0), bigFloat(0)
	term := bigFloat(1)
	for k := range 90 {
		t := new(big.Float).Set(term)
		if k&2 != 0 {
			t.Neg(t)
		}
		if k&1 == 0 {
			cos.Add(cos, t)
		} else {
			sin.Add(sin, t)
		}
		term.Mul(term, x).Quo(term, bigFloat(float64(k+1)))
	}
	return sin, cos
}

// ulps returns the error of got in units in the last place.
func ulps(got float64, want *big.Float) float64 {
	w, _ := want.Float64()
	unit := math.Nextafter(math.Abs(w), math.Inf(1)) - math.Abs(w)
	d, _ := new(big.Float).Sub(bigFloat(got), want).Float64()
	return math.Abs(d) / unit
}

func angles() []float64 {
	r := rand.New(rand.NewPCG(1, 2))
	var list []float64
	for range 400 {
		list = append(list, r.Float64()*math.Pi/2, (r.Float64()-0.5)*40, (r.Float64()-0.5)*4000,
			float64(r.IntN(2000)-1000)*math.Pi/180,
			math.Ldexp(r.Float64()-0.5, r.IntN(2098)-1073))
	}
	for n := 1; n < 1100; n += 3 { // near multiples of a quarter turn, where the remainder is small
		x := float64(n) * math.Pi / 2
		list = append(list, x, math.Nextafter(x, 0), -math.Nextafter(x, 1e9))
	}
	// The last is the double nearest to a multiple of π/2; they differ by 2^-60.
	return append(list, 1599.9999, 1600, -1600, 1e22, math.MaxFloat64, -math.MaxFloat64, 5e-324,
		6381956970095103*math.Pow(2, 797))
}

func TestSincosIsWithinAnUlp(t *testing.T) {
	t.Parallel()
	pi, worst := bigPi(), 0.0
	for _, x := range angles() {
		sin, cos := collision.Sincos(x)
		wantSin, wantCos := bigSincos(pi, bigFloat(x))
		off := max(ulps(sin, wantSin), ulps(cos, wantCos))
		if worst = max(worst, off); !(off < 1) {
			t.Fatalf("Sincos(%v) = %v, %v, which is off by %.3g ulp", x, sin, cos, off)
		}
		if c := collision.Cos(x); c != cos {
			t.Fatalf("Cos(%v) = %v, but Sincos says %v", x, c, cos)
		}
	}
	t.Logf("at most %.3f ulp off", worst)
}

func TestSincosSpecialCases(t *testing.T) {
	t.Parallel()
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if sin, cos := collision.Sincos(x); sin == sin || cos == cos {
			t.Errorf("Sincos(%v) = %v, %v, want NaN, NaN", x, sin, cos)
		}
	}
	if sin, cos := collision.Sincos(math.Copysign(0, -1)); sin != 0 || !math.Signbit(sin) || cos != 1 {
		t.Errorf("Sincos(-0) = %v, %v, want -0, 1", sin, cos)
	}
	for _, x := range angles() {
		sin, cos := collision.Sincos(x)
		if s, c := collision.Sincos(-x); s != -sin || c != cos {
			t.Fatalf("Sincos(%v) = %v, %v, but of its negative %v, %v", x, sin, cos, s, c)
		}
	}
}

func TestAtan2IsWithinAnUlp(t *testing.T) {
	t.Parallel()
	pi, worst := bigPi(), 0.0
	r := rand.New(rand.NewPCG(3, 4))
	check := func(y, x float64) {
		t.Helper()
		got := collision.Atan2(y, x)
		// The exact angle is the computed angle plus the rotation that turns its direction into (x, y). That rotation,
		// d, is so small that it is its own arctangent.
		sin, cos := bigSincos(pi, bigFloat(got))
		mul := func(a, b *big.Float) *big.Float { return new(big.Float).Mul(a, b) }
		bx, by := bigFloat(x), bigFloat(y)
		cross, dot := mul(by, cos), mul(bx, cos)
		cross.Sub(cross, mul(bx, sin))
		dot.Add(dot, mul(by, sin))
		if dot.Sign() <= 0 {
			t.Fatalf("Atan2(%v, %v) = %v, the wrong direction", y, x, got)
		}
		off := ulps(got, cross.Add(cross.Quo(cross, dot), bigFloat(got)))
		if worst = max(worst, off); !(off < 1) {
			t.Fatalf("Atan2(%v, %v) = %v, which is off by %.3g ulp", y, x, got, off)
		}
	}
	any := func(exponent int) float64 { return math.Ldexp(r.Float64()-0.5, r.IntN(2*exponent)-exponent) }
	for range 700 {
		check(r.Float64()-0.5, r.Float64()-0.5)
		check(any(8), any(8))
		check(any(1000), any(1000))
		k := float64(r.IntN(33)) / 32
		check(math.Nextafter(k, float64(r.IntN(3)-1)*9)+5e-324, 1)
	}
	for _, v := range []float64{1, 5e-324, math.MaxFloat64} {
		check(v, v)
		check(v, -v)
		check(-v, 1)
		check(-v, -1)
		check(1, v)
		check(5e-324, -v)
	}
	t.Logf("at most %.3f ulp off", worst)
}

func TestAtan2SpecialCases(t *testing.T) {
	t.Parallel()
	values := []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN()}
	for _, y := range values {
		for _, x := range values {
			got, want := collision.Atan2(y, x), math.Atan2(y, x)
			if math.Float64bits(got) != math.Float64bits(want) && !(got != got && want != want) {
				t.Errorf("Atan2(%v, %v) = %v, want %v", y, x, got, want)
			}
		}
	}
}

func BenchmarkSincos(b *testing.B) {
	for i := range b.N {
		collision.Sincos(float64(i%1000) * 0.006)
	}
}

func BenchmarkAtan2(b *testing.B) {
	for i := range b.N {
		collision.Atan2(float64(i%1000)*0.006-3, 1)
	}
}
