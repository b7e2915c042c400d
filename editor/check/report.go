package check

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
)

// Report is the findings of one file.
type Report struct {
	File     string // as it was called; slashes or the system's separators
	Findings []Finding
	More     map[Severity]int                // findings that are not listed
	Fixed    []Finding                       // what was mended before; only people and JSON are told
	AlsoDone int                             // what was mended and is not listed
	Labels   map[level.ID]string             // what people call the colliders
	Parts    map[level.ID]string             // what parts of instances are named by, in the place of their ids
	Places   map[level.ID]level.FilePosition // where they stand in the file, where that is known
	Where    map[int]level.FilePosition      // where a finding stands that is about no collider, by its index

	Instances map[level.InstanceID]level.FilePosition                      // where instances stand, where that is known
	Changes   map[level.InstanceID]map[level.PartChange]level.FilePosition // and what they change of their parts; see [level.Places]

	Entries []level.FilePosition // where the entries of what the level ignores stand, where that is known

	Ignored     []Finding // what the level ignores
	MoreIgnored int       // how many of those are not listed
	ShowIgnored bool      // people and JSON are told what is ignored or known to the baseline, not only how much
	Baseline    *Known    // what the baseline knows of the file; nil: there is no baseline
}

// SetFindings takes the findings of a check.
func (r *Report) SetFindings(f Findings) {
	r.Findings, r.More, r.Ignored, r.MoreIgnored = f.List, f.More, f.Ignored, f.MoreIgnored
}

// Limit lists at most MaxFindings of a report that lists every finding, and counts the others.
func (r *Report) Limit() {
	all := Findings{List: r.Findings, More: r.More, Ignored: r.Ignored, MoreIgnored: r.MoreIgnored}
	r.SetFindings(all.First(MaxFindings))
}

// lists are all findings that the report tells in some form.
func (r *Report) lists() [][]Finding {
	out := [][]Finding{r.Fixed, r.Findings, r.Ignored}
	if r.Baseline != nil {
		out = append(out, r.Baseline.Findings)
	}
	return out
}

// Trim drops what the report does not tell: the labels and places of colliders without a finding, and the changes of fixes. It
// then holds on to nothing of the level, which matters where there are reports of very many.
func (r *Report) Trim() {
	labels, places, parts := map[level.ID]string{}, map[level.ID]level.FilePosition{}, map[level.ID]string{}
	for _, list := range r.lists() {
		for i := range list {
			for _, id := range list[i].Colliders {
				if l, ok := r.Labels[id]; ok {
					labels[id] = strings.Clone(l)
				}
				if p, ok := r.Places[id]; ok {
					places[id] = p
				}
				if p, ok := r.Parts[id]; ok {
					parts[id] = strings.Clone(p)
				}
			}
			if f := list[i].Fix; f != nil {
				list[i].Fix = &Fix{Title: f.Title, Safe: f.Safe}
			}
		}
	}
	r.Labels, r.Places, r.Parts = labels, places, parts
	r.trimInstances()
}

// trimInstances drops the places of instances and changes without a finding.
func (r *Report) trimInstances() {
	instances, changes := r.Instances, r.Changes
	r.Instances, r.Changes = nil, nil
	for _, list := range r.lists() {
		for _, f := range list {
			at, ok := instances[f.Instance]
			if !ok {
				continue
			}
			if r.Instances == nil {
				r.Instances, r.Changes = map[level.InstanceID]level.FilePosition{}, map[level.InstanceID]map[level.PartChange]level.FilePosition{}
			}
			r.Instances[f.Instance] = at
			if at, ok := changes[f.Instance][f.Change]; ok {
				if r.Changes[f.Instance] == nil {
					r.Changes[f.Instance] = map[level.PartChange]level.FilePosition{}
				}
				r.Changes[f.Instance][f.Change] = at
			}
		}
	}
}

// At has the report say where the things of a level stand in its file.
func (r *Report) At(at level.Places) {
	r.Places, r.Entries, r.Instances, r.Changes = at.Colliders, at.Ignored, at.Instances, at.Changes
}

