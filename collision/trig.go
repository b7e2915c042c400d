package collision

import (
	"math"
	"math/bits"
)

// These functions return the same bits on every processor. The ones in package math are assembly on some processors,
// and Go code with fused multiply-adds on others. Each result is within one unit in the last place of the exact value.
// The series are Taylor series.

// π/2 in two parts, and in three parts of which the first two have 43 bits, so that their products with an integer
// below 1024 are exact.
const (
	halfPi, halfPiRest                  = 0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54
	halfPiHigh, halfPiMiddle, halfPiLow = 0x1.921fb54442c00p+0, 0x1.18469898cc400p-44, 0x1.1701b839a2520p-88
)

// Sincos returns the sine and cosine of an angle in radians, or NaN if it is not finite.
func Sincos(radians float64) (sin, cos float64) {
	quarter, r, rest := 0, radians, 0.0
	switch a := math.Abs(radians); {
	case a <= math.Pi/4:
		if a == 0 {
			return radians, 1
		}
	case a < 1600:
		quarter, r, rest = reduce(radians)
	case a <= math.MaxFloat64:
		quarter, r, rest = reduceLarge(radians)
	default:
		return math.NaN(), math.NaN()
	}
	z := float64(r * r)
	s := 1.0/362880 + float64(z*(-1.0/39916800+
		float64(z*(1.0/6227020800+float64(z*(-1.0/1307674368000+float64(z*(1.0/355687428096000))))))))
	s = -1.0/6 + float64(z*(1.0/120+float64(z*(-1.0/5040+float64(z*s)))))
	c := -1.0/3628800 + float64(z*(1.0/479001600+float64(z*(-1.0/87178291200+float64(z*(1.0/20922789888000))))))
	c = 1.0/24 + float64(z*(-1.0/720+float64(z*(1.0/40320+float64(z*c)))))
	half := float64(z / 2)
	one := 1 - half
	sin = r + (float64(float64(r*z)*s) + float64(rest*one))
	cos = one + (((1 - one) - half) + (float64(float64(z*z)*c) - float64(r*rest)))
	switch quarter & 3 {
	case 1:
		sin, cos = cos, -sin
	case 2:
		sin, cos = -sin, -cos
	case 3:
		sin, cos = -cos, sin
	}
	return sin, cos
}

// Cos returns the cosine of an angle in radians, as [Sincos] does.
func Cos(radians float64) float64 {
	_, cos := Sincos(radians)
	return cos
}

// reduce subtracts the nearest multiple of a quarter turn from the angle. It returns that multiple, the difference,
// rounded, and the rounding error. The angle must be below 1600.
func reduce(angle float64) (quarter int, r, rest float64) {
	n := math.Trunc(float64(angle*(2/math.Pi)) + math.Copysign(0.5, angle))
	r = angle - float64(n*halfPiHigh) // exact
	r, rest = twoSum(r, -float64(n*halfPiMiddle))
	r, rest = twoSum(r, rest-float64(n*halfPiLow))
	return int(n), r, rest
}

// twoOverPi is 2/π in binary. The first word is before the point.
var twoOverPi = [21]uint64{
	0,
	0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0,
	0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4,
	0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
	0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d,
}

// reduceLarge works like reduce for an angle of 1 or more (M. H. Payne and R. N. Hanek, "Radian reduction for
// trigonometric functions", 1983). It computes the product with 2/π to two bits before the point and 190 after it.
func reduceLarge(angle float64) (quarter int, r, rest float64) {
	b := math.Float64bits(angle)
	exponent := int(b>>52&0x7ff) - 1023 - 52
	m := b&(1<<52-1) | 1<<52
	from := exponent - 2 + 64 // the bits before are multiples of whole turns
	word := func(i int) uint64 {
		i += from / 64
		if from%64 == 0 {
			return twoOverPi[i]
		}
		return twoOverPi[i]<<(from%64) | twoOverPi[i+1]>>(64-from%64)
	}
	high0, low := bits.Mul64(m, word(2))
	high1, low1 := bits.Mul64(m, word(1))
	middle, carry := bits.Add64(low1, high0, 0)
	top := m*word(0) + high1 + carry
	quarter = int(top >> 62)
	top, middle, low = top<<2|middle>>62, middle<<2|low>>62, low<<2
	sign := 1.0
	if top>>63 == 1 { // the nearest multiple is the next one
		quarter++
		sign = -1
		top, middle, low = ^top, ^middle, ^low
	}
	if top == 0 {
		top, middle, low, sign = middle, low, 0, math.Ldexp(sign, -64)
	}
	shift := bits.LeadingZeros64(top)
	top, middle = top<<shift|middle>>(64-shift), middle<<shift|low>>(64-shift)
	sign = math.Ldexp(sign, -shift)
	a := float64(sign * math.Ldexp(float64(top>>11), -53))
	tail := float64(sign * math.Ldexp(float64(top<<53>>11|middle>>22), -106))
	p := float64(a * halfPi)
	r, rest = twoSum(p, math.FMA(a, halfPi, -p)+(float64(a*halfPiRest)+float64(tail*halfPi)))
	if angle < 0 {
		quarter, r, rest = -quarter, -r, -rest
	}
	return quarter, r, rest
}

