import { invalidArgument } from '../../error.ts';
import { boundsCenter, boundsRadius, meshBounds, type Bounds } from '../../mesh/bounds.ts';
import { checkValues, type OptionValues } from '../../options/option.ts';
import { motionOptions } from '../../options/motion-options.ts';
import { meshDistance } from '../../pair/distance/distance.ts';
import { surfacesIntersect } from '../../pair/pairs/pairs.ts';
import { checkTreedMesh, type TreedMesh } from '../../pair/treed-mesh.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { type FirstTests, firstTests, provesApart } from '../volume/first-tests.ts';
import { findFirstContact } from './first-contact.ts';
import { createMotionWork, rowWords, segmentCount, type MotionEvent, type MotionWork } from './motion-work.ts';
import { motionPath, type MotionPath, type MotionRequest } from './path.ts';
import type { MotionProof, MotionResult, MotionStats } from './result.ts';
import { motionWitness } from './witness.ts';

export type { MotionRequest } from './path.ts';
export type { MotionFeature, MotionProof, MotionResult, MotionState, MotionStats, MotionWitness } from './result.ts';

/** Limits of a motion query: the options without the path, and whether a proof is wanted. */
export interface MotionSettings extends Partial<Pick<OptionValues<typeof motionOptions>, 'tolerance' | 'separation' | 'firstTest'>> {
  readonly withProof?: boolean;
}

/**
 * Returns the first contact of a mesh B that moves, and a mesh A at rest (catalogue P4). Never late, never missed: [0, lo) is proven free of
 * contact, whatever the rounding, and the placed surfaces are in contact at hi, tested with exact signs. Between lo and hi B moves at most
 * by the tolerance. Surfaces count: a mesh inside the other is apart from it.
 *
 * The pose at time t is that of `motionPose`. The proof assumes that sines and cosines of the machine are right to 2⁻⁴⁸.
 * @throws InspectorError `invalid-argument` as `motionPath`, for limits that are not lengths, and for trees of other meshes; whatever
 * `progress` throws.
 */
export function meshMotion(
  a: TreedMesh,
  b: TreedMesh,
  request: MotionRequest,
  { withProof = false, ...given }: MotionSettings = {},
  progress: Progress = noProgress,
): MotionResult {
  const { path, separation, tolerance, firstTest, bounds: both } = motionSetup(a, b, request, given);
  const none: MotionStats = { nodePairsTested: 0, trianglePairsTested: 0, steps: 0, segments: segmentCount(path) };
  if (both === null) {
    const proof = withProof ? { rows: new Float64Array(0), segments: none.segments } : null;
    return { ...apart(path, tolerance, separation, none), proof };
  }
  progress(0);
  const tests = firstTests(a, b, path, firstTest, separation + tolerance, false, () => progress(0));
  // A proof has its rows from the search.
  if (provesApart(tests) && !withProof) return { ...apart(path, tolerance, separation, none), firstTests: tests };
  const start = startContact(a, b, path, separation, progress);
  if (start !== null) {
    const witness = motionWitness(a, b, path, start.a, start.b, 0);
    const proof = withProof ? { rows: new Float64Array(0), segments: none.segments } : null;
    return {
      ...apart(path, tolerance, separation, none),
      state: 'startsTouching',
      time: 0,
      interval: [0, 0],
      freeUntil: 0,
      witness,
      proof,
      firstTests: tests,
    };
  }
  const work = createMotionWork(a, b, path, both, { separation, tolerance, withRows: withProof });
  findFirstContact(work, (part) => progress(part * contactPart));
  const found = work.events.length > 0 ? fromEvents(work, tolerance) : fromNearPass(work, both, tolerance, progress);
  progress(1);
  return { ...found, firstTests: tests, stats: statsOf(work), proof: withProof ? proofOf(work, found.freeUntil) : null };
}

/** A motion query whose values are checked. */
export interface MotionSetup {
  readonly path: MotionPath;
  readonly separation: number;
  readonly tolerance: number;
  readonly firstTest: OptionValues<typeof motionOptions>['firstTest'];
  /** `null` where a mesh has no triangle. */
  readonly bounds: { readonly a: Bounds; readonly b: Bounds } | null;
}

/** Checks a motion query and completes its values. @throws InspectorError `invalid-argument` as `meshMotion`. */
export function motionSetup(a: TreedMesh, b: TreedMesh, request: MotionRequest, given: Omit<MotionSettings, 'withProof'>): MotionSetup {
  checkTreedMesh(a);
  checkTreedMesh(b);
  const { separation, tolerance, firstTest } = checkValues(motionOptions, { ...given, path: request.path });
  const [boundsA, boundsB] = [meshBounds(a.mesh), meshBounds(b.mesh)];
  const path = motionPath(request, boundsB === null ? [0, 0, 0] : boundsCenter(boundsB));
  if (!path.step.every(Number.isFinite)) throw invalidArgument('The motion is too long', 'Use poses that are nearer to each other');
  if (boundsA === null || boundsB === null) return { path, separation, tolerance, firstTest, bounds: null };
  const bounds = { a: boundsA, b: boundsB };
  return { path, separation, tolerance: tolerance > 0 ? tolerance : defaultTolerance(bounds, path), firstTest, bounds };
}