// position is where a finding stands in the file.
func (r *Report) position(i int) level.FilePosition {
	if p, ok := r.Where[i]; ok {
		return p
	}
	if f := &r.Findings[i]; f.Rule == RuleUnusedIgnore && f.Entry <= len(r.Entries) {
		return r.Entries[f.Entry-1]
	}
	return r.positionOf(r.Findings[i])
}

// positionOf is where the first collider of a finding stands in the file, or its instance, or what that changes.
func (r *Report) positionOf(f Finding) level.FilePosition {
	if f.Instance != 0 {
		if at, ok := r.Changes[f.Instance][f.Change]; ok {
			return at
		}
		return r.Instances[f.Instance]
	}
	if len(f.Colliders) == 0 {
		return level.FilePosition{}
	}
	return r.Places[f.Colliders[0]]
}

// Count is how many findings of each severity the reports hold.
func Count(reports []Report) map[Severity]int {
	n := map[Severity]int{}
	for _, r := range reports {
		for _, f := range r.Findings {
			n[f.Severity]++
		}
		for severity, more := range r.More {
			n[severity] += more
		}
	}
	return n
}

// unlisted is how many findings are not listed.
func (r *Report) unlisted() int { return (&Findings{More: r.More}).Unlisted() }

// Text is the reports for people: a line for each finding, in the form that editors and terminals make links of, and one
// that counts them.
func Text(reports []Report) []byte {
	var b bytes.Buffer
	fixable := 0
	for _, r := range reports {
		file := quote.Escaped(r.File)
		for _, f := range r.Fixed {
			fmt.Fprintf(&b, "%s: fixed: ", file)
			if len(f.Colliders) > 0 {
				fmt.Fprintf(&b, "%s: ", r.named(f))
			}
			fmt.Fprintf(&b, "%s [%s]\n", f.Message, f.Rule)
		}
		if r.AlsoDone > 0 {
			fmt.Fprintf(&b, "%s: fixed: and %d more\n", file, r.AlsoDone)
		}
		for i, f := range r.Findings {
			r.line(&b, f, r.position(i), string(f.Severity))
			if f.Fix != nil && f.Fix.Safe {
				b.WriteString(" (--fix mends it)")
				fixable++
			}
			b.WriteByte('\n')
		}
		if n := r.unlisted(); n > 0 {
			fmt.Fprintf(&b, "%s: and %d more\n", file, n)
		}
		r.untold(&b, file)
	}
	n := Count(reports)
	fmt.Fprintf(&b, "%s, %s, %s", count(n[Error], "error"), count(n[Warning], "warning"), count(n[Note], "note"))
	if fixable > 0 {
		fmt.Fprintf(&b, "; --fix mends %d", fixable)
	}
	ignored, known, gone := 0, 0, 0
	for _, r := range reports {
		ignored += len(r.Ignored) + r.MoreIgnored
		if r.Baseline != nil {
			known += r.Baseline.Count()
			gone += len(r.Baseline.Gone)
		}
	}
	for _, c := range []struct {
		n    int
		what string
	}{{ignored, "ignored"}, {known, "in the baseline"}, {gone, "of the baseline gone"}} {
		if c.n > 0 {
			fmt.Fprintf(&b, "; %d %s", c.n, c.what)
		}
	}
	b.WriteByte('\n')
	return b.Bytes()
}

// line writes what is to be told of a finding, but for what a fix does.
func (r *Report) line(b *bytes.Buffer, f Finding, at level.FilePosition, as string) {
	b.WriteString(quote.Escaped(r.File))
	if at.Line > 0 {
		fmt.Fprintf(b, ":%d:%d", at.Line, max(at.Column, 1))
	}
	fmt.Fprintf(b, ": %s: ", as)
	if len(f.Colliders) > 0 {
		fmt.Fprintf(b, "%s: ", r.named(f))
	}
	b.WriteString(f.Message)
	if f.isPlaced() {
		fmt.Fprintf(b, ", at (%s, %s)", number(f.Place.X), number(f.Place.Y))
	}
	fmt.Fprintf(b, " [%s]", f.Rule)
}

