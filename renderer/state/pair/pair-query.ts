import type { InspectorErrorData } from '#core/error';
import { transformOf, type Transform } from '#core/math/transform';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import type { Contacts } from '#core/pair/contact/contacts';
import { noCurve, type ContactCurves } from '#core/pair/contact/contact-curves';
import type { PairsResult } from '#core/pair/pairs/pairs';
import type { MovingInput, MovingPose } from '../store/records.ts';

/**
 * How the scene's two meshes meet, as far as it is known: found in a worker, so that the page goes on while the moving mesh is
 * dragged. `followPairs` alone writes it; panels and layers read it.
 */
export interface PairState {
  readonly status: PairStatus;
  /**
   * The newest answer, also one for a pose that has been left since: `outcome.input === scene.moving mesh` tells. `null` without
   * a moving mesh, before the first answer, and when asking failed.
   */
  readonly outcome: PairOutcome | null;
}

export type PairStatus =
  /** There is no moving mesh. */
  | { readonly kind: 'none' }
  /** A mesh or a tree is still on its way; one sentence says which. */
  | { readonly kind: 'waiting'; readonly text: string }
  /** `late`: it takes so long that where the meshes met before is no longer shown; `fraction` 0..1 of the step under way. */
  | { readonly kind: 'running'; readonly late: boolean; readonly fraction: number }
  | { readonly kind: 'done' }
  /** More pairs than the options allow. */
  | { readonly kind: 'too-many'; readonly problem: InspectorErrorData }
  | { readonly kind: 'failed'; readonly problem: InspectorErrorData };

/** An answer comes in steps, each told as soon as it is known. */
export interface PairOutcome {
  readonly input: MovingInput;
  /** Places the moving mesh, B, in the space of A. */
  readonly aFromB: Transform;
  readonly meshA: TriangleMesh;
  readonly meshB: TriangleMesh;
  /** Whether the surfaces meet. */
  readonly overlap: boolean;
  /** `null` until they are counted. */
  readonly found: PairsFound | null;
  /** `null` until it is known, and for more than `maxContacts` pairs, which are counted only. */
  readonly meeting: PairMeeting | null;
}

export interface PairsFound extends PairsResult {
  readonly milliseconds: number;
}

/** Where and how the pairs meet; contact i is pair i of `contacts.pairs`. */
export interface PairMeeting {
  readonly contacts: Contacts;
  readonly loops: ContactCurves;
  /** (n) see `curveOfEachContact`. */
  readonly loopOfContact: Uint32Array;
  /** (n) the contacts by the moving mesh's triangle, and those of one ascending; `contacts` themselves go by the still one's. */
  readonly byMovingMesh: Uint32Array;
  readonly milliseconds: number;
}

/** Where more pairs meet than this, each as a record would take gigabytes: they are counted, and their triangles are lit. */
export const maxContacts = 1_000_000;

/**
 * The outcome to be drawn: that of the moving mesh as it lies, or of where it lay a moment ago while the answer is on its way. `null`
 * for none, and when the answer takes so long that the older one would be a lie.
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

/** Where the contact of two triangles stands in the list; `null` for two that do not meet (any more). */
export function contactIndex({ meeting }: Pick<PairOutcome, 'meeting'>, a: number, b: number): number | null {
  if (meeting === null) return null;
  const { pairs } = meeting.contacts;
  const at = firstWhere(pairs.length / 2, (i) => pairs[2 * i]! > a || (pairs[2 * i] === a && pairs[2 * i + 1]! >= b));
  return pairs[2 * at] === a && pairs[2 * at + 1] === b ? at : null;
}

/** The contacts of a triangle of the still mesh ('a') or of the moving mesh ('b'), ascending. */
export function contactsOfTriangle({ contacts: { pairs }, byMovingMesh }: PairMeeting, side: 'a' | 'b', triangle: number): Uint32Array {
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

/** See `PairMeeting.byMovingMesh`. */
export function orderByMovingMesh({ pairs }: Pick<Contacts, 'pairs'>): Uint32Array {
  const count = pairs.length / 2;
  // Each has its place behind its triangle, which keeps equals in order: exact, since their product is far below 2^53.
  const keys = Float64Array.from({ length: count }, (_, i) => pairs[2 * i + 1]! * count + i).sort();
  return Uint32Array.from(keys, (key) => key % count);
}

/** The least of 0 to `count` from which on a thing is so, of things that are ordered by it. */
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

/** The loop through the contact of two triangles; `null` where there is none (any more). */
export function loopIndex(outcome: Pick<PairOutcome, 'meeting'>, a: number, b: number): number | null {
  const contact = contactIndex(outcome, a, b);
  const loop = contact === null ? noCurve : outcome.meeting!.loopOfContact[contact]!;
  return loop === noCurve ? null : loop;
}
