/** A key of a curve: seconds and value. */
export interface CurveKey {
  readonly time: number;
  readonly value: number;
}

/** Bits of a key's flags. Source: Autodesk FBX SDK 2020, `FbxAnimCurveDef`. */
export const keyFlags = {
  ...{ constant: 0x2, cubic: 0x8, constantNext: 0x100, tcb: 0x200, user: 0x400 },
  ...{ clamp: 0x1000, timeIndependent: 0x2000, clampProgressive: 0x4000, weightedRight: 0x1000000, weightedNextLeft: 0x2000000 },
} as const;

/**
 * A neighbour of a key with an automatic tangent. `weight` is the length of the tangent as a fraction of the distance
 * to the neighbour.
 */
export interface Neighbour extends CurveKey {
  readonly weight: number;
}

/**
 * Returns the slope at a key with automatic tangents, computed from its neighbours; `null` stands for a missing
 * neighbour. A positive `bias` (percent) pulls the slope towards the right neighbour, a negative one towards the left.
 * The SDK does not document the formula; this one follows ufbx (0.20, `ufbxi_solve_auto_tangent`), which measured it.
 */
export function autoSlope(left: Neighbour | null, key: CurveKey, right: Neighbour | null, bias: number, flags: number): number {
  if (left === null || right === null) return endSlope(left, key, right, bias, flags);
  if ((flags & keyFlags.clamp) !== 0 && Math.min(Math.abs(left.value - key.value), Math.abs(right.value - key.value)) <= clampThreshold)
    return 0;
  const across = slopeBetween(left, right);
  const free = (flags & keyFlags.timeIndependent) !== 0 ? across : leaning(left, key, right, across, bias);
  return (flags & keyFlags.clampProgressive) === 0 ? free : withoutOvershoot(free, left, key, right);
}

/** Clamped keys are flat if a neighbour's value differs by at most this: the SDK's default. */
const clampThreshold = 0.001;

function endSlope(left: Neighbour | null, key: CurveKey, right: Neighbour | null, bias: number, flags: number): number {
  const other = left ?? right;
  if (other === null || (flags & keyFlags.clampProgressive) !== 0) return 0;
  if ((flags & keyFlags.clamp) !== 0 && Math.abs(other.value - key.value) <= clampThreshold) return 0;
  const slope = slopeBetween(key, other);
  return (flags & keyFlags.timeIndependent) !== 0 ? slope : slope + strongBias(bias, bias);
}

/** Returns half the slope across plus half the slopes of both sides, weighted by distance, shifted by the bias. */
function leaning(left: CurveKey, key: CurveKey, right: CurveKey, across: number, bias: number): number {
  const before = slopeBetween(left, key);
  const behind = slopeBetween(key, right);
  const at = (key.time - left.time) / (right.time - left.time);
  const slope = across / 2 + ((1 - at) * before + at * behind) / 2;
  const weight = Math.abs(bias) / 100;
  if (weight <= 1e-4) return slope;
  const target = bias > 0 ? behind : before;
  return (1 - weight) * slope + weight * target + strongBias(bias, Math.abs(target - slope) > 1e-5 ? target - slope : bias);
}

/** Returns what a bias beyond 500 % adds, with the sign of `direction`. */
function strongBias(bias: number, direction: number): number {
  const beyond = Math.abs(bias) / 100 - 5;
  return beyond > 0 ? 40 * beyond * beyond * (direction > 0 ? 1 : -1) : 0;
}

/** Limits the slope so that neither tangent ends beyond the neighbour that it points to. */
function withoutOvershoot(slope: number, left: Neighbour, key: CurveKey, right: Neighbour): number {
  const sign = slope < 0 ? -1 : 1;
  const limit = (rise: number, run: number): number => (run > 0 ? Math.max(0, (sign * rise) / run) : 0);
  return (
    sign *
    Math.min(
      Math.abs(slope),
      limit(key.value - left.value, left.weight * (key.time - left.time)),
      limit(right.value - key.value, right.weight * (right.time - key.time)),
    )
  );
}

function slopeBetween(a: CurveKey, b: CurveKey): number {
  return (b.value - a.value) / (b.time - a.time);
}
