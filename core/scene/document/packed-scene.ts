import {
  motionAt,
  motionCount,
  motionNumbers,
  type MotionSummary,
  motionSummaryAt,
  type PackedMotions,
  packMotions,
} from './packed-motions.ts';
import type { SceneDocument, SceneInstance, SceneMotion } from './scene-document.ts';

/**
 * A scene document in columns: 100,000 instances are a few arrays, which threads share and pages copy fast. Values are never changed in
 * place.
 */
export interface PackedScene {
  /** Paths of the mesh files. */
  readonly meshes: readonly string[];
  /** (16·n) scene from mesh at step 0, column-major. */
  readonly matrices: Float64Array;
  /** (n) index into `meshes`. */
  readonly meshOf: Uint32Array;
  /** (n) 1 for the set "moving", 0 for "static". */
  readonly moving: Uint8Array;
  /** (n) bits. */
  readonly layers: Uint32Array;
  /** (n) bits. */
  readonly masks: Uint32Array;
  /** (n) 0 for none, else 1 + index into `motions`. */
  readonly motionOf: Uint32Array;
  /** Instances with the same motion share one. */
  readonly motions: PackedMotions;
}

/** An instance as a list shows it. */
export interface InstanceSummary extends Omit<SceneInstance, 'matrix' | 'motion'> {
  readonly motion: MotionSummary | null;
}

/** Returns a scene document in columns. */
export function packScene({ meshes, instances }: SceneDocument): PackedScene {
  const count = instances.length;
  const words = (): Uint32Array => new Uint32Array(count);
  const [meshOf, layers, masks, motionOf] = [words(), words(), words(), words()];
  const moving = new Uint8Array(count);
  const matrices = new Float64Array(16 * count);
  const list = createMotionList();
  for (let i = 0; i < count; i++) {
    const { mesh, matrix, set, layer, mask, motion } = instances[i];
    for (let k = 0; k < 16; k++) matrices[16 * i + k] = matrix[k];
    meshOf[i] = mesh;
    moving[i] = set === 'moving' ? 1 : 0;
    layers[i] = layer;
    masks[i] = mask;
    if (motion !== null) motionOf[i] = 1 + motionIndex(list, motion);
  }
  return { meshes, matrices, meshOf, moving, layers, masks, motionOf, motions: packMotions(list.motions) };
}

/** Returns the scene document of columns. Instances with the same motion share one. */
export function unpackScene(packed: PackedScene): SceneDocument {
  const { meshes, matrices, motionOf } = packed;
  const motions = Array.from({ length: motionCount(packed.motions) }, (_, i) => motionAt(packed.motions, i));
  const instances = Array.from(
    motionOf,
    (number, i): SceneInstance => ({
      ...columnsAt(packed, i),
      matrix: Array.from(matrices.subarray(16 * i, 16 * i + 16)),
      motion: number === 0 ? null : motions[number - 1],
    }),
  );
  return { meshes, instances };
}

/** Returns one instance of columns, without matrices. */
export function instanceSummaryAt(packed: PackedScene, i: number): InstanceSummary {
  const number = packed.motionOf[i];
  return { ...columnsAt(packed, i), motion: number === 0 ? null : motionSummaryAt(packed.motions, number - 1) };
}

function columnsAt({ meshOf, moving, layers, masks }: PackedScene, i: number): Omit<InstanceSummary, 'motion'> {
  return { mesh: meshOf[i], set: moving[i] === 1 ? 'moving' : 'static', layer: layers[i], mask: masks[i] };
}

/** Motions, each once. */
interface MotionList {
  readonly motions: SceneMotion[];
  /** Motions that were seen: instances of one file share them. */
  readonly byObject: Map<SceneMotion, number>;
  /** By a hash of their numbers. */
  readonly byHash: Map<number, number[]>;
}

function createMotionList(): MotionList {
  return { motions: [], byObject: new Map(), byHash: new Map() };
}

/** Returns the index of a motion in the list, where it is added if no equal one is. */
function motionIndex({ motions, byObject, byHash }: MotionList, motion: SceneMotion): number {
  const known = byObject.get(motion);
  if (known !== undefined) return known;
  const numbers = motionNumbers(motion);
  const hash = hashOf(numbers);
  const alike = byHash.get(hash) ?? [];
  if (alike.length === 0) byHash.set(hash, alike);
  let index = alike.find((other) => isEqualMotion(motions[other], motion, numbers));
  if (index === undefined) {
    index = motions.push(motion) - 1;
    alike.push(index);
  }
  byObject.set(motion, index);
  return index;
}

function isEqualMotion(other: SceneMotion, { kind }: SceneMotion, numbers: Float64Array): boolean {
  if (other.kind !== kind) return false;
  const own = motionNumbers(other);
  return own.length === numbers.length && own.every((value, k) => Object.is(value, numbers[k]));
}

/** FNV-1a over the words of the numbers. */
function hashOf(numbers: Float64Array): number {
  const words = new Uint32Array(numbers.buffer);
  let hash = 0x811c9dc5;
  for (let at = 0; at < words.length; at++) hash = Math.imul(hash ^ words[at], 0x01000193);
  return hash >>> 0;
}
