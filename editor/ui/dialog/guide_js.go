package dialog

import "fillet/editor/browser"

// distantPicture loads a picture of the guide that is no part of the program.
func distantPicture(name string) ([]byte, error) { return browser.Asset("guide/" + name) }
