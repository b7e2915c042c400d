package leveltest

// Track is the file of a level whose character runs to the right over a floor, to the goal.
const Track = `fillet: 1
name: Track
size: [480, 240]
layers:
  - id: l1
    name: Ground
    colliders:
      - {id: c1, name: floor, kind: box, size: [480, 32], position: [240, 224]}
      - {id: c3, name: goal, kind: box, size: [48, 96], position: [416, 160], role: trigger, tags: [goal]}
      - {id: c4, name: spawn, kind: point, position: [64, 190], tags: [spawn]}
`
