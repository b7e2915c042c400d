package dialog

import "fillet/editor/disk"

// distantPicture loads a picture of the guide that is no part of the program.
func distantPicture(name string) ([]byte, error) { return disk.Asset("guide/" + name) }
