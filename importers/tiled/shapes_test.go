package tiled

import (
	"context"
	"errors"
	"testing"
	"testing/fstest"

	"fillet/importers"
)

// The shapes of a tileset's tiles are read, unless the context is cancelled.
func TestTileShapesOfATileset(t *testing.T) {
	t.Parallel()
	const text = `<tileset name="stones" tilewidth="16" tileheight="16" tilecount="4" columns="2">
 <image source="stones.png" width="32" height="32"/>
 <tile id="2"><objectgroup><object id="1" x="0" y="0" width="16" height="8"/></objectgroup></tile>
</tileset>`
	src := func() *importers.Source { return importers.NewSource("stones.tsx", []byte(text), fstest.MapFS{}) }
	sets, issues, err := TileShapes(t.Context(), src())
	if err != nil || len(issues) > 0 || len(sets) != 1 || sets[0].Name != "stones" ||
		sets[0].Set.Image != "stones.png" || len(sets[0].Set.Shapes) != 1 || len(sets[0].Set.Shapes[2]) != 1 {
		t.Errorf("%+v, %v, %v", sets, issues, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := TileShapes(ctx, src()); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled call returns %v", err)
	}
}
