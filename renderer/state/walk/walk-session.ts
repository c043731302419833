import { invalidArgument } from '#core/error';
import type { Vec3 } from '#core/math';
import { defaultValues, walkOptions, type WalkOptions } from '#core/options';
import type { TreedMesh } from '#core/pair';
import { boundsRadius, meshBounds } from '#core/mesh';
import {
  coreTouches,
  createWalker,
  moveBody,
  type Walk,
  type WalkBody,
  type Walker,
  type WalkInput,
  type WalkStep,
  walkStep,
} from '#core/sweep';
import type { DocumentId } from '#host-api';

/** A walk through a mesh in the view, recorded since its start. Positions are in the space of the document. */
export interface WalkSession {
  readonly document: DocumentId;
  /** The body: each step changes it. */
  readonly walker: Walker;
  /** Its inputs grow with each recorded step. */
  readonly walk: RecordedWalk;
  /** Steps that were recorded. */
  readonly recorded: number;
  readonly last: WalkStep | null;
  /** Steps since the start of the walk or of its replay. */
  readonly done: number;
  /** Whether the recorded inputs move the body, and not the keys. */
  readonly replays: boolean;
  /** Whether they were never replayed with this body and these settings: their end is not known before. */
  readonly isNew: boolean;
  readonly cursor: ReplayCursor;
  /** Where the recorded walk ended, once it is replayed. */
  readonly recordedEnd: Vec3;
  /** Time that is not walked yet, in seconds. */
  readonly spareSeconds: number;
  /** Whether the body stands still and no input moves it. */
  readonly rests: boolean;
}

/** A walk that is being recorded: its list of inputs grows in place, so that a long walk does not copy it at each step. */
export interface RecordedWalk extends Walk {
  readonly inputs: WalkInput[];
}

/** The next recorded input of a replay. */
interface ReplayCursor {
  /** Index into the inputs. */
  entry: number;
  /** Steps of that entry that are done. */
  steps: number;
}

/** Steps of one frame: after a slow frame the body lags. */
const maxFrameSteps = 32;

/**
 * Returns a walk that begins with the eye of the body at a place; `null` if the body touches a surface there with its axis, or has no ground
 * below. @param height of the body, above 0.
 */
export function startedWalk(treed: TreedMesh, document: DocumentId, eye: Vec3, up: WalkOptions['up'], height: number): WalkSession | null {
  const radius = height / 6;
  const body: WalkBody = { shape: 'capsule', radius, height };
  // A person of 1.8 m on earth, scaled.
  const scale = height / 1.8;
  const plain = defaultValues(walkOptions);
  const settings = {
    ...plain,
    up,
    gravity: plain.gravity * scale,
    jumpSpeed: plain.jumpSpeed * scale,
    stepHeight: height / 5,
    chaseDistance: 2 * height,
  };
  const below = height / 2 - radius;
  const start = eye.map((value, k) => (k === 'xyz'.indexOf(up) ? value - below : value)) as [number, number, number];
  const session = begun(treed, document, { body, start, settings, inputs: [] }, 0, start, false);
  const { walker } = session;
  const depth = 2 * boundsRadius(meshBounds(treed.mesh) ?? { min: start, max: start }) + 1e3 * height;
  const down: Vec3 = [-depth * walker.up[0], -depth * walker.up[1], -depth * walker.up[2]];
  return coreTouches(walker, start) || moveBody(walker, start, down).hit === null ? null : session;
}

/**
 * Returns a session with the walk of a file, which is replayed at once.
 * @throws InspectorError `invalid-argument` as `createWalker`, and for a body that starts on a surface.
 */
export function loadedWalk(treed: TreedMesh, document: DocumentId, walk: Walk): WalkSession {
  const recorded = walk.inputs.reduce((sum, { steps = 1 }) => sum + steps, 0);
  const session = begun(treed, document, { ...walk, inputs: [...walk.inputs] }, recorded, walk.start, recorded > 0);
  if (walk.settings.mode === 'swept' && coreTouches(session.walker, walk.start))
    throw invalidArgument('The body starts on the surface', 'Use a smaller body, or start the walk elsewhere');
  return { ...session, isNew: true };
}

