/**
 * Returns the number of boxes in each segment of an axis but the last one, which has about half of it: 70 in 4 is 20, 20, 20, 10.
 * With few boxes the segments can be fewer than requested.
 */
export function segmentSize(boxes: number, segments: number): number {
  return segments <= 1 ? Math.max(1, boxes) : Math.max(1, Math.ceil(boxes / (segments - 0.5)));
}

/** Returns how many boxes begin in each segment of an axis. */
export function segmentSizes(boxes: number, segments: number): readonly number[] {
  return sizesBy(boxes, segmentSize(boxes, segments));
}

/** Returns how many boxes begin in each segment of an axis. @param size of each segment but the last one, which has the rest */
export function sizesBy(boxes: number, size: number): readonly number[] {
  return Array.from({ length: Math.ceil(boxes / size) }, (_, i) => Math.min(size, boxes - i * size));
}
