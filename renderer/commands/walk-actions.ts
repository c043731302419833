/** Changes of the walk through a mesh. None is an undo step. */
import { batch } from '@preact/signals-core';
import { length, normalized, type Vec3 } from '#core/math';
import { boundsRadius } from '#core/mesh';
import type { TreedMesh } from '#core/pair';
import { raycast } from '#core/query';
import { parseWalk, walkEye, walkText, type WalkInput } from '#core/sweep';
import { chooseFiles } from '../host/choose-files.ts';
import { saveText } from '../host/save-file.ts';
import { axesOf, type CameraPose, eyeOf } from '../state/camera/camera-pose.ts';
import { documentLabel } from '../state/documents/document-label.ts';
import { spaceOf } from '../state/documents/space-of.ts';
import { placementOf, pointFromWorld, pointToWorld, vectorFromWorld } from '../state/pair/placement.ts';
import { type Store, writable } from '../state/store/store.ts';
import { advancedWalk, changedWalk, loadedWalk, replayedWalk, startedWalk, withWalkView } from '../state/walk/walk-session.ts';
import type { App } from './app.ts';
import { flySpeed, moveCamera, setFlies, worldFrame } from './camera-actions.ts';

/** Height of a person in metres. */
const personHeight = 1.8;
/** Elevation of the camera at the start, in radians. */
const maxElevation = 0.15;
/** Height of a body without a unit, as a part of the radius of the mesh. */
const heightPart = 0.06;

/** Returns why no walk can start, as one sentence; `null` if it can. */
export function whyNoWalk(store: Store): string | null {
  const { activeDocument, trees } = store.scene.value;
  if (activeDocument === null || store.camera.value === null) return 'Open a mesh to walk through it.';
  return trees.has(activeDocument) ? null : 'The active mesh has no tree. Build one to walk through it.';
}

/** Starts a walk at the camera, through the active mesh. A body that does not fit there is reported. */
export function startWalk({ store, session }: Pick<App, 'store' | 'session'>): void {
  const scene = store.scene.peek();
  const document = store.activeDocument.peek();
  const camera = store.camera.peek();
  if (document === null || camera === null) return;
  const { id } = document.summary;
  const tree = scene.trees.get(id)?.tree;
  const mesh = document.mesh?.mesh;
  const bounds = document.mesh?.bounds ?? null;
  if (tree === undefined || mesh === undefined || bounds === null) return;
  const placement = placementOf(scene, id);
  const frame = worldFrame(store);
  const eye = pointFromWorld(placement, eyeOf(camera.pose, frame));
  const direction = vectorFromWorld(placement, axesOf(camera.pose, frame).back.map((value) => 0 - value) as unknown as Vec3);
  const up = normalized(vectorFromWorld(placement, frame.up)) ?? [0, 1, 0];
  const { metresPerUnit } = spaceOf(store, document);
  const height = metresPerUnit === null ? heightPart * boundsRadius(bounds) : personHeight / metresPerUnit;
  const treed = { tree, mesh };
  const walk =
    startedWalk(treed, id, eye, axisOf(up), height) ??
    startedWalk(treed, id, seenPlace(treed, eye, direction, up, height), axisOf(up), height);
  if (walk === null) return session.warn('There is no ground to walk on. Look at a floor, and start again.');
  batch(() => {
    // Nearly level: a person looks ahead.
    moveCamera(store, (pose) => ({ ...pose, projection: 'perspective', elevationRadians: Math.min(pose.elevationRadians, maxElevation) }));
    setFlies(store, true);
    writable(store).walk.value = walk;
  });
}

/** Returns the eye of a body in front of the surface that the camera looks at; the camera itself if it looks at nothing. */
function seenPlace({ tree, mesh }: TreedMesh, eye: Vec3, direction: Vec3, up: Vec3, height: number): Vec3 {
  const hit = raycast(tree, mesh, { origin: eye, direction, far: Infinity }).hits[0];
  const along = normalized(direction);
  if (hit === undefined || along === null) return eye;
  return [0, 1, 2].map((k) => hit.position[k]! - (along[k]! * height) / 2 + up[k]! * height) as unknown as Vec3;
}

