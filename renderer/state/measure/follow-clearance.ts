import { computed, effect, type ReadonlySignal, untracked } from '@preact/signals-core';
import type { InspectorErrorData } from '#core/error';
import { identityTransformParts, type Transform, transformOf } from '#core/math';
import { isFiniteTriangle, partLabel, triangleCount, type TriangleMesh } from '#core/mesh';
import type { Tree } from '#core/tree';
import { placementOf, pointToWorld, scaleOf, type Placement } from '../pair/placement.ts';
import { lostWorker } from '../store/lost-worker.ts';
import type { WritableStore } from '../store/store.ts';
import { shownClearance } from './clearance.ts';
import type { Clearance } from './measure-kinds.ts';
import type { FromMeasureWorker, SpawnMeasure } from './measure-messages.ts';

/** A surface as it is sent to the worker. It changes only with its triangles. */
interface Surface {
  readonly mesh: TriangleMesh;
  readonly first: number;
  readonly count: number;
  /** Of the whole mesh, if the surface is all of it. */
  readonly tree: Tree | null;
}

/** The measurement of the chosen surfaces. */
interface Wanted {
  readonly surfaces: readonly [Surface, Surface];
  readonly placements: readonly [Placement, Placement];
  /** Whether the surface that was chosen last comes first here. */
  readonly isSwapped: boolean;
}

interface Follower {
  readonly store: WritableStore;
  readonly spawn: SpawnMeasure;
  worker: ReturnType<SpawnMeasure> | null;
  /** What the worker holds. */
  held: readonly [Surface, Surface] | null;
  running: { readonly serial: number; readonly wanted: Wanted } | null;
  /** What follows the measurement under way. */
  next: Wanted | null;
  serial: number;
}

/**
 * Measures the distance of the two chosen surfaces in a worker whenever they or their placements change, and writes `store.clearance`. The
 * newest placement counts. Returns the function that stops.
 */
export function followClearance(store: WritableStore, spawn: SpawnMeasure): () => void {
  const follower: Follower = { store, spawn, worker: null, held: null, running: null, next: null, serial: 0 };
  const surfaces = [surfaceOf(store, 0), surfaceOf(store, 1)] as const;
  const placements = [placementOfSide(store, 0), placementOfSide(store, 1)] as const;
  const stop = effect(() => {
    const [a, b] = [surfaces[0].value, surfaces[1].value];
    const [placedA, placedB] = [placements[0].value, placements[1].value];
    untracked(() => (a === null || b === null ? end(follower) : want(follower, wantedOf([a, b], [placedA, placedB]))));
  });
  return () => {
    stop();
    end(follower);
  };
}

/**
 * The measurement is in the space of the first surface: of one that is not placed, if there is any. So no placement is inverted, which
 * would round.
 */
function wantedOf([a, b]: Wanted['surfaces'], [placedA, placedB]: Wanted['placements']): Wanted {
  const isSwapped = placedA !== null && placedB === null;
  return isSwapped
    ? { surfaces: [b, a], placements: [placedB, placedA], isSwapped }
    : { surfaces: [a, b], placements: [placedA, placedB], isSwapped };
}

/** The value changes only if the triangles do. */
function surfaceOf(store: WritableStore, at: 0 | 1): ReadonlySignal<Surface | null> {
  const side = computed(() => store.scene.value.clearance[at] ?? null);
  const mesh = computed(() => store.shown.value.find(({ summary }) => summary.id === side.value?.document)?.mesh?.mesh ?? null);
  const tree = computed(() => (side.value === null ? null : (store.scene.value.trees.get(side.value.document)?.tree ?? null)));
  return computed(() => {
    if (side.value === null || mesh.value === null) return null;
    const { part } = side.value;
    if (part === null) return { mesh: mesh.value, first: 0, count: triangleCount(mesh.value), tree: tree.value };
    const run = mesh.value.parts[part];
    return run === undefined ? null : { mesh: mesh.value, first: run.firstTriangle, count: run.triangleCount, tree: null };
  });
}

function placementOfSide(store: WritableStore, at: 0 | 1): ReadonlySignal<Placement> {
  const moving = computed(() => store.scene.value.movingMesh);
  const document = computed(() => store.scene.value.clearance[at]?.document ?? null);
  return computed(() => placementOf({ movingMesh: moving.value }, document.value));
}

