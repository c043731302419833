import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { SceneAnimation } from '#core/mesh';
import type { DocumentId } from '#host-api';
import type { LoadedMesh, FetchedTree } from '../store/records.ts';
import type { WritableStore } from '../store/store.ts';
import type { FromPoseWorker, FromRefitWorker, MovingMesh, RefitRequest, ToPoseWorker } from './deform-messages.ts';
import type { PlayerState } from './player-state.ts';

export interface PoseWorker {
  post(message: ToPoseWorker): void;
  terminate(): void;
}

/** The workers and the clock that a player uses. */
export interface PlayerParts {
  readonly spawnPoses: (message: (message: FromPoseWorker) => void, lost: (reason: string) => void) => PoseWorker;
  /** Starts a worker with one request; returns the function that ends it. */
  readonly spawnRefit: (request: RefitRequest, message: (message: FromRefitWorker) => void, lost: (reason: string) => void) => () => void;
  /** Milliseconds. */
  readonly now: () => number;
  readonly nextFrame: (run: () => void) => void;
}

/** What is played: the active document with its animation and its tree at rest. */
export interface PlayerSource {
  readonly document: DocumentId;
  readonly mesh: LoadedMesh;
  readonly animation: SceneAnimation;
  readonly tree: FetchedTree;
}

/** The state of a player in addition to `store.player`: idle, or waiting for one pose, with at most one later time requested. */
export interface PlayerMachine {
  readonly store: WritableStore;
  readonly parts: PlayerParts;
  readonly source: ReadonlySignal<PlayerSource | null>;
  /** `null` until the first pose is requested, and after the worker ended. */
  worker: PoseWorker | null;
  /** The tree that the worker holds. */
  heldTree: FetchedTree | null;
  /** Of the last request; a message with another serial is out of date. */
  serial: number;
  /** Whether a requested pose has not arrived yet. */
  isWaiting: boolean;
  /** The time that was requested while another pose was waited for. */
  nextSeconds: number | null;
  /** When the last frame of the playback was requested, in milliseconds. */
  lastFrameTime: number;
  /** Ends the measurement under way; `null` for none. */
  endRun: (() => void) | null;
}

export function createMachine(store: WritableStore, parts: PlayerParts): PlayerMachine {
  return {
    store,
    parts,
    source: playerSource(store),
    worker: null,
    heldTree: null,
    serial: 0,
    isWaiting: false,
    nextSeconds: null,
    lastFrameTime: 0,
    endRun: null,
  };
}

/** Follows the active document at rest; `null` where it has no animation, or no tree yet. */
function playerSource(store: WritableStore): ReadonlySignal<PlayerSource | null> {
  const active = computed(() => store.history.current.value.activeDocument);
  const mesh = computed(() => store.documents.value.find(({ summary }) => summary.id === active.value)?.mesh ?? null);
  const tree = computed(() => (active.value === null ? null : (store.history.current.value.trees.get(active.value) ?? null)));
  return computed(() => {
    const animation = mesh.value?.animation ?? null;
    return active.value === null || mesh.value === null || animation === null || tree.value === null
      ? null
      : { document: active.value, mesh: mesh.value, animation, tree: tree.value };
  });
}

/** Changes parts of `store.player`; does nothing where nothing is played. */
export function changePlayer({ store }: PlayerMachine, change: Partial<PlayerState>): void {
  const state = store.player.peek();
  if (state !== null) store.player.value = { ...state, ...change };
}

/** The mesh as the workers take it. */
export function animatedMesh({ mesh: { mesh }, animation }: PlayerSource): MovingMesh {
  return { positions: mesh.positions, indices: mesh.indices, animation };
}
