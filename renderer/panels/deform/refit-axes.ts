/** Ranges and ticks of the refit and rebuild plots. Pure functions, so that tests can call them. */

export type Range = readonly [min: number, max: number];

/** Part of a range's height that stays free above and below its lines. */
const margin = 0.08;

/**
 * Returns the range of costs: that of the lines, not from zero, since a change of a few percent would be a flat line there. The limit is
 * included where that leaves the lines half of the height.
 */
export function costRange(costs: readonly (number | null)[], limit: number | null): Range {
  const [min, max] = rangeOf(costs) ?? [0, 1];
  // Costs that never change lie in the middle, not on the frame.
  const height = Math.max(max - min, max * 0.02, 1e-9);
  const top = limit !== null && limit > max && limit - min <= 2 * height ? limit : max;
  const free = margin * Math.max(top - min, height);
  return [Math.max(0, Math.min(min, max - height) - free), top + free];
}

/** Returns ticks of a range at steps of 1, 2 or 5 times a power of ten, at most `max` of them. */
export function ticks([min, greatest]: Range, max: number): readonly number[] {
  const span = greatest - min;
  if (!(span > 0)) return [];
  const rough = span / Math.max(1, max);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((times) => times * power >= rough) ?? 10);
  const first = Math.ceil(min / step - 1e-9);
  const count = Math.floor(greatest / step + 1e-9) - first + 1;
  // Multiples of the step, not sums of it: errors do not add up.
  return Array.from({ length: Math.max(0, count) }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/** Returns the costs that are round percentages of `first`. */
export function decayTicks([min, greatest]: Range, first: number | null, max: number): readonly number[] {
  if (first === null || !(first > 0)) return [];
  return ticks([(100 * min) / first, (100 * greatest) / first], max).map((percent) => (percent * first) / 100);
}

/**
 * Returns the range of times for a logarithmic axis: a refit takes a hundredth of a rebuild, and one garbage collection would flatten
 * both.
 */
export function timeRange(times: readonly (number | null)[]): Range {
  const [min, max] = rangeOf(times.map((time) => (time !== null && time > 0 ? time : null))) ?? [0.1, 10];
  return [min / 1.3, max * 1.3];
}

/** Returns the range of positive values on a logarithmic axis that begins and ends with powers of ten. */
export function roundRange(values: readonly number[]): Range {
  const low = Math.floor(Math.log10(Math.min(...values)) + 1e-9);
  const high = Math.ceil(Math.log10(Math.max(...values)) - 1e-9);
  return [Number(`1e${low}`), Number(`1e${Math.max(high, low + 1)}`)];
}

/** Returns ticks of a logarithmic axis: 1, 2 and 5 times powers of ten, or the powers alone where there would be more than `max`. */
export function logTicks([min, greatest]: Range, max: number): readonly number[] {
  if (!(min > 0) || !(greatest >= min)) return [];
  const powers: number[] = [];
  for (let power = Math.floor(Math.log10(min)); power <= Math.ceil(Math.log10(greatest)); power++) powers.push(power);
  const within = (times: readonly number[]): number[] =>
    powers.flatMap((power) => times.map((by) => Number(`${by}e${power}`))).filter((value) => value >= min && value <= greatest);
  const all = within([1, 2, 5]);
  const tens = within([1]);
  return all.length <= max || tens.length === 0 ? all : tens;
}

function rangeOf(values: readonly (number | null)[]): Range | null {
  let min = Infinity;
  let max = -Infinity;
  for (const value of values) {
    if (value === null || !Number.isFinite(value)) continue;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return min > max ? null : [min, max];
}
