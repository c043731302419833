import type { InspectorErrorData } from '#core/error';
import { type Transform, transformOf } from '#core/math';
import type { TriangleMesh } from '#core/mesh';
import { type ContactCurves, type Contacts, noCurve, type PairsResult } from '#core/pair';
import type { MovingInput, MovingPose } from '../store/records.ts';

/**
 * The intersection of the scene's two meshes, as far as it is known: computed in a worker, so that the page stays responsive while the
 * moving mesh is dragged. Only `followPairs` writes it; panels and layers read it.
 */
export interface PairState {
  readonly status: PairStatus;
  /**
   * The newest outcome. It is of an earlier pose unless `outcome.input === scene.movingMesh`. `null` without a moving mesh, before the
   * first outcome, and after a failed query.
   */
  readonly outcome: PairOutcome | null;
}

export type PairStatus =
  /** There is no moving mesh. */
  | { readonly kind: 'none' }
  /** A mesh or a tree is still on its way; one sentence says which. */
  | { readonly kind: 'waiting'; readonly text: string }
  /** `late`: it takes so long that the earlier outcome is no longer shown; `fraction` 0..1 of the step under way. */
  | { readonly kind: 'running'; readonly late: boolean; readonly fraction: number }
  | { readonly kind: 'done' }
  /** More pairs than the options allow. */
  | { readonly kind: 'too-many'; readonly problem: InspectorErrorData }
  | { readonly kind: 'failed'; readonly problem: InspectorErrorData };

/** An outcome comes in steps, each sent as soon as it is known. */
export interface PairOutcome {
  readonly input: MovingInput;
  /** Places the moving mesh, B, in the space of A. */
  readonly aFromB: Transform;
  readonly meshA: TriangleMesh;
  readonly meshB: TriangleMesh;
  /** Whether the surfaces intersect. */
  readonly overlap: boolean;
  /** `null` until they are counted. */
  readonly found: PairsFound | null;
  /** `null` until it is known, and for more than `maxContacts` pairs, which are counted only. */
  readonly pairContacts: PairContacts | null;
}

export interface PairsFound extends PairsResult {
  readonly milliseconds: number;
}

/** The contacts of the pairs; contact i is pair i of `contacts.pairs`. */
export interface PairContacts {
  readonly contacts: Contacts;
  readonly loops: ContactCurves;
  /** (n) see `curveOfEachContact`. */
  readonly loopOfContact: Uint32Array;
  /** (n) contact indices sorted by the triangle of the moving mesh, then ascending. `contacts` is sorted by the triangle of the fixed mesh. */
  readonly byMovingMesh: Uint32Array;
  readonly milliseconds: number;
}

/** More pairs than this are only counted, and their triangles are highlighted: records of them would take gigabytes. */
export const maxContacts = 1_000_000;

/**
 * Returns the outcome to draw: of the current pose, or of an earlier pose while the query runs. `null` for none, and when the query
 * takes so long that the earlier outcome would mislead.
 */
export function shownOutcome({ status, outcome }: PairState, movingMesh: MovingInput | null): PairOutcome | null {
  if (outcome === null || movingMesh === null) return null;
  const isLeft = outcome.input !== movingMesh && status.kind === 'running' && status.late;
  return isLeft ? null : outcome;
}

/** The same placement as `query pair --translate --rotate --scale`. @throws InspectorError `invalid-argument` for a scale of 0. */
export function movingTransform({ translate, rotateDegrees, scale }: MovingPose): Transform {
  return transformOf({ translate, rotateDegrees, scale: [scale, scale, scale] });
}

/** Returns where a moving mesh is shown: at a time of its motion, or in its pose. @throws InspectorError as `movingTransform`. */
export function shownTransform(input: MovingInput): Transform {
  return input.at ?? movingTransform(input);
}

/** Returns the index of the contact of two triangles; `null` for two that do not intersect (any more). */
export function contactIndex({ pairContacts }: Pick<PairOutcome, 'pairContacts'>, a: number, b: number): number | null {
  if (pairContacts === null) return null;
  const { pairs } = pairContacts.contacts;
  const at = firstWhere(pairs.length / 2, (i) => pairs[2 * i]! > a || (pairs[2 * i] === a && pairs[2 * i + 1]! >= b));
  return pairs[2 * at] === a && pairs[2 * at + 1] === b ? at : null;
}

/** Returns the contacts of a triangle of the fixed mesh ('a') or of the moving mesh ('b'), ascending. */
export function contactsOfTriangle({ contacts: { pairs }, byMovingMesh }: PairContacts, side: 'a' | 'b', triangle: number): Uint32Array {
  const count = pairs.length / 2;
  if (side === 'b') {
    const first = firstWhere(count, (i) => pairs[2 * byMovingMesh[i]! + 1]! >= triangle);
    return byMovingMesh.subarray(
      first,
      firstWhere(count, (i) => pairs[2 * byMovingMesh[i]! + 1]! > triangle),
    );
  }
  const first = firstWhere(count, (i) => pairs[2 * i]! >= triangle);
  return Uint32Array.from({ length: firstWhere(count, (i) => pairs[2 * i]! > triangle) - first }, (_, i) => first + i);
}

/** See `PairContacts.byMovingMesh`. */
export function orderByMovingMesh({ pairs }: Pick<Contacts, 'pairs'>): Uint32Array {
  const count = pairs.length / 2;
  // Keys contain the index, so equal triangles keep their order. Exact: keys are far below 2^53.
  const keys = Float64Array.from({ length: count }, (_, i) => pairs[2 * i + 1]! * count + i).sort();
  return Uint32Array.from(keys, (key) => key % count);
}

/** Returns the lowest index of 0 to `count` from which on `isSo` holds. Binary search. */
function firstWhere(count: number, isSo: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isSo(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns the contact curve through the contact of two triangles; `null` if there is none (any more). */
export function loopIndex(outcome: Pick<PairOutcome, 'pairContacts'>, a: number, b: number): number | null {
  const contact = contactIndex(outcome, a, b);
  const loop = contact === null ? noCurve : outcome.pairContacts!.loopOfContact[contact]!;
  return loop === noCurve ? null : loop;
}
