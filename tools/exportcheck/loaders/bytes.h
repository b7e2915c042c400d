// Reads a file for the programs in this folder.

// Returns the bytes of a file.
static unsigned char* read_bytes(const char* path, size_t* size) {
	FILE* f = fopen(path, "rb");
	if (!f) exit(2);
	fseek(f, 0, SEEK_END);
	*size = (size_t)ftell(f);
	rewind(f);
	unsigned char* bytes = (unsigned char*)malloc(*size + 1);
	if (!bytes || fread(bytes, 1, *size, f) != *size) exit(2);
	fclose(f);
	return bytes;
}