/**
 * Returns the walk with another body or other settings: the recorded inputs are replayed with them, from the start.
 * @throws InspectorError as `loadedWalk`.
 */
export function changedWalk({ document, walker, walk }: WalkSession, change: Partial<Pick<Walk, 'body' | 'settings'>>): WalkSession {
  return loadedWalk(walker, document, { ...walk, ...change });
}

function begun(
  treed: TreedMesh,
  document: DocumentId,
  walk: RecordedWalk,
  recorded: number,
  recordedEnd: Vec3,
  replays: boolean,
): WalkSession {
  const walker = createWalker(treed.tree, treed.mesh, walk.body, walk.start, walk.settings);
  const cursor = { entry: 0, steps: 0 };
  return {
    document,
    walker,
    walk,
    recorded,
    last: null,
    done: 0,
    replays,
    isNew: false,
    cursor,
    recordedEnd,
    spareSeconds: 0,
    rests: false,
  };
}

/** Returns the recorded walk, at its start. */
export function replayedWalk({ document, walker, walk, recorded, recordedEnd }: WalkSession): WalkSession {
  return begun(walker, document, walk, recorded, recordedEnd, true);
}

/** Returns the walk with the camera in the body or behind it. */
export function withWalkView(session: WalkSession, view: WalkOptions['view']): WalkSession {
  const settings = { ...session.walk.settings, view };
  return { ...session, walk: { ...session.walk, settings }, walker: { ...session.walker, settings }, rests: false };
}

/** Walks on for some time, by an input; a replay uses the recorded inputs. */
export function advancedWalk(session: WalkSession, seconds: number, input: WalkInput): WalkSession {
  const { walker } = session;
  const { timeStep } = walker.settings;
  const wanted = Math.floor((session.spareSeconds + seconds) / timeStep);
  const left = session.replays ? session.recorded - session.done : Infinity;
  const count = Math.min(wanted, maxFrameSteps, left);
  if (session.replays && left === 0) return { ...session, replays: false, isNew: false, rests: true };
  let { last } = session;
  const before = walker.position;
  for (let i = 0; i < count; i++) {
    last = walkStep(walker, session.replays ? nextInput(session.walk.inputs, session.cursor) : input);
    if (!session.replays) recordInput(session.walk.inputs, input);
  }
  const isStill = count > 0 && walker.grounded && before.every((value, k) => Math.abs(value - walker.position[k]!) <= walker.skin / 4);
  return {
    ...session,
    last,
    done: session.done + count,
    recorded: session.recorded + (session.replays ? 0 : count),
    recordedEnd: session.replays && !session.isNew ? session.recordedEnd : walker.position,
    spareSeconds: wanted > maxFrameSteps ? 0 : session.spareSeconds + seconds - count * timeStep,
    rests: !session.replays && isStill && input.move.every((value) => value === 0),
  };
}

/** Adds one step to a list of inputs; equal inputs in succession share an entry. */
function recordInput(inputs: WalkInput[], input: WalkInput): void {
  const last = inputs.at(-1);
  const { steps = 1, ...same } = last ?? { move: [0, 0, 0] };
  if (last !== undefined && JSON.stringify(same) === JSON.stringify(input)) inputs[inputs.length - 1] = { ...input, steps: steps + 1 };
  else inputs.push(input);
}

/** Returns the input of the next step of a replay, and moves on. Behind the last one the body stands. */
function nextInput(inputs: readonly WalkInput[], cursor: ReplayCursor): WalkInput {
  const { steps = 1, ...input } = inputs[cursor.entry] ?? { move: [0, 0, 0] };
  cursor.steps++;
  if (cursor.steps < steps) return input;
  cursor.entry++;
  cursor.steps = 0;
  return input;
}
