package overlay

// Strip is what stands over the lower edge of the canvas while a tool or a view has more to say and to choose than fits the status
// bar: a title, what is seen, and choices.
type Strip struct {
	Title   string
	Chapter string // of the guide, that says more
	Lines   []StripLine
	Choices []StripChoice
	Close   func() // ends what it is about
	Typed   bool   // its first number takes the keys when it comes up
}

// StripLine is one line of a strip's text.
type StripLine struct {
	Text string
	Bad  bool // something is wrong, and this says what
}

// StripChoice is something to choose: one of some words, a number, or with neither a button that may be pressed down.
type StripChoice struct {
	Name string // before the words or the number; on the button
	Tip  string
	Key  string // which does the same
	Row  bool   // it begins a row of its own
	End  bool   // it stands at the right end

	Words  []string
	Wide   bool // the words stand side by side, however many there are
	At     int
	Pick   func(i int)
	Listed bool // the words are a list that opens, however few there are

	Number bool
	Value  float64
	Unit   string
	Set    func(v float64)

	Slider bool // the value is dragged along a groove, from 0 to Most
	Most   float64
	Step   float64

	On  bool
	Off bool // it cannot be pressed now
	Do  func()
}

// Action is something that a tool can do where the pointer is, for the menu that opens there.
type Action struct {
	Label string
	Do    func()
}
