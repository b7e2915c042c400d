package overlay

// Strip is a panel over the lower edge of the canvas, for a tool or a view whose text and controls do not fit in the
// status bar.
type Strip struct {
	Title   string
	Chapter string // the guide chapter to link to
	Lines   []StripLine
	Legend  []Sample // explains the marks on the canvas
	Choices []StripChoice
	Close   func() // ends the activity that the strip belongs to
	Typed   bool   // the strip's first number takes focus when the strip opens
}

// StripLine is a line of text in a strip.
type StripLine struct {
	Text string
	Bad  bool // the line reports a problem
}

// StripChoice is a control: a choice of words, a number, or a button.
type StripChoice struct {
	Name string // label before the words or the number, or on the button
	Tip  string
	Key  string // keyboard shortcut
	Row  bool   // starts a new row
	End  bool   // aligned to the right

	Words  []string
	Wide   bool // show all words side by side
	At     int
	Pick   func(i int)
	Listed bool // show the words in a drop-down list

	Number bool
	Value  float64
	Unit   string
	Set    func(v float64)

	Slider bool // show a slider from 0 to Max
	Max    float64
	Step   float64

	On  bool
	Off bool // disabled
	Do  func()
}

// Action is an entry that a tool adds to the context menu.
type Action struct {
	Label string
	Do    func()
}
