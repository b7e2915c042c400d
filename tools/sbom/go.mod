module fillet/tools/sbom

go 1.26
