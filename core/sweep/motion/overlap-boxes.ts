/** A box (6: min, max) whose corners move from `first` to `last`, up to `bend` off the straight line, against a box at rest. */
export interface BoxOverlapTime {
  /** Part of the time, 0 to 1, at which they may begin to overlap; Infinity if they never do. */
  enter: number;
  /** When they may overlap last. */
  leave: number;
}

/** More than the roundings of the divisions. */
const slack = 2 ** -40;

/**
 * Finds when two boxes may be within `reach` of each other. `first` and `last` (6 each, from their offsets) are the moving box at both ends.
 * Nothing outside [enter, leave] is lost: times are widened by more than their rounding. Hot.
 */
export function overlapBoxes(
  fixed: Float64Array,
  fixedAt: number,
  first: Float64Array,
  firstAt: number,
  last: Float64Array,
  lastAt: number,
  reach: number,
  out: BoxOverlapTime,
): boolean {
  let enter = 0;
  let leave = 1;
  for (let k = 0; k < 3; k++) {
    // The lowest side must not be above, nor the highest below: both are linear in time.
    const low = first[firstAt + k] - reach - fixed[fixedAt + k + 3];
    const lowRate = last[lastAt + k] - first[firstAt + k];
    const high = fixed[fixedAt + k] - first[firstAt + k + 3] - reach;
    const highRate = first[firstAt + k + 3] - last[lastAt + k + 3];
    // Overlap needs low + t·lowRate ≤ 0 and high + t·highRate ≤ 0.
    if (low > 0) {
      if (lowRate >= 0) return miss(out);
      enter = Math.max(enter, low / -lowRate);
    } else if (lowRate > 0) leave = Math.min(leave, -low / lowRate);
    if (high > 0) {
      if (highRate >= 0) return miss(out);
      enter = Math.max(enter, high / -highRate);
    } else if (highRate > 0) leave = Math.min(leave, -high / highRate);
  }
  enter = Math.max(0, enter - slack);
  leave = Math.min(1, leave + slack);
  if (!(enter <= leave)) return miss(out);
  out.enter = enter;
  out.leave = leave;
  return true;
}

function miss(out: BoxOverlapTime): boolean {
  out.enter = Infinity;
  return false;
}
