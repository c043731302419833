import type { Vec3 } from '../../math/vec3.ts';
import type { SceneMotion } from './scene-document.ts';

/** Motions in columns: a copy between threads takes no time for each of them. */
export interface PackedMotions {
  /** (m) index into `motionKinds`. */
  readonly kinds: Uint8Array;
  /** (m + 1) where the numbers of each motion begin. */
  readonly starts: Uint32Array;
  readonly numbers: Float64Array;
}

/** A motion without the matrices of a recorded one, which may be many. */
export type MotionSummary = Exclude<SceneMotion, { readonly kind: 'recorded' }> | { readonly kind: 'recorded'; readonly steps: number };

const motionKinds = ['velocity', 'orbit', 'walk', 'recorded'] as const satisfies readonly SceneMotion['kind'][];

export function packMotions(motions: readonly SceneMotion[]): PackedMotions {
  const starts = new Uint32Array(motions.length + 1);
  motions.forEach((motion, i) => (starts[i + 1] = starts[i] + sizeOf(motion)));
  const numbers = new Float64Array(starts[motions.length]);
  motions.forEach((motion, i) => writeNumbers(motion, numbers, starts[i]));
  return { kinds: Uint8Array.from(motions, ({ kind }) => motionKinds.indexOf(kind)), starts, numbers };
}

export function motionCount({ kinds }: PackedMotions): number {
  return kinds.length;
}

/** Returns the motions of one list, then those of another. */
export function joinMotions(a: PackedMotions, b: PackedMotions): PackedMotions {
  const starts = new Uint32Array(a.starts.length + b.kinds.length);
  starts.set(a.starts);
  for (let i = 0; i < b.kinds.length; i++) starts[a.starts.length + i] = a.numbers.length + b.starts[i + 1];
  const kinds = new Uint8Array(a.kinds.length + b.kinds.length);
  kinds.set(a.kinds);
  kinds.set(b.kinds, a.kinds.length);
  const numbers = new Float64Array(a.numbers.length + b.numbers.length);
  numbers.set(a.numbers);
  numbers.set(b.numbers, a.numbers.length);
  return { kinds, starts, numbers };
}

/** Returns some motions of a list, in the given order. */
export function selectMotions({ kinds, starts, numbers }: PackedMotions, indices: Uint32Array): PackedMotions {
  const chosen = new Uint32Array(indices.length + 1);
  indices.forEach((motion, i) => (chosen[i + 1] = chosen[i] + starts[motion + 1] - starts[motion]));
  const kept = new Float64Array(chosen[indices.length]);
  indices.forEach((motion, i) => kept.set(numbers.subarray(starts[motion], starts[motion + 1]), chosen[i]));
  return { kinds: Uint8Array.from(indices, (motion) => kinds[motion]), starts: chosen, numbers: kept };
}

/** Returns the kind of one motion. Hot. */
export function motionKindAt({ kinds }: PackedMotions, i: number): SceneMotion['kind'] {
  return motionKinds[kinds[i]];
}

/** Returns a copy of one motion. */
export function motionAt(packed: PackedMotions, i: number): SceneMotion {
  const summary = motionSummaryAt(packed, i);
  if (summary.kind !== 'recorded') return summary;
  const { starts, numbers } = packed;
  const matrices = Array.from({ length: summary.steps }, (_, k) =>
    Array.from(numbers.subarray(starts[i] + 16 * k, starts[i] + 16 * k + 16)),
  );
  return { kind: 'recorded', matrices };
}

/** Returns the numbers of a motion in their order. */
export function motionNumbers(motion: SceneMotion): Float64Array {
  const numbers = new Float64Array(sizeOf(motion));
  writeNumbers(motion, numbers, 0);
  return numbers;
}

/** Returns one motion without its matrices, in constant time. */
export function motionSummaryAt({ kinds, starts, numbers }: PackedMotions, i: number): MotionSummary {
  const at = starts[i];
  const kind = motionKinds[kinds[i]];
  switch (kind) {
    case 'velocity':
      return { kind, velocity: vectorAt(numbers, at) };
    case 'orbit':
      return { kind, center: vectorAt(numbers, at), axis: vectorAt(numbers, at + 3), degrees: numbers[at + 6] };
    case 'walk':
      return { kind, seed: numbers[at], stride: numbers[at + 1] };
    case 'recorded':
      return { kind, steps: (starts[i + 1] - at) / 16 };
  }
}

function sizeOf(motion: SceneMotion): number {
  switch (motion.kind) {
    case 'velocity':
      return 3;
    case 'orbit':
      return 7;
    case 'walk':
      return 2;
    case 'recorded':
      return 16 * motion.matrices.length;
  }
}

function writeNumbers(motion: SceneMotion, numbers: Float64Array, at: number): void {
  switch (motion.kind) {
    case 'velocity':
      return numbers.set(motion.velocity, at);
    case 'orbit':
      numbers.set(motion.center, at);
      numbers.set(motion.axis, at + 3);
      numbers[at + 6] = motion.degrees;
      return;
    case 'walk':
      numbers[at] = motion.seed;
      numbers[at + 1] = motion.stride;
      return;
    case 'recorded':
      motion.matrices.forEach((matrix, k) => numbers.set(matrix, at + 16 * k));
  }
}

function vectorAt(numbers: Float64Array, at: number): Vec3 {
  return [numbers[at], numbers[at + 1], numbers[at + 2]];
}
