package polygon_test

import (
	"math"
	"testing"

	"fillet/collision"
	"fillet/collision/polygon"

	"pgregory.net/rapid"
)

type (
	vec     = collision.Vec
	options = polygon.PathOptions
)

// lines returns a way along points.
func lines(stop bool, points ...vec) (way []polygon.PathPiece) {
	for i := 1; i < len(points); i++ {
		way = append(way, polygon.PathPiece{Segment: collision.Segment{From: points[i-1], To: points[i]}, Stop: stop})
	}
	return way
}

// ring returns a circle about a point, starting to the right of the point.
func ring(about vec, radius float64) []polygon.PathPiece {
	right := about.Add(vec{X: radius})
	return []polygon.PathPiece{{Segment: collision.Segment{From: right, To: right, Center: about, Radius: radius}}}
}

func mustPath(t interface{ Fatal(...any) }, way []polygon.PathPiece, o options) *polygon.Path {
	p, err := polygon.NewPath(collision.Identity(), way, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A circle of radius r at speed v takes 2πr/v. After time t the body is at the angle vt/r, and its speed is exactly v.
func TestCircle(t *testing.T) {
	t.Parallel()
	about, r, v := vec{X: 30, Y: -20}, 80.0, 120.0
	p := mustPath(t, ring(about, r), options{Speed: v, Loop: polygon.AroundAgain, Follow: true})
	if want := 2 * math.Pi * r / v; math.Abs(p.Period()-want) > 1e-12 {
		t.Errorf("period %v, want %v", p.Period(), want)
	}
	for k := range 1000 {
		s := float64(k) * 0.037
		sin, cos := math.Sincos(v * s / r)
		at := p.At(s)
		if at.P.Dist(about.Add(vec{X: r * cos, Y: r * sin})) > 1e-9 {
			t.Fatalf("after %v s at %v", s, at.P)
		}
		if at.Velocity.Dist(vec{X: -v * sin, Y: v * cos}) > 1e-9 || math.Abs(at.Spin-v/r) > 1e-9 {
			t.Fatalf("after %v s with %v, spin %v", s, at.Velocity, at.Spin)
		}
		if math.Abs(at.Q.C-cos) > 1e-9 || math.Abs(at.Q.S-sin) > 1e-9 {
			t.Fatalf("after %v s turned by %v", s, at.Q)
		}
	}
}

// A body that goes back and forth in time T is exactly at each end, is halfway after half the time, and has a period of
// 2T plus the waits.
func TestBackAndForth(t *testing.T) {
	t.Parallel()
	a, b := vec{X: 10, Y: 20}, vec{X: 310, Y: 420}
	for _, ease := range []polygon.PathEase{polygon.LinearEase, polygon.SmoothEase} {
		p := mustPath(t, lines(false, a, b), options{Time: 2, Ease: ease, Wait: 0.5})
		if p.Period() != 5 {
			t.Errorf("period %v", p.Period())
		}
		for _, tt := range []struct {
			at   float64
			want vec
		}{{0, a}, {2, b}, {2.3, b}, {2.5, b}, {4.5, a}, {4.9, a}, {5, a}, {7, b}, {500, a}, {502.25, b}} {
			if got := p.At(tt.at); got.P != tt.want {
				t.Errorf("ease %v: after %v s at %v, want %v", ease, tt.at, got.P, tt.want)
			}
		}
		for _, s := range []float64{1, 3.5, 6, 8.5} {
			if got := p.At(s).P; got.Dist(a.Lerp(b, 0.5)) > 1e-9 {
				t.Errorf("ease %v: after %v s at %v, not halfway", ease, s, got)
			}
		}
	}
}

// SmoothEase follows its formula, in position and speed, and never exceeds the given speed.
func TestSmooth(t *testing.T) {
	t.Parallel()
	const v, length = 90.0, 400.0
	p := mustPath(t, lines(false, vec{}, vec{X: length}), options{
		Speed: v, Ease: polygon.SmoothEase,
		Loop: polygon.OnceOnly,
	})
	if want := math.Pi / 2 * length / v; math.Abs(p.Period()-want) > 1e-12 {
		t.Errorf("takes %v, want %v", p.Period(), want)
	}
	for k := range 200 {
		f := float64(k) / 200
		got := p.At(f * p.Period())
		if want := length * (1 - math.Cos(math.Pi*f)) / 2; math.Abs(got.P.X-want) > 1e-9 {
			t.Fatalf("after %v at %v, want %v", f, got.P.X, want)
		}
		if want := v * math.Sin(math.Pi*f); math.Abs(got.Velocity.X-want) > 1e-9 {
			t.Fatalf("after %v at speed %v, want %v", f, got.Velocity.X, want)
		}
	}
	if got := p.At(1e9); got.P != (vec{X: length}) || got.Velocity != (vec{}) {
		t.Errorf("at the end: position %v, velocity %v", got.P, got.Velocity)
	}
}

// A platform stops exactly at every stop, and waits there.
func TestStops(t *testing.T) {
	t.Parallel()
	a, b, c := vec{}, vec{X: 30, Y: 40}, vec{X: 30, Y: 140}
	p := mustPath(t, lines(true, a, b, c), options{Speed: 50, Wait: 1})
	for _, tt := range []struct {
		at   float64
		want vec
	}{
		{0, a},
		{1, b},
		{1.9, b},
		{2, b},
		{3, vec{X: 30, Y: 90}},
		{4, c},
		{5, c},
		{6, vec{X: 30, Y: 90}},
		{7, b},
		{8, b},
		{9, a},
		{9.5, a},
		{10, a},
		{11, b},
	} {
		if got := p.At(tt.at).P; got.Dist(tt.want) > 1e-12 {
			t.Errorf("after %v s at %v, want %v", tt.at, got, tt.want)
		}
	}
	if p.Period() != 10 {
		t.Errorf("period %v", p.Period())
	}
	on := mustPath(t, lines(false, a, b, c), options{Speed: 50}) // without stops it passes exactly through the point
	if got := on.At(1).P; got != b {
		t.Errorf("passes %v, want %v", got, b)
	}
}

// A body that follows a square has its initial orientation at the start, has turned once at the end, and never jumps.
func TestFollow(t *testing.T) {
	t.Parallel()
	square := lines(false, vec{}, vec{X: 100}, vec{X: 100, Y: 100}, vec{Y: 100}, vec{})
	p := mustPath(t, square, options{Speed: 100, Loop: polygon.AroundAgain, Follow: true})
	for k, want := range []float64{0, 0, math.Pi / 2, math.Pi, -math.Pi / 2} {
		at := 0.0
		if k > 0 {
			at = float64(k) - 0.5
		}
		if got := p.At(at).Q.Angle(); math.Abs(math.Remainder(got-want, 2*math.Pi)) > 1e-9 {
			t.Errorf("after %v s turned by %v, want %v", at, got, want)
		}
	}
	last := p.At(0).Q
	for k := range 8000 {
		q := p.At(float64(k) / 1000).Q
		if turn := math.Abs(last.Inv().Mul(q).Angle()); turn > 0.006 {
			t.Fatalf("after %d ms the body jumps by an angle of %v", k, turn)
		}
		last = q
	}
	corner := mustPath(t, lines(false, vec{}, vec{X: 100}, vec{X: 100, Y: 100}), options{Speed: 100, Follow: true})
	if got := corner.At(1).Q.Angle(); math.Abs(got-math.Pi/4) > 1e-9 {
		t.Errorf("at the corner it is turned by %v", got)
	}
}

// A Turn continues regardless of the way, about the body's position.
func TestTurn(t *testing.T) {
	t.Parallel()
	at := collision.NewTransform(vec{X: 5, Y: 6}, 0.3)
	p, err := polygon.NewPath(at, nil, options{Turn: 2, Speed: 100})
	if err != nil || !p.Moves() || p.Period() != 0 {
		t.Fatal(err, p.Moves())
	}
	got := p.At(1.5)
	if got.P != at.P || math.Abs(got.Q.Angle()-collision.NewRot(3.3).Angle()) > 1e-12 || got.Spin != 2 {
		t.Errorf("%v turned by %v, spin %v", got.P, got.Q.Angle(), got.Spin)
	}
}

func TestInvalidPaths(t *testing.T) {
	t.Parallel()
	way := lines(false, vec{}, vec{X: 1})
	for name, o := range map[string]options{
		"speed": {Speed: -1}, "huge speed": {Speed: 1e7}, "time": {Time: math.NaN()}, "phase": {Phase: 1.5},
		"wait": {Wait: math.Inf(1)}, "turn": {Turn: math.NaN()},
	} {
		if _, err := polygon.NewPath(collision.Identity(), way, o); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := polygon.NewPath(collision.Identity(), lines(false, vec{}, vec{X: math.NaN()}),
		options{Speed: 1}); err == nil {
		t.Error("a way to NaN is accepted")
	}
	if _, err := polygon.NewPath(collision.NewTransform(vec{X: math.NaN()}, 0), way, options{Speed: 1}); err == nil {
		t.Error("a body at NaN is accepted")
	}
	still := mustPath(t, way, options{})
	if still.Moves() || still.At(7).P != (vec{}) {
		t.Error("a body without speed and time moves")
	}
}

// On random ways, At is continuous, never exceeds the speed and repeats after a period, and a phase only shifts the
// time.
func TestPathProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		coordinate := rapid.Float64Range(-500, 500)
		var way []polygon.PathPiece
		at := vec{X: coordinate.Draw(t, "x"), Y: coordinate.Draw(t, "y")}
		first := at
		add := func(to vec) {
			s := polygon.PathPiece{Segment: collision.Segment{From: at, To: to}, Stop: rapid.Bool().Draw(t, "stop")}
			if rapid.Bool().Draw(t, "arc") && at != to { // half a circle
				s.Center, s.Clockwise = at.Lerp(to, 0.5), rapid.Bool().Draw(t, "clockwise")
				s.Radius = s.Center.Dist(at)
			}
			way, at = append(way, s), to
		}
		for range rapid.IntRange(1, 6).Draw(t, "pieces") {
			if to := (vec{X: coordinate.Draw(t, "x"), Y: coordinate.Draw(t, "y")}); to.Dist(at) > 5 {
				add(to)
			}
		}
		if len(way) == 0 {
			return
		}
		o := options{
			Speed: rapid.Float64Range(1, 2000).Draw(t, "speed"),
			Wait:  rapid.SampledFrom([]float64{0, 0, 0.25, 2}).Draw(t, "wait"),
			Ease:  rapid.SampledFrom([]polygon.PathEase{polygon.LinearEase, polygon.SmoothEase}).Draw(t, "ease"),
			Loop:  rapid.SampledFrom([]polygon.PathLoop{polygon.BackAndForth, polygon.AroundAgain}).Draw(t, "loop"),
		}
		o.Follow = rapid.Bool().Draw(t, "follow")
		if o.Loop == polygon.AroundAgain {
			if at.Dist(first) < 5 {
				return
			}
			add(first)
		}
		p := mustPath(t, way, o)
		if p.Length() < 1 {
			return
		}
		seconds := rapid.Float64Range(0, 3*p.Period()).Draw(t, "seconds")
		dt := rapid.Float64Range(1e-4, 0.1).Draw(t, "dt")
		a, b := p.At(seconds), p.At(seconds+dt)
		slack := 1e-6 * (1 + o.Speed*dt)
		if a.P.Dist(b.P) > o.Speed*dt+slack {
			t.Fatalf("moved %v px in %v s with a top speed of %v px/s", a.P.Dist(b.P), dt, o.Speed)
		}
		if a.Velocity.Len() > o.Speed*(1+1e-9) {
			t.Fatalf("%v is faster than %v", a.Velocity.Len(), o.Speed)
		}
		if later := p.At(seconds + p.Period()); later.P.Dist(a.P) > 1e-6*(1+o.Speed*seconds) {
			t.Fatalf("at %v after a period, at %v before", later.P, a.P)
		}
		if o.Follow { // a small step is a small turn, however sharp the corner
			near := p.At(seconds + 1e-9)
			if turn := math.Abs(a.Q.Inv().Mul(near.Q).Angle()); turn > 1e-3 {
				t.Fatalf("the body jumps by an angle of %v", turn)
			}
		}
		o.Phase = rapid.Float64Range(0, 1).Draw(t, "phase")
		if shifted := mustPath(t, way, o).At(seconds); shifted.P.Dist(p.At(seconds+o.Phase*p.Period()).P) > 1e-6*(1+
			o.Speed) {
			t.Fatal("a phase does not only shift the time")
		}
		if way[0].Stop = !way[0].Stop; o.Loop == polygon.BackAndForth { // the way back mirrors the way out
			o.Phase, o.Wait = 0, 0
			q := mustPath(t, way, o)
			if s := math.Mod(seconds, q.Period()); q.At(s).P.Dist(q.At(q.Period()-s).P) > 1e-6*(1+o.Speed) {
				t.Fatal("the way back differs from the way out")
			}
		}
	})
}