// twoSum returns a + b, rounded, and the rounding error (D. E. Knuth).
func twoSum(a, b float64) (sum, rest float64) {
	sum = a + b
	d := sum - a
	return sum, (a - (sum - d)) + (b - d)
}

// arctangents holds the arctangents of 0, 1/16, 2/16 up to 1, each in two parts.
var arctangents = [17][2]float64{
	{0, 0},
	{0x1.ff55bb72cfdeap-5, -0x1.c934d86d23f1dp-60},
	{0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
	{0x1.7b97b4bce5b02p-3, 0x1.347b0b4f881cap-58},
	{0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
	{0x1.362773707ebccp-2, -0x1.963a544b672d8p-57},
	{0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
	{0x1.a64eec3cc23fdp-2, -0x1.24dec1b50b7ffp-56},
	{0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
	{0x1.0657e94db30d0p-1, -0x1.d5b495f6349e6p-56},
	{0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
	{0x1.345f01cce37bbp-1, 0x1.1021137c71102p-55},
	{0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
	{0x1.5d58987169b18p-1, 0x1.0028e4bc5e7cap-57},
	{0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
	{0x1.819d0b7158a4dp-1, -0x1.bf76229d3b917p-56},
	{0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
}

// Atan2 returns the angle of the vector (x, y) in radians, in [-π, π]. Zeros, infinities and NaN give the same results
// as in [math.Atan2].
func Atan2(y, x float64) float64 {
	small, large := math.Abs(y), math.Abs(x)
	steep := small > large
	if steep {
		small, large = large, small
	}
	var a, rest float64
	switch {
	case x != x || y != y:
		return math.NaN()
	case math.IsInf(small, 0): // both are infinite
		a, rest = arctangents[16][0], arctangents[16][1]
	case small != 0 && !math.IsInf(large, 0):
		a, rest = atanRatio(small, large)
	}
	sign, base, baseRest := 1.0, 0.0, 0.0
	switch {
	case steep:
		base, baseRest = halfPi, halfPiRest
		if !math.Signbit(x) {
			sign = -1
		}
	case math.Signbit(x):
		sign, base, baseRest = -1, 2*halfPi, 2*halfPiRest
	}
	if base != 0 {
		sum, lost := twoSum(base, float64(sign*a))
		a, rest = sum, lost+(baseRest+float64(sign*rest))
	}
	return math.Copysign(a+rest, y)
}

// atanRatio returns the arctangent of small/large, rounded, and the rounding error. Both are positive, and small is at
// most large.
func atanRatio(small, large float64) (a, rest float64) {
	switch { // scale so that nothing overflows or loses digits
	case large > 0x1p+900:
		small, large = float64(small*0x1p-200), float64(large*0x1p-200)
	case large < 0x1p-800:
		small, large = float64(small*0x1p+270), float64(large*0x1p+270)
	}
	t := small / large
	k := 0
	if t >= 1.0/8 {
		k = int(float64(t*16) + 0.5)
		c := float64(float64(k) / 16)
		t = math.FMA(-c, large, small) / math.FMA(c, small, large)
	}
	z := float64(t * t)
	p := 1.0/11 - float64(z*(1.0/13-float64(z*(1.0/15-float64(z*(1.0/17-float64(z*(1.0/19))))))))
	p = 1.0/3 - float64(z*(1.0/5-float64(z*(1.0/7-float64(z*(1.0/9-float64(z*p)))))))
	cube := float64(float64(t*z) * p)
	if k == 0 {
		return t, -cube
	}
	return arctangents[k][0], arctangents[k][1] + (t - cube)
}