/** Returns the axis that is nearest to a direction. */
function axisOf(direction: Vec3): 'x' | 'y' | 'z' {
  const sizes = direction.map(Math.abs);
  return (['x', 'y', 'z'] as const)[sizes.indexOf(Math.max(...sizes))]!;
}

export function stopWalk(store: Store): void {
  setFlies(store, false);
}

/** Walks on. `keys`: to the right, up, and forward; any part up is a jump. Returns the eye, in world space; `null` without a walk. */
export function advanceWalk(store: Store, pose: CameraPose, keys: Vec3 | null, speedFactor: number, seconds: number): Vec3 | null {
  const walk = store.walk.peek();
  if (walk === null) return null;
  const placement = placementOf(store.scene.peek(), walk.document);
  const frame = worldFrame(store);
  const { right, back } = axesOf(pose, frame);
  const ahead = (k: 0 | 1 | 2): number => -back[k] + frame.up[k] * (back[0] * frame.up[0] + back[1] * frame.up[1] + back[2] * frame.up[2]);
  const forward = normalized([ahead(0), ahead(1), ahead(2)]) ?? [0, 0, 0];
  const [x, y, z] = keys ?? [0, 0, 0];
  const across = (k: 0 | 1 | 2): number => right[k] * x + forward[k] * z;
  const wanted: Vec3 = [across(0), across(1), across(2)];
  const speed = length(wanted) > 0 ? (flySpeed(store) * speedFactor) / length(wanted) : 0;
  const move = vectorFromWorld(placement, [wanted[0] * speed, wanted[1] * speed, wanted[2] * speed]);
  const look = vectorFromWorld(placement, [-back[0], -back[1], -back[2]]);
  const input: WalkInput = { move, look, ...(y > 0 ? { jump: true } : {}) };
  const next = advancedWalk(walk, seconds, input);
  writable(store).walk.value = next;
  return pointToWorld(placement, next.last?.camera ?? walkEye(next.walker));
}

/** Opens the file of a walk, and replays it through the active mesh. */
export function openWalk(app: Pick<App, 'store' | 'session'>): void {
  chooseFiles((files) => {
    const [file] = files;
    if (file !== undefined) void app.session.attempt(async () => loadWalk(app.store, await file.text()));
  }, '.json');
}

/** @throws InspectorError as `parseWalk` and `loadedWalk`. */
function loadWalk(store: Store, text: string): void {
  const { activeDocument, trees } = store.scene.peek();
  const mesh = store.activeDocument.peek()?.mesh?.mesh;
  const tree = activeDocument === null ? undefined : trees.get(activeDocument)?.tree;
  if (activeDocument === null || mesh === undefined || tree === undefined) return;
  const walk = loadedWalk({ tree, mesh }, activeDocument, parseWalk(text));
  batch(() => {
    moveCamera(store, (pose) => ({ ...pose, projection: 'perspective' }));
    setFlies(store, true);
    writable(store).walk.value = walk;
  });
}

/** Changes the body or the settings of the walk: its recorded inputs are replayed with them. An impossible body is reported. */
export function changeWalk({ store, session }: Pick<App, 'store' | 'session'>, change: Parameters<typeof changedWalk>[1]): void {
  const walk = store.walk.peek();
  if (walk === null) return;
  void session.attempt(() => {
    writable(store).walk.value = changedWalk(walk, change);
    return Promise.resolve();
  });
}

/** Plays the recorded walk again, from its start. */
export function replayWalk(store: Store): void {
  const walk = store.walk.peek();
  if (walk !== null) writable(store).walk.value = replayedWalk(walk);
}

/** Puts the camera into the body or behind it. */
export function toggleWalkView(store: Store): void {
  const walk = store.walk.peek();
  if (walk !== null) writable(store).walk.value = withWalkView(walk, walk.walk.settings.view === 'first' ? 'chase' : 'first');
}

/** Saves the recorded walk, for `boxwood walk --replay`. */
export function saveWalk(store: Store): void {
  const walk = store.walk.peek();
  if (walk === null) return;
  const name = documentLabel(store.documents.peek(), walk.document).replace(/\.\w+$/, '');
  saveText(walkText(walk.walk), `${name}-walk.json`, 'application/json');
}
