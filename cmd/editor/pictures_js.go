package main

import "fillet/editor/ui/dialog"

func pictures() dialog.ImageClipboard { return nil }
