import type { ColliderEdit } from '#core/convex';
import type { Vec3 } from '#core/math';
import type { ColliderOptions } from '#core/options';
import type { DocumentId } from '#host-api';
import type { ColliderState } from '../state/convex/collider-state.ts';
import { boundsToWorld, placementOf } from '../state/pair/placement.ts';
import { membersOf } from '../state/selection/index-set.ts';
import type { PageDocument } from '../state/store/records.ts';
import { type Store, writable } from '../state/store/store.ts';
import { frame } from './actions.ts';
import type { App } from './app.ts';

/** The mesh that colliders are made of, and the collider that is edited. */
export interface ColliderSubject {
  /** The mesh; the active document, or that of which it is a collider. */
  readonly source: PageDocument;
  /** The active document if it is a collider of an open mesh. */
  readonly collider: PageDocument | null;
  /** Selected parts of the mesh, ascending; `null` for none. */
  readonly sourceParts: readonly number[] | null;
  /** Selected parts of the collider, ascending; its only part. */
  readonly colliderParts: readonly number[];
}

/** Returns what the panel works on; `null` without a mesh. Subscribes to what it reads. */
export function colliderSubject(store: Store): ColliderSubject | null {
  const active = store.activeDocument.value;
  if (active?.mesh == null) return null;
  const of = active.summary.colliderOf;
  const original = store.documents.value.find(({ summary, mesh }) => summary.id === of && mesh !== null) ?? null;
  const source = original ?? active;
  const collider = original === null ? null : active;
  const parts = selectedParts(store, active.summary.id);
  const { ofSelected } = store.colliders.value;
  return {
    source,
    collider,
    sourceParts: collider === null && ofSelected && parts.length > 0 ? parts : null,
    // The list shows no row for an only part, so it needs no selection.
    colliderParts: collider === null ? [] : collider.mesh?.mesh.parts.length === 1 ? [0] : parts,
  };
}

function selectedParts(store: Store, document: DocumentId): readonly number[] {
  const { selection } = store.scene.value;
  if (selection?.kind === 'part' && selection.document === document) return [selection.part];
  return selection?.kind === 'parts' && selection.document === document ? [...membersOf(selection.parts)] : [];
}

/** Changes an option of the next collider. The figures of the former options go; live figures follow. */
export function setColliderOptions(app: App, change: Partial<ColliderOptions>): void {
  const { colliders } = writable(app.store);
  const before = colliders.peek();
  colliders.value = { ...before, options: { ...before.options, ...change }, preview: null };
  followOptions(app);
}

export function setColliderChoice(app: App, change: Partial<Pick<ColliderState, 'isLive' | 'ofSelected'>>): void {
  const { colliders } = writable(app.store);
  colliders.value = { ...colliders.peek(), ...change };
  followOptions(app);
}

/** The host cancels the figures that are computed for older options. */
function followOptions({ store, session }: App): void {
  const subject = colliderSubject(store);
  if (store.colliders.peek().isLive && subject !== null) void session.colliders.preview(subject.source.summary.id, subject.sourceParts);
}

/** Makes the collider of the options. */
export function makeShownCollider({ store, session }: App): void {
  const subject = colliderSubject(store);
  if (subject !== null) void session.colliders.make(subject.source.summary.id, subject.sourceParts);
}

/** Compares the colliders of every method on the mesh. */
export function compareShownColliders({ store, session }: App): void {
  const subject = colliderSubject(store);
  if (subject !== null) void session.colliders.compare(subject.source.summary.id);
}

/** Finds where the shown collider is far from its mesh. */
export function findShownRegions({ store, session }: App): void {
  const subject = colliderSubject(store);
  if (subject?.collider == null) return;
  void session.colliders.regions(subject.source.summary.id, subject.collider.summary.id);
}

/** Changes the selected parts of the collider. */
export function editShownCollider({ store, session }: App, edit: ColliderEdit): void {
  const subject = colliderSubject(store);
  if (subject?.collider == null) return;
  void session.colliders.edit(subject.source.summary.id, subject.collider.summary.id, edit);
}

/** Frames a point of a mesh with a distance around it. */
export function frameDeviation({ store }: App, document: DocumentId, at: Vec3, distance: number): void {
  const bounds = {
    min: at.map((value) => value - distance) as unknown as Vec3,
    max: at.map((value) => value + distance) as unknown as Vec3,
  };
  frame(store, { kind: 'bounds', bounds: boundsToWorld(placementOf(store.scene.peek(), document), bounds) });
}