const noTests: FirstTests = { box: null, hull: null };

/** Part of the progress that the search for contact takes; the rest is for near passes. */
const contactPart = 0.7;

/** A millionth of the larger mesh. */
function defaultTolerance({ a, b }: { readonly a: Bounds; readonly b: Bounds }, { from }: MotionPath): number {
  const scale = Math.max(
    Math.hypot(from[0]!, from[1]!, from[2]!),
    Math.hypot(from[4]!, from[5]!, from[6]!),
    Math.hypot(from[8]!, from[9]!, from[10]!),
  );
  const largest = 2e-6 * Math.max(boundsRadius(a), scale * boundsRadius(b));
  return largest > 0 ? largest : 1e-6;
}

function startContact(
  a: TreedMesh,
  b: TreedMesh,
  { from }: MotionPath,
  separation: number,
  progress: Progress,
): { readonly a: number; readonly b: number } | null {
  const { witness: pair } = surfacesIntersect(a, b, from, progress);
  if (pair !== null || separation === 0) return pair;
  const { distance, witness } = meshDistance(a, b, from, progress);
  return distance !== null && distance <= separation ? witness : null;
}

function apart(path: MotionPath, tolerance: number, separation: number, stats: MotionStats): MotionResult {
  return {
    state: 'apart',
    time: null,
    interval: null,
    freeUntil: 1,
    tolerance,
    separation,
    witness: null,
    path,
    stats,
    proof: null,
    firstTests: noTests,
  };
}

function statsOf({ nodePairs, trianglePairs, steps, path }: MotionWork): MotionStats {
  return { nodePairsTested: nodePairs, trianglePairsTested: trianglePairs, steps, segments: segmentCount(path) };
}

/**
 * Returns the first contact, or where the proof ends. Events after the limit of the search do not count: whether they were found depends on
 * the order of the tree. All others are found in any order, so the result does not depend on the tree.
 */
function fromEvents(work: MotionWork, tolerance: number): MotionResult {
  const { a, b, path, separation } = work;
  const { first, lo } = firstEvent(work);
  const rest = { ...apart(path, tolerance, separation, statsOf(work)), time: lo, freeUntil: lo };
  const witness = motionWitness(a, b, path, first.a, first.b, lo);
  if (first.hi !== null) return { ...rest, state: 'hit', interval: [lo, first.hi], witness };
  const isNear = witness.distance <= tolerance + separation;
  return { ...rest, state: isNear ? 'near' : 'undecided', interval: [lo, 1], witness };
}

/** Returns the event that is reported, and the time before which there is none. There is at least one event. */
export function firstEvent({ events: all, limit }: MotionWork): { readonly first: MotionEvent; readonly lo: number } {
  const events = all.filter((event) => event.lo <= limit);
  const lo = Math.min(...events.map((event) => event.lo));
  const hits = events.filter((event): event is MotionEvent & { readonly hi: number } => event.hi !== null);
  if (hits.length > 0)
    return {
      first: hits.reduce((best, event) => (event.hi < best.hi || (event.hi === best.hi && isLower(event, best)) ? event : best)),
      lo,
    };
  return {
    first: events.reduce((best, event) => (event.lo < best.lo || (event.lo === best.lo && isLower(event, best)) ? event : best)),
    lo,
  };
}

function isLower(p: MotionEvent, q: MotionEvent): boolean {
  return p.a < q.a || (p.a === q.a && p.b < q.b);
}

/** Of the tolerance: the rest is for the last step before a near pass is reported. */
const nearPart = 0.875;

/** Looks for a pass closer than the tolerance; there is no contact. */
function fromNearPass(
  work: MotionWork,
  bounds: { readonly a: Bounds; readonly b: Bounds },
  tolerance: number,
  progress: Progress,
): MotionResult {
  const { a, b, path, separation } = work;
  const wider = createMotionWork(a, b, path, bounds, { separation: separation + nearPart * tolerance, tolerance, withRows: false });
  findFirstContact(wider, (part) => progress(contactPart + (1 - contactPart) * part));
  const free = apart(path, tolerance, separation, statsOf(work));
  if (wider.events.length === 0) return free;
  const { interval, witness, time } = fromEvents(wider, tolerance);
  return { ...free, state: 'near', time, interval: [time!, Math.max(time!, interval![1])], witness };
}

function proofOf({ rows, path }: MotionWork, freeUntil: number): MotionProof {
  const kept: number[] = [];
  for (let at = 0; at < rows!.length; at += rowWords) {
    if (rows![at + 2]! >= freeUntil) continue;
    for (let k = 0; k < rowWords; k++) kept.push(rows![at + k]!);
  }
  return { rows: Float64Array.from(kept), segments: segmentCount(path) };
}