function want(follower: Follower, wanted: Wanted): void {
  const { store, running } = follower;
  if (running !== null && isHeld(running.wanted.surfaces, wanted.surfaces)) {
    follower.next = wanted;
    return;
  }
  // The worker measures surfaces that nobody wants any more.
  if (running !== null) end(follower);
  const isKept = isHeld(follower.held, wanted.surfaces);
  store.clearance.value = { kind: 'running', fraction: 0, last: isKept ? shownClearance(store.clearance.peek()) : null };
  start(follower, wanted);
}

function start(follower: Follower, wanted: Wanted): void {
  follower.worker ??= follower.spawn(
    (message) => receive(follower, message),
    (reason) =>
      fail(follower, lostWorker('measures distances', 'Choose the parts again; for very large meshes close other documents first', reason)),
  );
  if (!isHeld(follower.held, wanted.surfaces)) {
    wanted.surfaces.forEach(({ mesh, first, count, tree }, side) => {
      const { positions, indices } = mesh;
      const surface = { positions, indices, first, count, tree: tree?.bytes ?? null };
      follower.worker!.post({ kind: 'hold', side: side as 0 | 1, surface }); // 0 and 1
    });
    follower.held = wanted.surfaces;
  }
  follower.running = { serial: ++follower.serial, wanted };
  follower.worker.post({ kind: 'clearance', serial: follower.serial, aFromB: aFromBOf(wanted) });
}

function isHeld(held: readonly [Surface, Surface] | null, surfaces: readonly [Surface, Surface]): boolean {
  return held !== null && held[0] === surfaces[0] && held[1] === surfaces[1];
}

/** At most one document is placed, so two placements are equal. */
function aFromBOf({ placements: [a, b] }: Wanted): Transform {
  return a === null && b !== null ? b : identity;
}

function receive(follower: Follower, message: FromMeasureWorker): void {
  const { store, running, next } = follower;
  if (running === null || message.serial !== running.serial) return;
  switch (message.kind) {
    case 'progress':
      store.clearance.value = { kind: 'running', fraction: message.fraction, last: shownClearance(store.clearance.peek()) };
      return;
    case 'failed':
      return fail(follower, message.problem);
    case 'surface':
      return;
    case 'clearance':
      break;
  }
  follower.running = null;
  follower.next = null;
  const clearance = clearanceOf(running.wanted, message);
  if (clearance === null) return fail(follower, noTriangles(store, running.wanted));
  store.clearance.value = next === null ? { kind: 'done', clearance } : { kind: 'running', fraction: 0, last: clearance };
  if (next !== null) start(follower, next);
}

function clearanceOf(
  wanted: Wanted,
  { distance, witness, milliseconds }: Extract<FromMeasureWorker, { kind: 'clearance' }>,
): Clearance | null {
  if (distance === null || witness === null) return null;
  const [worldFromA] = wanted.placements;
  const inOrder = <Value>(first: Value, second: Value): readonly [Value, Value] => (wanted.isSwapped ? [second, first] : [first, second]);
  return {
    distance: distance * scaleOf(worldFromA),
    triangles: inOrder(witness.a, witness.b),
    points: inOrder(pointToWorld(worldFromA, witness.pointA), pointToWorld(worldFromA, witness.pointB)),
    milliseconds,
  };
}

/** The worker ends too: a failure may have used up its memory. */
function fail(follower: Follower, problem: InspectorErrorData): void {
  end(follower);
  follower.store.clearance.value = { kind: 'failed', problem };
}

function end(follower: Follower): void {
  follower.worker?.terminate();
  follower.worker = null;
  follower.held = null;
  follower.running = null;
  follower.next = null;
  if (follower.store.clearance.peek().kind !== 'none') follower.store.clearance.value = { kind: 'none' };
}

const identity = transformOf(identityTransformParts);

/** Names the surface without a triangle. */
function noTriangles(store: WritableStore, { surfaces, isSwapped }: Wanted): InspectorErrorData {
  const at = surfaces.findIndex(
    ({ mesh, first, count }) => !Array.from({ length: count }, (_, i) => first + i).some((t) => isFiniteTriangle(mesh, t)),
  );
  const side = store.scene.peek().clearance[at < 0 || !isSwapped ? Math.max(0, at) : 1 - at];
  const document = store.documents.peek().find(({ summary }) => summary.id === side?.document);
  const part = side?.part == null ? null : partLabel(document?.mesh?.mesh.parts[side.part]?.name ?? '', side.part);
  return {
    code: 'no-triangles',
    message: `${part ?? document?.summary.name ?? 'A chosen part'} has no usable triangle, so there is no clearance`,
    fix: 'Choose another part. The findings of this mesh show the cause',
    location: {},
  };
}
