package kit

import (
	"encoding/json"

	"fyne.io/fyne/v2/lang"
)

// UseEnglish makes the toolkit show its own texts in English whatever the system's language is, because everything
// else in the program is in English.
func UseEnglish() error {
	texts := map[string]string{}
	for _, text := range []string{
		"Cancel", "Confirm", "Copy", "Cut", "Error", "No", "OK", "Paste", "Quit", "Redo", "Select all", "Undo", "Yes",
	} {
		texts[text] = text
	}
	data, err := json.Marshal(texts)
	if err != nil {
		return err
	}
	return lang.AddTranslationsForLocale(data, lang.SystemLocale())
}
