/** Changes of the section that commands and panels share. */
import { dot, normalized, type Vec3 } from '#core/math';
import { type Bounds, boundsCenter } from '#core/mesh';
import { boundsToWorld, placementOf } from '../state/pair/placement.ts';
import { nearestAxis, planeInBox, type Section } from '../state/section/section.ts';
import { selectionBounds } from '../state/section/selection-bounds.ts';
import { hiddenKey } from '../state/store/records.ts';
import type { Store } from '../state/store/store.ts';
import { previewDisplay, setDisplay } from './actions.ts';
import { worldFrame } from './camera-actions.ts';

export function setSection(store: Store, title: string, change: Partial<Section>): void {
  setDisplay(store, title, { section: { ...store.scene.peek().display.section, ...change } });
}

/** Shows a changed section that is not a step yet. */
export function previewSection(store: Store, change: Partial<Section>): void {
  previewDisplay(store, { section: { ...store.scene.peek().display.section, ...change } });
}

/** Bounds of the visible documents, world space; `null` for none. */
export function shownBounds(store: Store): Bounds | null {
  const scene = store.scene.peek();
  const boxes = store.shown.peek().flatMap(({ summary, mesh }) => {
    const bounds = scene.hidden.has(hiddenKey(summary.id)) ? null : (mesh?.bounds ?? null);
    return bounds === null ? [] : [boundsToWorld(placementOf(scene, summary.id), bounds)];
  });
  if (boxes.length === 0) return null;
  const side = (name: 'min' | 'max', axis: number): number => Math[name](...boxes.map((box) => box[name][axis]!));
  return { min: [side('min', 0), side('min', 1), side('min', 2)], max: [side('max', 0), side('max', 1), side('max', 2)] };
}

/**
 * Switches the section plane. A plane that would cut nothing goes through the middle of the meshes, across the axis that the camera looks
 * along; the half towards the camera is cut away.
 */
export function toggleSectionPlane(store: Store): void {
  const { plane } = store.scene.peek().display.section;
  if (plane.isOn) return setSection(store, 'Hide section plane', { plane: { ...plane, isOn: false } });
  const bounds = shownBounds(store);
  if (bounds === null) return;
  const cutsNothing = planeInBox({ normal: plane.normal, offset: dot(plane.normal, plane.point) }, bounds).length === 0;
  const isNew = !store.history.marks.peek().some(({ state }) => state.display.section.plane.isOn);
  const next = isNew || cutsNothing ? { point: boundsCenter(bounds), normal: nearestAxis(towardsEye(store)) } : plane;
  setSection(store, 'Section plane', { plane: { ...next, isOn: true } });
}

/** Cuts the upper half of all that is shown away. */
export function cutTopOff(store: Store): void {
  const bounds = shownBounds(store);
  if (bounds === null) return;
  setSection(store, 'Section plane', { plane: { isOn: true, point: boundsCenter(bounds), normal: worldFrame(store).up } });
}

/** Switches the clip box. A new one is around the selection, or around all that is shown. */
export function toggleClipBox(store: Store): void {
  const { box } = store.scene.peek().display.section;
  if (box.isOn) return setSection(store, 'Hide clip box', { box: { ...box, isOn: false } });
  const isNew = !store.history.marks.peek().some(({ state }) => state.display.section.box.isOn);
  const around = isNew ? (boundsOfSelection(store) ?? shownBounds(store)) : box;
  if (around !== null) setSection(store, 'Clip box', { box: { isOn: true, ...withSize(around) } });
}

export function flipSection(store: Store): void {
  const { plane } = store.scene.peek().display.section;
  setSection(store, 'Flip section plane', { plane: { ...plane, normal: negated(plane.normal) } });
}

/** Sets the normal to an axis, on the side that it is on. */
export function snapSection(store: Store, axis: 0 | 1 | 2): void {
  const { plane } = store.scene.peek().display.section;
  const sign = plane.normal[axis] < 0 ? -1 : 1;
  const normal: Vec3 = [axis === 0 ? sign : 0, axis === 1 ? sign : 0, axis === 2 ? sign : 0];
  setSection(store, `Section plane across ${'XYZ'[axis]}`, { plane: { ...plane, normal } });
}

/** Makes the section plane face the camera. */
export function alignSection(store: Store): void {
  const { plane } = store.scene.peek().display.section;
  setSection(store, 'Align section plane to view', { plane: { ...plane, isOn: true, normal: towardsEye(store) } });
}

/** Moves the section plane to the middle of the selection. */
export function sectionThroughSelection(store: Store): void {
  const bounds = boundsOfSelection(store);
  const { plane } = store.scene.peek().display.section;
  if (bounds !== null)
    setSection(store, 'Section plane through selection', { plane: { ...plane, isOn: true, point: boundsCenter(bounds) } });
}

/** Sets the clip box around the selection. */
export function boxAroundSelection(store: Store): void {
  const bounds = boundsOfSelection(store);
  if (bounds !== null) setSection(store, 'Clip box around selection', { box: { isOn: true, ...withSize(bounds) } });
}

/** Sets the clip box around everything that is shown. */
export function boxAroundAll(store: Store): void {
  const bounds = shownBounds(store);
  if (bounds !== null) setSection(store, 'Clip box around all', { box: { isOn: true, ...bounds } });
}

function boundsOfSelection(store: Store): Bounds | null {
  const { selection } = store.scene.peek();
  return selection === null || selection.kind === 'document' ? null : selectionBounds(store, selection);
}

/** Smallest room around a selection, as a part of its size; one without size gets a part of the meshes. */
const room = 0.05;

function withSize({ min, max }: Bounds): Bounds {
  const size = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  const by = room * (size > 0 ? size : 1);
  return { min: [min[0] - by, min[1] - by, min[2] - by], max: [max[0] + by, max[1] + by, max[2] + by] };
}

function towardsEye({ viewCamera }: Store): Vec3 {
  const forward = viewCamera.peek()?.forward;
  return (forward === undefined ? null : normalized(negated(forward))) ?? [0, 0, 1];
}

function negated(v: Vec3): Vec3 {
  return [0 - v[0], 0 - v[1], 0 - v[2]];
}
