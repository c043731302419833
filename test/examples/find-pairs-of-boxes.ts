import { createBroadPhase } from 'boxwood';

// Three boxes in a row. The third one moves until it touches the second; touching boxes are a pair.
const boxes = Float64Array.of(0, 0, 0, 2, 1, 1, 1, 0, 0, 3, 1, 1, 5, 0, 0, 6, 1, 1);
const phase = createBroadPhase(3);
const before = phase.pairs(boxes);
boxes.set([3, 0, 0, 4, 1, 1], 12);
console.log(before.join(' '), '|', phase.pairs(boxes).join(' ')); // 0 1 | 0 1 1 2
