package link

import (
	"io"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"fillet/editor/level"
)

// pipe is a connection on this machine without a network.
type pipe struct{ net.Conn }

func (pipe) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)} }

// pipes listens for connections that a test makes.
type pipes chan net.Conn

func (p pipes) Accept() (net.Conn, error) {
	if c, ok := <-p; ok {
		return pipe{c}, nil
	}
	return nil, io.EOF
}

func (p pipes) Close() error   { return nil }
func (p pipes) Addr() net.Addr { return &net.TCPAddr{} }

// A client that stays connected but takes nothing is disconnected after a while. Until then, it holds up neither edits
// nor encoding.
func TestStuckClient(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		doc, err := level.NewDocument(level.DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		s := &Server{token: "token", config: Config{Go: func(f func()) { go f() }}}
		taken := 0
		l := s.Offer(Offer{Path: "a", Post: func(f func()) { f() }, Snapshot: func() (level.Snapshot, error) {
			taken++
			return doc.Snapshot(), nil
		}})
		on := make(pipes, 1)
		server := &http.Server{Handler: s} //nolint:gosec // a test
		ended := make(chan struct{})
		go func() {
			_ = server.Serve(on)
			close(ended)
		}()
		client, conn := net.Pipe()
		on <- conn
		if _, err := io.WriteString(client, "GET /token/events HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if n := len(s.Clients()); n != 1 {
			t.Fatalf("%d clients", n)
		}
		begin := time.Now()
		for range 10 {
			l.Changed()
			time.Sleep(frameTime)
			synctest.Wait()
		}
		if took := time.Since(begin); took > 10*frameTime || taken < 10 {
			t.Errorf("10 edits took %v, and %d snapshots were taken", took, taken)
		}
		time.Sleep(writeTime)
		synctest.Wait()
		if n := len(s.Clients()); n != 0 {
			t.Errorf("after %v, the client is still connected", writeTime)
		}
		_ = client.Close()
		l.Close("")
		close(on)
		<-ended
	})
}
