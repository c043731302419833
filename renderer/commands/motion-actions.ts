/** Changes of the motion of the moving mesh that commands and panels share, and its certificate. */
import { type MotionOptions } from '#core/options';
import { boundsCenter, type TriangleMesh } from '#core/mesh';
import { minus } from '#core/math';
import { certificateText, type CertifiedMesh, motionCertificate } from '#core/sweep';
import type { DocumentId } from '#host-api';
import { saveText } from '../host/save-file.ts';
import {
  withEditedEnd,
  withMotion,
  withMotionOptions,
  withMotionTurn,
  withoutMotion,
  withWholeMotion,
} from '../state/motion/motion-edits.ts';
import { motionOutcome, type MotionOutcome } from '../state/motion/motion-search.ts';
import { boundsOf, pairSize } from '../state/pair/pair-size.ts';
import { movedInSteps, stepsFor } from '../state/pair/moving-steps.ts';
import { pointToWorld, placementOf } from '../state/pair/placement.ts';
import type { MotionEnd, MotionInput, MotionTurn, MovingPose } from '../state/store/records.ts';
import { withMovingMesh, withTool } from '../state/store/scene-edits.ts';
import { type Store, writable } from '../state/store/store.ts';
import type { App } from './app.ts';
import { documentOf, frame } from './actions.ts';

/** Adds a motion from the pose of the moving mesh to the centre of the fixed mesh; from there, out along X. */
export function addMotion({ store, motion }: Pick<App, 'store' | 'motion'>): void {
  const { movingMesh } = store.history.current.peek();
  if (movingMesh === null) return;
  motion.rest();
  const { translate, rotateDegrees, scale } = movingMesh;
  const end: MovingPose = { translate: farTranslation(store) ?? translate, rotateDegrees, scale };
  writable(store).history.change('Add motion', (scene) => withTool(withMotion(scene, end), 'movingMesh'));
}

function farTranslation(store: Store): MovingPose['translate'] | null {
  const { movingMesh } = store.history.current.peek();
  if (movingMesh === null) return null;
  const [fixed, bounds] = [boundsOf(store, movingMesh.fixed), boundsOf(store, movingMesh.document)];
  if (fixed === null || bounds === null) return null;
  const size = pairSize(store, movingMesh);
  const { fineStep } = stepsFor(size);
  const way = minus(boundsCenter(fixed), pointToWorld(placementOf({ movingMesh }, movingMesh.document), boundsCenter(bounds)));
  const isCentred = Math.hypot(...way) < size / 100;
  return movedInSteps(movingMesh.translate, isCentred ? [size, 0, 0] : way, fineStep);
}

export function removeMotion({ store }: Pick<App, 'store'>): void {
  writable(store).history.change('Remove motion', withoutMotion);
}

/** Edits the start or the end, and shows that pose. */
export function editMotionEnd({ store, motion }: Pick<App, 'store' | 'motion'>, end: MotionEnd): void {
  motion.rest();
  writable(store).history.change(`Edit the ${end} of the motion`, (scene) => withEditedEnd(scene, end));
}

export function changeMotionOptions(store: Store, title: string, change: Partial<MotionOptions>): void {
  writable(store).history.change(title, (scene) => withMotionOptions(scene, change));
}

export function changeMotionTurn(store: Store, title: string, turn: MotionTurn | null): void {
  writable(store).history.change(title, (scene) => withMotionTurn(scene, turn));
}

/** Draws a swept volume of the motion, or no longer. */
export function showSweptVolume(store: Store, volume: 'box' | 'hull', isShown: boolean): void {
  writable(store).motionVolumes.value = { ...store.motionVolumes.peek(), [volume]: isShown };
}

/** A motion that an older method misses, with the samples that move. */
export interface MotionExample {
  /** Names of the samples: the fixed mesh and the moving mesh. */
  readonly samples: readonly [fixed: string, moving: string];
  readonly motion: MotionInput;
}

/** Opens the meshes of an example, unless they are open, sets its motion, and searches its contact. */
export async function openMotionExample(app: App, { samples, motion }: MotionExample): Promise<void> {
  const { store, session, shell } = app;
  const [fixed, moving] = [await openedSample(app, samples[0]), await openedSample(app, samples[1])];
  if (fixed === null || moving === null) return;
  app.motion.rest();
  writable(store).history.arrive('Example of a motion', (scene) =>
    withTool(withWholeMotion(withMovingMesh(scene, moving, fixed), motion), 'movingMesh'),
  );
  shell.showList('motion');
  frame(store, { kind: 'pair' });
  await session.attempt(async () => {
    await whenReady(app);
    app.motion.find();
  });
}

/** Returns the open document of a sample, which is opened if it is not; `null` if that fails. */
export async function openedSample({ store, session }: App, name: string): Promise<DocumentId | null> {
  const open = store.documents.peek().find(({ summary, mesh }) => mesh !== null && summary.name === `${name}.obj`);
  return open?.summary.id ?? (await session.openSample(name));
}

/** Resolves once a search can start. */
function whenReady({ motion }: Pick<App, 'motion'>): Promise<void> {
  return new Promise((resolve) => {
    let stop: (() => void) | null = null;
    stop = motion.whyNot.subscribe((why) => {
      if (why !== null) return;
      queueMicrotask(() => stop?.());
      resolve();
    });
  });
}

/** Returns why the certificate cannot be saved, as one sentence; `null` if it can. */
export function whyNoCertificate(store: Store): string | null {
  const outcome = motionOutcome(store.motion.value);
  if (outcome === null) return 'Find the contact first.';
  const isWhole = [outcome.a, outcome.b].every((id, i) => wholeMesh(store, id) === (i === 0 ? outcome.meshA : outcome.meshB));
  return isWhole ? null : 'A certificate is about whole meshes at rest. Query all parts, and stop the animation.';
}

function wholeMesh(store: Store, document: DocumentId): TriangleMesh | null {
  return documentOf(store, document)?.mesh?.mesh ?? null;
}

/** Saves the proof of the last search, for `boxwood verify`. The file names the meshes: it belongs into their folder. */
export async function saveCertificate({ store, session }: Pick<App, 'store' | 'session'>): Promise<void> {
  const outcome = motionOutcome(store.motion.peek());
  if (outcome === null || whyNoCertificate(store) !== null) return;
  await session.attempt(async () => {
    const [a, b] = [await certified(store, outcome.a, outcome.meshA), await certified(store, outcome.b, outcome.meshB)];
    if (a === null || b === null) return;
    saveText(certificateText(motionCertificate(outcome.result, a, b)), certificateName(store, outcome), 'application/json');
    session.inform(`Save the certificate next to ${a.file} and ${b.file}: boxwood verify reads them there.`);
  });
}

function certificateName(store: Store, { b }: MotionOutcome): string {
  const name = documentOf(store, b)?.summary.name ?? 'mesh';
  return `${name.replace(/\.\w+$/, '')}-motion.json`;
}

async function certified(store: Store, document: DocumentId, { positions, indices }: TriangleMesh): Promise<CertifiedMesh | null> {
  const summary = documentOf(store, document)?.summary ?? null;
  if (summary === null || summary.mesh === null) return null;
  // A copy: shared memory cannot be hashed.
  const bytes = new Uint8Array(positions.byteLength + indices.byteLength);
  bytes.set(new Uint8Array(positions.buffer, positions.byteOffset, positions.byteLength));
  bytes.set(new Uint8Array(indices.buffer, indices.byteOffset, indices.byteLength), positions.byteLength);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { file: summary.name, reading: summary.mesh.importing, sha256 };
}
