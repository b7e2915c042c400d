package importers

import (
	"bufio"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"fillet/editor/disk"

	"golang.org/x/image/bmp"
	"golang.org/x/image/webp"
)

// ErrNotPicture reports a file of a kind that cannot be traced.
var ErrNotPicture = errors.New("this is not a PNG, JPEG, GIF, WebP or BMP picture")

// PictureExtensions returns the extensions of the files that ReadPicture reads.
func PictureExtensions() []string {
	return []string{".png", ".webp", ".gif", ".jpg", ".jpeg", ".bmp"}
}

type codec struct {
	magic  string // ? is any byte
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
}

func codecs() []codec {
	return []codec{
		{"\x89PNG\r\n\x1a\n", png.DecodeConfig, png.Decode},
		{"\xff\xd8", jpeg.DecodeConfig, jpeg.Decode},
		{"GIF8?a", gif.DecodeConfig, gif.Decode},
		{"RIFF????WEBPVP8", webp.DecodeConfig, webp.Decode},
		{"BM", bmp.DecodeConfig, bmp.Decode},
	}
}

// ReadPicture reads a picture from a file, whose kind it recognizes by its content. It refuses a picture of more than
// [MaxTracePixels] before decoding it. Errors name the file.
func ReadPicture(path string) (image.Image, error) {
	file, err := disk.OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // it was only read
	m, err := DecodePicture(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// DecodePicture decodes an open file as [ReadPicture] does.
func DecodePicture(from io.ReadSeeker) (image.Image, error) {
	const longestMagic = 16
	start, err := bufio.NewReaderSize(from, longestMagic).Peek(longestMagic)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	for _, c := range codecs() {
		if !matches(start, c.magic) {
			continue
		}
		if _, err := from.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
		size, err := c.config(bufio.NewReader(from))
		if err != nil {
			return nil, err
		}
		if size.Width <= 0 || size.Height <= 0 {
			return nil, errors.New("the picture has no pixels")
		}
		if size.Height > MaxTracePixels/size.Width {
			return nil, fmt.Errorf("%w: %d by %d pixels", ErrPictureTooLarge, size.Width, size.Height)
		}
		if _, err := from.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
		return c.decode(bufio.NewReader(from))
	}
	return nil, ErrNotPicture
}

func matches(start []byte, magic string) bool {
	if len(start) < len(magic) {
		return false
	}
	for i := range len(magic) {
		if magic[i] != '?' && magic[i] != start[i] {
			return false
		}
	}
	return true
}