func TestAtAllocatesNothing(t *testing.T) {
	p := mustPath(t, append(lines(true, vec{}, vec{X: 50}, vec{X: 50, Y: 90}), ring(vec{X: 30, Y: 90}, 20)...),
		options{Speed: 100, Ease: polygon.SmoothEase, Follow: true})
	seconds := 0.0
	if n := testing.AllocsPerRun(100, func() { seconds += 0.1; p.At(seconds) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkAt(b *testing.B) {
	p := mustPath(b, append(lines(true, vec{}, vec{X: 50}, vec{X: 50, Y: 90}), ring(vec{X: 30, Y: 90}, 20)...),
		options{Speed: 100, Ease: polygon.SmoothEase, Follow: true})
	b.ReportAllocs()
	for i := range b.N {
		p.At(float64(i) / 60)
	}
}

// Only a OnceOnly way, for a body without a Turn, has a beginning and an end.
func TestEnds(t *testing.T) {
	t.Parallel()
	way := lines(false, vec{}, vec{X: 100})
	for _, x := range []struct {
		o  options
		ok bool
	}{
		{options{Time: 4, Loop: polygon.OnceOnly, Phase: 0.25}, true},
		{options{Time: 4}, false},
		{options{Time: 4, Turn: 1}, false},
		{options{Time: 4, Loop: polygon.OnceOnly, Turn: 1}, false},
	} {
		if from, to, ok := mustPath(t, way, x.o).Ends(); ok != x.ok || ok && (from != -1 || to != 3) {
			t.Errorf("%+v: from %g to %g, %v", x.o, from, to, ok)
		}
	}
}

// Between two corners a body moves along one line and turns evenly; without easing, its speed is constant.
func TestCorners(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		points := make([]vec, rapid.IntRange(2, 9).Draw(t, "points"))
		for i := range points {
			points[i] = vec{
				X: float64(rapid.IntRange(-50, 50).Draw(t, "x")),
				Y: float64(rapid.IntRange(-50, 50).Draw(t, "y")),
			}
		}
		o := options{
			Time: rapid.Float64Range(0.01, 1e4).Draw(t, "time"),
			Wait: rapid.SampledFrom([]float64{0, 0.25, 1e3}).Draw(t, "wait"),
			Ease: rapid.SampledFrom([]polygon.PathEase{polygon.LinearEase, polygon.SmoothEase}).Draw(t, "ease"),
			Loop: rapid.SampledFrom([]polygon.PathLoop{
				polygon.BackAndForth, polygon.AroundAgain,
				polygon.OnceOnly,
			}).Draw(t, "loop"),
			Phase: rapid.SampledFrom([]float64{0, 0.3, 1}).Draw(t, "phase"), Follow: rapid.Bool().Draw(t, "follow"),
		}
		if o.Loop == polygon.AroundAgain {
			points = append(points, points[0])
		}
		p := mustPath(t, lines(rapid.Bool().Draw(t, "stops"), points...), o)
		corners := p.Corners([]float64{-7})
		if corners[0] != -7 {
			t.Fatal("Corners changed the existing elements of dst")
		}
		if corners = corners[1:]; p.Period() == 0 {
			if len(corners) > 0 {
				t.Fatalf("a body that stays has the corners %v", corners)
			}
			return
		}
		if corners[0] != 0 || corners[len(corners)-1] != p.Period() {
			t.Fatalf("the corners of a period of %v are %v", p.Period(), corners)
		}
		for i := 1; i < len(corners); i++ {
			from, takes := corners[i-1], corners[i]-corners[i-1]
			if !(takes > 0) {
				t.Fatalf("corners out of order: %v", corners)
			}
			if takes < 1e-9*p.Period() {
				continue // the same corner, on the way back
			}
			a, b, c := p.At(from+0.1*takes), p.At(from+0.5*takes), p.At(from+0.9*takes)
			for _, s := range []polygon.PathState{a, c} {
				if off := s.Velocity.Sub(b.Velocity); o.Ease == polygon.LinearEase && off.Len() > 1e-9 ||
					math.Abs(s.Velocity.Cross(b.Velocity)) > 1e-9*(1+b.Velocity.LenSq()) ||
					s.Velocity.Dot(b.Velocity) < 0 {
					t.Fatalf("between %v and %v it moves by %v, and by %v", from, corners[i], s.Velocity, b.Velocity)
				}
				if o.Ease == polygon.LinearEase && math.Abs(s.Spin-b.Spin) > 1e-6*(1+math.Abs(b.Spin)) {
					t.Fatalf("between %v and %v it turns by %v, and by %v", from, corners[i], s.Spin, b.Spin)
				}
			}
		}
	})
}
