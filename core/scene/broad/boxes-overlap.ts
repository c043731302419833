/** Whether two closed boxes share a point. Hot. */
export function boxesOverlap(boxes: Float64Array, i: number, j: number): boolean {
  const a = 6 * i;
  const b = 6 * j;
  return (
    boxes[a] <= boxes[b + 3] &&
    boxes[b] <= boxes[a + 3] &&
    boxes[a + 1] <= boxes[b + 4] &&
    boxes[b + 1] <= boxes[a + 4] &&
    boxes[a + 2] <= boxes[b + 5] &&
    boxes[b + 2] <= boxes[a + 5]
  );
}
