package disk

import "syscall/js"

// Asset is a file beside the page that is loaded when it is needed, such as "guide/start.png". It waits for the network, so it is called off
// the window's thread.
func Asset(name string) ([]byte, error) { return load("asset", name) }

// Beside is a file by its name beside the page, which an asset has told of. It waits as Asset does.
func Beside(path string) ([]byte, error) { return load("beside", path) }

func load(with, name string) ([]byte, error) {
	bytes, err := Await(Script().Call(with, name))
	if err != nil {
		return nil, err
	}
	data := make([]byte, bytes.Length())
	js.CopyBytesToGo(data, bytes)
	return data, nil
}

// Assets names the files that Asset can give.
func Assets() []string {
	list := Script().Get("assets")
	names := make([]string, list.Length())
	for i := range names {
		names[i] = list.Index(i).String()
	}
	return names
}
