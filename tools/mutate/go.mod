module fillet/tools/mutate

go 1.26