// untold writes what is ignored or known to the baseline, where that is asked for, and what the baseline knows and is gone.
func (r *Report) untold(b *bytes.Buffer, file string) {
	if r.ShowIgnored {
		for _, f := range r.Ignored {
			r.line(b, f, r.positionOf(f), "ignored")
			if f.Reason != "" {
				fmt.Fprintf(b, ": %s", quote.Excerpt(f.Reason))
			}
			b.WriteByte('\n')
		}
		if r.MoreIgnored > 0 {
			fmt.Fprintf(b, "%s: ignored: and %d more\n", file, r.MoreIgnored)
		}
	}
	if r.Baseline == nil {
		return
	}
	if r.ShowIgnored {
		for _, f := range r.Baseline.Findings {
			r.line(b, f, r.positionOf(f), "in the baseline")
			b.WriteByte('\n')
		}
		if r.Baseline.More > 0 {
			fmt.Fprintf(b, "%s: in the baseline: and %d more\n", file, r.Baseline.More)
		}
	}
	for _, e := range r.Baseline.Gone {
		fmt.Fprintf(b, "%s: gone: the baseline knows %s, which does not occur any more\n", file, e)
	}
}

// isPlaced reports whether the finding has a place of its own in the level.
func (f *Finding) isPlaced() bool { return len(f.Colliders) > 0 || f.Instance != 0 }

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// named lists a finding's colliders as people know them: the first few where they are many.
func (r *Report) named(f Finding) string {
	const most = 3
	ids := f.Colliders
	if len(ids) > most {
		ids = ids[:most]
	}
	names := make([]string, len(ids), most+1)
	for i, id := range ids {
		names[i] = r.idText(id)
		if l := r.Labels[id]; l != "" && l != names[i] {
			names[i] += " " + strconv.Quote(quote.Excerpt(l))
		}
	}
	if more := len(f.Colliders) - len(ids); more > 0 {
		return strings.Join(names, ", ") + " and " + strconv.Itoa(more) + " more"
	}
	return strings.Join(names, " and ")
}

type jsonFinding struct {
	File      string      `json:"file"`
	Line      int         `json:"line,omitempty"`
	Column    int         `json:"column,omitempty"`
	Rule      string      `json:"rule"`
	Severity  Severity    `json:"severity"`
	Message   string      `json:"message"`
	Colliders []string    `json:"colliders"`
	Instance  string      `json:"instance,omitempty"` // where it is about none of its parts
	Part      string      `json:"part,omitempty"`     // whose change it is about
	Key       string      `json:"key,omitempty"`      // of the part's
	Place     *[2]float64 `json:"place,omitempty"`
	Fix       *jsonFix    `json:"fix,omitempty"`
	Reason    string      `json:"reason,omitempty"` // of what is ignored
}

type jsonFix struct {
	Title string `json:"title"`
	Safe  bool   `json:"safe"`
}

// JSON is the reports for machines.
func JSON(reports []Report) ([]byte, error) {
	out := struct {
		Findings []jsonFinding    `json:"findings"`
		Fixed    []jsonFinding    `json:"fixed"`
		Counts   map[Severity]int `json:"counts"`             // of all, also of those that are not listed
		Unlisted int              `json:"unlisted,omitempty"` // findings
		AlsoDone int              `json:"fixed_unlisted,omitempty"`

		IgnoredCount  int             `json:"ignored_count"`
		Ignored       []jsonFinding   `json:"ignored,omitempty"` // where they are asked for
		BaselineCount int             `json:"baseline_count,omitempty"`
		Baseline      []jsonFinding   `json:"baseline,omitempty"` // likewise
		Gone          []BaselineEntry `json:"baseline_gone,omitempty"`
	}{Findings: []jsonFinding{}, Fixed: []jsonFinding{}, Counts: map[Severity]int{Error: 0, Warning: 0, Note: 0}}
	for _, r := range reports {
		for i, f := range r.Findings {
			j := r.json(f)
			p := r.position(i)
			j.Line, j.Column = p.Line, p.Column
			out.Findings = append(out.Findings, j)
		}
		out.Unlisted += r.unlisted()
		out.AlsoDone += r.AlsoDone
		for _, f := range r.Fixed {
			out.Fixed = append(out.Fixed, r.json(f))
		}
		out.IgnoredCount += len(r.Ignored) + r.MoreIgnored
		if r.ShowIgnored {
			out.Ignored = r.appendJSON(out.Ignored, r.Ignored)
		}
		if k := r.Baseline; k != nil {
			out.BaselineCount += k.Count()
			out.Gone = append(out.Gone, k.Gone...)
			if r.ShowIgnored {
				out.Baseline = r.appendJSON(out.Baseline, k.Findings)
			}
		}
	}
	for severity, n := range Count(reports) {
		out.Counts[severity] = n
	}
	data, err := json.MarshalIndent(out, "", "  ")
	return append(data, '\n'), err
}

