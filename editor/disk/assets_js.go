package disk

import "syscall/js"

// Asset loads a file of the page that is fetched on demand, such as "guide/start.png". It waits for the network, so do
// not call it on the UI thread.
func Asset(name string) ([]byte, error) { return load("asset", name) }

// PageFile loads a file next to the page, by a name found in an asset. It waits for the network like [Asset].
func PageFile(path string) ([]byte, error) { return load("pageFile", path) }

func load(with, name string) ([]byte, error) {
	bytes, err := Await(Script().Call(with, name))
	if err != nil {
		return nil, err
	}
	data := make([]byte, bytes.Length())
	js.CopyBytesToGo(data, bytes)
	return data, nil
}

// Assets returns the names that Asset can load.
func Assets() []string {
	list := Script().Get("assets")
	names := make([]string, list.Length())
	for i := range names {
		names[i] = list.Index(i).String()
	}
	return names
}
