/** Changes of the open scene of many instances and of its run. Steps, look and chosen pairs are no undo steps. */
import type { SceneOptions } from '#core/options';
import type { DocumentId } from '#host-api';
import { type InstanceChange, withInstancesChanged } from '../state/instances/edit-instances.ts';
import { formatMany } from '../text/format-number.ts';
import { instanceBounds, pairOf } from '../state/instances/frame-facts.ts';
import { withInstances, withoutInstances } from '../state/instances/open-scene.ts';
import { pairPose } from '../state/instances/pair-pose.ts';
import type { SceneInput } from '../state/instances/scene-input.ts';
import type { InstancePair, SceneLook, SceneRunState } from '../state/instances/scene-run-state.ts';
import { isSettled } from '../state/documents/is-settled.ts';
import { when } from '../state/snapshot/restore-snapshot.ts';
import type { PageDocument } from '../state/store/records.ts';
import { withHidden, withMovingMesh, withMovingPose, withoutMovingMesh, withTool } from '../state/store/scene-edits.ts';
import { type Store, writable } from '../state/store/store.ts';
import type { App } from './app.ts';
import { frame } from './actions.ts';
import { moveCamera } from './camera-actions.ts';

function change(store: Store, part: Partial<SceneRunState>): void {
  const { sceneRun } = writable(store);
  sceneRun.value = { ...sceneRun.peek(), ...part };
}

/** Shows a step; it stops playing. A scene that has failed runs again at another step, which may succeed. */
export function showSceneStep(store: Store, step: number): void {
  const before = store.sceneRun.peek().step;
  scrubScene(store, step);
  if (store.sceneRun.peek().step !== before) endScrub(store);
}

/** Shows a step while the user drags; it stops playing. A scene that has failed waits for `endScrub`: each run starts a worker with threads. */
export function scrubScene(store: Store, step: number): void {
  change(store, { step: Math.min(Math.max(0, step), store.sceneRun.peek().options.steps - 1), isPlaying: false });
}

/** Runs a scene that has failed again, at the step where the drag has ended. */
export function endScrub(store: Store): void {
  if (store.sceneRun.peek().status.kind === 'failed') runSceneAgain(store);
}

export function playScene(store: Store, isPlaying: boolean): void {
  const { status } = store.sceneRun.peek();
  change(store, { isPlaying: isPlaying && status.kind !== 'failed' });
}

/** Runs a scene that has failed again, at its step. */
export function runSceneAgain(store: Store): void {
  change(store, { attempt: store.sceneRun.peek().attempt + 1 });
}

/** Sets options of the run; with fewer steps it goes to the last one. */
export function setSceneOptions(store: Store, part: Partial<SceneOptions>): void {
  const { options, step } = store.sceneRun.peek();
  const next = { ...options, ...part };
  change(store, { options: next, step: Math.min(step, next.steps - 1) });
}

export function setSceneLook(store: Store, part: Partial<SceneLook>): void {
  change(store, { look: { ...store.sceneRun.peek().look, ...part } });
}

export function choosePair(store: Store, pair: InstancePair | null): void {
  change(store, { pair });
}

export function hoverPair(store: Store, hover: InstancePair | null): void {
  const before = store.sceneRun.peek().hover;
  if (before?.i !== hover?.i || before?.j !== hover?.j) change(store, { hover });
}

export function pickInstances(store: Store, picked: Iterable<number>): void {
  change(store, { picked: new Set(picked) });
}

/** Chooses all instances of the meshes of the chosen ones too. */
export function pickSameMeshes(store: Store): void {
  const packed = store.scene.peek().instances?.packed;
  if (packed === undefined) return;
  const meshes = new Set<number>();
  for (const i of store.sceneRun.peek().picked) meshes.add(packed.meshOf[i]!);
  const picked: number[] = [];
  packed.meshOf.forEach((mesh, i) => {
    if (meshes.has(mesh)) picked.push(i);
  });
  pickInstances(store, picked);
}

/**
 * Chooses an instance alone, adds it to the chosen ones, or toggles it; `null` chooses none. Its pair that came farthest is chosen with it; of two
 * instances the pair of both.
 */
export function chooseInstance(store: Store, instance: number | null, how: 'set' | 'add' | 'toggle'): void {
  const { picked: before, pair, frame: now } = store.sceneRun.peek();
  if (instance === null && before.size === 0 && pair === null) return;
  const picked = new Set(how === 'set' ? [] : before);
  if (instance !== null && !(how === 'toggle' && picked.delete(instance))) picked.add(instance);
  change(store, { picked, pair: now === null ? null : pairOf(now, [...picked]) });
}

/** Frames the boxes of some instances at the shown step. */
export function frameInstances(store: Store, instances: readonly number[]): void {
  const now = store.sceneRun.peek().frame;
  if (now === null || instances.length === 0) return;
  const boxes = instances.map((i) => instanceBounds(now, i));
  const extreme = (pick: (...values: number[]) => number, side: 'min' | 'max', axis: 0 | 1 | 2): number =>
    pick(...boxes.map((box) => box[side][axis]));
  const side = (pick: (...values: number[]) => number, name: 'min' | 'max') =>
    [extreme(pick, name, 0), extreme(pick, name, 1), extreme(pick, name, 2)] as const;
  frame(store, { kind: 'bounds', bounds: { min: side(Math.min, 'min'), max: side(Math.max, 'max') } });
}

