module fillet/tools/pictures

go 1.26.0
