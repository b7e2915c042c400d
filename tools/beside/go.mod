module fillet/tools/beside

go 1.26