/** Steps of a comparison, at most. */
const maxComparedSteps = 10;

/** Compares the methods on the open scene, with its segments; it replaces a comparison that runs. */
export function startSceneComparison(store: Store): void {
  const scene = store.scene.peek().instances;
  if (scene === null) return;
  const { options } = store.sceneRun.peek();
  const steps = Math.min(options.steps, maxComparedSteps);
  writable(store).sceneComparison.value = { kind: 'wanted', scene, options: { ...options, steps } };
}

/** Cancels the comparison, or drops its result. */
export function stopComparison(store: Store): void {
  writable(store).sceneComparison.value = { kind: 'none' };
}

/** Changes the chosen instances, as an undo step. */
export function changeInstances(store: Store, title: string, to: InstanceChange): void {
  const { picked } = store.sceneRun.peek();
  if (picked.size === 0) return;
  writable(store).history.change(`${title} of ${formatMany(picked.size, 'instance')}`, (scene) =>
    scene.instances === null
      ? scene
      : { ...scene, instances: { ...scene.instances, packed: withInstancesChanged(scene.instances.packed, picked, to) } },
  );
}

/** Closes the scene; its meshes stay open, and are shown. */
export function closeScene(store: Store): void {
  const name = store.scene.peek().instances?.name;
  if (name !== undefined) writable(store).history.change(`Close ${name}`, withoutInstances);
}

/**
 * Opens the chosen pair as fixed and moving mesh, at the shown step. Two instances of one mesh need that mesh twice: its file is opened once
 * more. The scene is closed in the same undo step.
 */
export async function openScenePair({ store, session, projects }: Pick<App, 'store' | 'session' | 'projects'>): Promise<void> {
  const input = store.scene.peek().instances;
  const { pair, frame: now } = store.sceneRun.peek();
  if (input === null || pair === null || now === null) return;
  const pose = pairPose(now.matrices, pair);
  if (pose === null) {
    const why = 'the two-mesh tool has one scale for all axes, and no shear';
    return session.warn(`Instances ${pair.i} and ${pair.j} cannot be opened as a pair: ${why}.`);
  }
  const [fixed, mesh] = [pair.i, pair.j].map((i) => input.documents[input.packed.meshOf[i]!]!) as [DocumentId, DocumentId];
  const moving = fixed === mesh ? await copyOf(store, projects, mesh) : mesh;
  if (moving === null) return;
  const moved = (): PageDocument | undefined => store.documents.value.find(({ summary }) => summary.id === moving);
  await when(() => {
    const document = moved();
    return document === undefined || isSettled(document);
  });
  if (moved()?.mesh == null || !isOpen(store, fixed) || store.scene.peek().instances?.packed !== input.packed)
    return session.warn(
      `Instances ${pair.i} and ${pair.j} were not opened as a pair: the scene or a mesh was closed or changed meanwhile.`,
    );
  writable(store).history.arrive(`Open pair ${pair.i}, ${pair.j}`, (scene) =>
    withTool(withMovingPose(withMovingMesh({ ...withoutInstances(scene), activeDocument: fixed }, moving, fixed), pose), 'movingMesh'),
  );
  frame(store, { kind: 'pair' });
}

/** Returns a second document of a mesh: the one of an earlier pair if it is still open. */
async function copyOf(store: Store, projects: App['projects'], mesh: DocumentId): Promise<DocumentId | null> {
  const { copies } = store.sceneRun.peek();
  const known = copies.get(mesh);
  if (known !== undefined && isOpen(store, known)) return known;
  const copy = await projects.openCopy(mesh);
  if (copy !== null) change(store, { copies: new Map(copies).set(mesh, copy) });
  return copy;
}

function isOpen(store: Store, id: DocumentId): boolean {
  return store.documents.peek().some(({ summary }) => summary.id === id);
}

/** Returns the scene that was closed last, if no other is open and its meshes are; else `null`. */
export function leftScene(store: Store): SceneInput | null {
  const { left } = store.sceneRun.value;
  if (store.scene.value.instances !== null || left === null) return null;
  const open = new Set(store.documents.value.map(({ summary }) => summary.id));
  return left.input.documents.every((id) => open.has(id)) ? left.input : null;
}

/**
 * Shows the scene that was closed last at its step, with its options and choice, as an undo step, from where the camera was. The moving mesh of
 * a pair is released and hidden.
 */
export function backToScene(store: Store): void {
  const input = leftScene(store);
  if (input === null) return;
  const { camera } = store.sceneRun.peek().left!;
  writable(store).history.change(`Back to ${input.name}`, (scene) => {
    const moving = scene.movingMesh?.document ?? null;
    const released = withTool(withoutMovingMesh(scene), 'select');
    const hidden = moving === null ? released : withHidden(released, moving, null, true);
    return withInstances({ ...hidden, activeDocument: input.documents[0] ?? hidden.activeDocument }, input);
  });
  if (camera === null) frame(store, { kind: 'all' });
  else moveCamera(store, () => camera);
}
