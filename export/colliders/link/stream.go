package link

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"fillet/export/colliders"
)

// refused is the answer of an editor that does not serve a request.
type refused struct{ reason string }

func (r *refused) Error() string { return "the editor refused: " + r.reason }

// isFinal reports whether connecting again cannot help.
func isFinal(err error) bool {
	var r *refused
	return errors.As(err, &r) || errors.Is(err, ErrClosed)
}

// stream is a connection that receives events.
type stream struct {
	ctx    context.Context //nolint:containedctx // ends the connection
	end    context.CancelFunc
	body   io.ReadCloser
	lines  *bufio.Reader
	silent *time.Timer // ends a connection on which nothing arrives
}

// event is a level, a change, or neither.
type event struct {
	file   *colliders.File
	change *colliders.Change
}

func (l *Link) connect(ctx context.Context) (*stream, error) {
	ctx, end := context.WithCancel(ctx)
	r, err := l.request(ctx, http.MethodGet, "events", nil) //nolint:bodyclose // close does it
	if err != nil {
		end()
		return nil, err
	}
	return &stream{
		ctx: ctx, end: end, body: r.Body, lines: bufio.NewReaderSize(r.Body, 64<<10),
		silent: time.AfterFunc(silence, end),
	}, nil
}

// request sends a request to an endpoint of the editor, and returns its answer unless it refuses.
func (l *Link) request(ctx context.Context, method, endpoint string, body io.Reader) (*http.Response, error) {
	to := *l.address
	to.Path = strings.TrimSuffix(to.Path, "/") + "/" + endpoint
	req, err := http.NewRequestWithContext(ctx, method, to.String(), body)
	if err != nil {
		return nil, err
	}
	r, err := l.http.Do(req)
	if err != nil {
		return nil, err
	}
	if r.StatusCode >= http.StatusBadRequest {
		defer func() { _ = r.Body.Close() }() // nothing was written
		text, _ := io.ReadAll(io.LimitReader(r.Body, 4096))
		reason, _, _ := strings.Cut(string(text), "\n")
		return nil, &refused{reason}
	}
	return r, nil
}

func (s *stream) close() {
	s.silent.Stop()
	s.end()
	_ = s.body.Close() // nothing was written
}

// next returns the next event. After an error, the stream must be closed.
func (s *stream) next() (event, error) {
	var kind string
	var data []byte
	for {
		line, err := s.line()
		if err != nil {
			return event{}, err
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		value = bytes.TrimPrefix(value, []byte(" "))
		switch {
		case len(line) > 0 && string(name) == "event":
			kind = string(value)
		case len(line) > 0 && string(name) == "data":
			data = value
		case len(line) == 0 && kind != "":
			return read(kind, data)
		}
	}
}

// change returns the next change of a file, and applies it. It is empty after other events.
func (s *stream) change(f *colliders.File) (*colliders.Change, error) {
	e, err := s.next()
	switch {
	case err != nil:
		return nil, err
	case e.file != nil: // after connecting again
		e.change = colliders.Diff(f, e.file)
	case e.change == nil:
		e.change = &colliders.Change{}
	}
	return e.change, f.Apply(e.change, nil)
}

// line returns a line without its end.
func (s *stream) line() ([]byte, error) {
	var line []byte
	for {
		part, err := s.lines.ReadSlice('\n')
		s.silent.Reset(silence)
		line = append(line, part...)
		switch {
		case err == nil:
			return bytes.TrimRight(line, "\r\n"), nil
		case s.ctx.Err() != nil && errors.Is(err, context.Canceled):
			return nil, errors.New("nothing has arrived for a while")
		case errors.Is(err, io.EOF):
			return nil, io.ErrUnexpectedEOF
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		case len(line) > colliders.MaxFileSize:
			return nil, fmt.Errorf("an event is larger than %d MB", colliders.MaxFileSize>>20)
		}
	}
}

// read decodes an event. Kinds of later releases are empty events.
func read(kind string, data []byte) (e event, err error) {
	switch kind {
	case "level":
		e.file, err = colliders.Load(bytes.NewReader(data))
	case "change":
		e.change, err = colliders.ReadChange(data)
	case "closed":
		var why struct{ Reason string }
		_ = json.Unmarshal(data, &why) // without a reason it is closed, too
		err = fmt.Errorf("%w: %s", ErrClosed, why.Reason)
	}
	return e, err
}
