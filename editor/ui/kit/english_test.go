package kit

import (
	"testing"

	"fyne.io/fyne/v2/lang"
)

// The toolkit's menus are in English on a German, French or Chinese system too.
func TestToolkitSpeaksEnglish(t *testing.T) {
	if lang.L("Cut") != "Cut" {
		t.Skipf("this test runs on an English system, not where Cut is %q", lang.L("Cut"))
	}
	words := func() []string {
		var words []string
		for _, word := range []string{"Cut", "Copy", "Paste", "Select all", "Undo", "Redo", "Quit", "Cancel", "OK"} {
			words = append(words, lang.L(word))
		}
		return words
	}
	english := words()
	for _, system := range []string{"de_DE.UTF-8", "fr_CA.UTF-8", "zh_CN.UTF-8", "pt.UTF-8"} {
		t.Setenv("LC_ALL", system)
		t.Setenv("LANGUAGE", "")
		if err := lang.AddTranslationsForLocale([]byte("{}"), "eo"); err != nil { // makes the toolkit read the locale
			t.Fatal(err)
		}
		if lang.L("Cut") == "Cut" {
			t.Fatalf("the toolkit does not know %s", system)
		}
		if err := UseEnglish(); err != nil {
			t.Fatal(err)
		}
		for i, word := range words() {
			if word != english[i] {
				t.Errorf("on a system in %s the toolkit says %q, want %q", system, word, english[i])
			}
		}
	}
}
