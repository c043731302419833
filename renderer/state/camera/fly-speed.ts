/** Factor of the speed for one notch of the wheel. */
const notchFactor = 1.25;
/** Factor while Shift is held. */
export const fastFactor = 4;
/** Limits of the speed, as multiples of the size of the scene per second. */
const minShare = 1e-5;
const maxShare = 100;

/** Returns the first speed for a scene of a size (half its diagonal): 1, 2 or 5 times a power of ten, about a fifth of it per second. */
export function defaultSpeed(size: number): number {
  if (!(size > 0) || !Number.isFinite(size)) return 1;
  const wanted = size / 5;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = [1, 2, 5, 10].findLast((factor) => factor * power <= wanted * 1.001) ?? 1;
  return Number((step * power).toPrecision(2));
}

/** Returns a speed after notches of the wheel, with two digits, within the limits of the scene. */
export function speedAfter(speed: number, notches: number, size: number): number {
  const next = speed * notchFactor ** notches;
  const [min, max] = speedLimits(size);
  return Number(Math.min(Math.max(next, min), max).toPrecision(2));
}

export function speedLimits(size: number): readonly [min: number, max: number] {
  const whole = size > 0 && Number.isFinite(size) ? size : 1;
  return [Number((minShare * whole).toPrecision(1)), Number((maxShare * whole).toPrecision(1))];
}
