package dialog

import "fillet/editor/disk"

// distantPicture loads a picture of the guide that is not embedded in the program.
func distantPicture(name string) ([]byte, error) { return disk.Asset("guide/" + name) }