func (r *Report) appendJSON(to []jsonFinding, list []Finding) []jsonFinding {
	for _, f := range list {
		j := r.json(f)
		p := r.positionOf(f)
		j.Line, j.Column = p.Line, p.Column
		to = append(to, j)
	}
	return to
}

func (r *Report) json(f Finding) jsonFinding {
	j := jsonFinding{File: r.File, Rule: f.Rule, Severity: f.Severity, Message: f.Message, Colliders: r.idStrings(f.Colliders), Reason: f.Reason}
	if f.Instance != 0 {
		j.Instance, j.Part, j.Key = f.Instance.String(), f.Change.Part, f.Change.Key
	}
	if f.isPlaced() {
		j.Place = &[2]float64{f.Place.X, f.Place.Y}
	}
	if f.Fix != nil {
		j.Fix = &jsonFix{f.Fix.Title, f.Fix.Safe}
	}
	return j
}

func (r *Report) idStrings(ids []level.ID) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = r.idText(id)
	}
	return out
}

// idText is a collider's id, or what a part of an instance is named by.
func (r *Report) idText(id level.ID) string {
	if name, ok := r.Parts[id]; ok {
		return name
	}
	return id.String()
}

// The parts of SARIF 2.1.0 that a report needs.
// https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool struct {
			Driver sarifDriver `json:"driver"`
		} `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
		// How many findings are not among the results, where there are such.
		Properties map[string]any `json:"properties,omitempty"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID      string       `json:"id"`
		Short   sarifMessage `json:"shortDescription"`
		Full    sarifMessage `json:"fullDescription"`
		Help    sarifMessage `json:"help"`
		Default struct {
			Level string `json:"level"`
		} `json:"defaultConfiguration"`
	}
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID       string             `json:"ruleId"`
		RuleIndex    int                `json:"ruleIndex"`
		Level        string             `json:"level"`
		Message      sarifMessage       `json:"message"`
		Locations    []sarifLocation    `json:"locations"`
		Related      []sarifLocation    `json:"relatedLocations,omitempty"`
		Fingerprints map[string]string  `json:"partialFingerprints"`
		Baseline     string             `json:"baselineState,omitempty"`
		Suppressions []sarifSuppression `json:"suppressions,omitempty"`
		Properties   map[string]any     `json:"properties,omitempty"`
	}
	// sarifSuppression says that a result is known and meant: in the level itself, or in the file of a baseline.
	sarifSuppression struct {
		Kind          string `json:"kind"`
		Justification string `json:"justification,omitempty"`
	}
	sarifLocation struct {
		ID       *int           `json:"id,omitempty"`
		Physical sarifPhysical  `json:"physicalLocation"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
		Message  *sarifMessage  `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact struct {
			URI string `json:"uri"`
		} `json:"artifactLocation"`
		Region *sarifRegion `json:"region,omitempty"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
	}
	sarifLogical struct {
		Name string `json:"name"`
		Kind string `json:"kind"`
	}
)

// SARIF is the reports as a SARIF 2.1.0 log, which code review and build servers read. Version is this program's, and
// may be empty. A result's fingerprint is made of its rule, its file and its colliders (of its message
// where it is about none), so that it stays while they do.
func SARIF(reports []Report, version string) ([]byte, error) {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "Fillet", Version: version}
	index := map[string]int{}
	for i, r := range Rules() {
		rule := sarifRule{ID: r.ID, Short: sarifMessage{r.Title}, Full: sarifMessage{r.Help}, Help: sarifMessage{r.Help}}
		rule.Default.Level = string(r.Severity)
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, rule)
		index[r.ID] = i
	}
	unlisted := 0
	for _, r := range reports {
		for i, f := range r.Findings {
			result := r.sarif(f, r.position(i), index[f.Rule])
			if r.Baseline != nil {
				result.Baseline = "new"
			}
			run.Results = append(run.Results, result)
		}
		for _, f := range r.Ignored {
			result := r.sarif(f, r.positionOf(f), index[f.Rule])
			result.Suppressions = []sarifSuppression{{"inSource", f.Reason}}
			if r.Baseline != nil {
				result.Baseline = "unchanged"
			}
			run.Results = append(run.Results, result)
		}
		if r.Baseline != nil {
			for _, f := range r.Baseline.Findings {
				result := r.sarif(f, r.positionOf(f), index[f.Rule])
				result.Baseline, result.Suppressions = "unchanged", []sarifSuppression{{"external", "known to the baseline"}}
				run.Results = append(run.Results, result)
			}
		}
		unlisted += r.unlisted()
	}
	if unlisted > 0 {
		run.Properties = map[string]any{"unlisted": unlisted}
	}
	data, err := json.MarshalIndent(sarifLog{
		Schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run},
	}, "", "  ")
	return append(data, '\n'), err
}

func (r *Report) sarif(f Finding, at level.FilePosition, rule int) sarifResult {
	text := f.Message
	if len(f.Colliders) > 0 {
		text = r.named(f) + ": " + text
	}
	what := strings.Join(r.idStrings(f.Colliders), " ")
	if what == "" && f.Rule != RuleInvalidOutline { // a file has one of these at most
		what = f.Message
	}
	sum := sha256.Sum256([]byte(f.Rule + "\n" + filepath.ToSlash(r.File) + "\n" + what))
	out := sarifResult{
		RuleID: f.Rule, RuleIndex: rule, Level: string(f.Severity), Message: sarifMessage{escapeSARIF(text)},
		Fingerprints: map[string]string{"fillet/v1": hex.EncodeToString(sum[:8])},
	}
	if len(f.Colliders) == 0 {
		out.Locations = []sarifLocation{r.location(at, 0)}
		if f.Instance != 0 {
			out.Properties = map[string]any{"place": [2]float64{f.Place.X, f.Place.Y}}
			out.Locations[0].Logical = []sarifLogical{{f.Instance.String(), "object"}}
		}
		return out
	}
	out.Properties = map[string]any{"place": [2]float64{f.Place.X, f.Place.Y}}
	out.Locations = []sarifLocation{r.location(at, f.Colliders[0])}
	const most = 100 // as many as code review shows
	for n, id := range f.Colliders[1:min(len(f.Colliders), 1+most)] {
		l := r.location(r.Places[id], id)
		l.ID = &n
		l.Message = &sarifMessage{"the other collider"}
		out.Related = append(out.Related, l)
	}
	return out
}

func (r *Report) location(at level.FilePosition, id level.ID) sarifLocation {
	var l sarifLocation
	l.Physical.Artifact.URI = fileURI(r.File)
	if at.Line > 0 {
		l.Physical.Region = &sarifRegion{at.Line, at.Column}
	}
	if id != 0 {
		l.Logical = []sarifLogical{{r.idText(id), "object"}}
	}
	return l
}

// escapeSARIF is a text as a SARIF message holds it (3.11.5, 3.11.6): brackets would be a link, braces the place of an
// argument, and names come from strangers.
func escapeSARIF(s string) string {
	return strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`, `{`, `{{`, `}`, `}}`).Replace(s)
}

// fileURI is a relative reference for a relative path, a file URI for an absolute one.
func fileURI(path string) string {
	slashed := filepath.ToSlash(path)
	u := url.URL{Path: slashed}
	if filepath.IsAbs(path) {
		u.Scheme = "file"
		u.Path = "/" + strings.TrimPrefix(slashed, "/")
	}
	return u.String()
}
