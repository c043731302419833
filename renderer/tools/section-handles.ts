import { cross, dot, length, minus, normalized, type Vec3 } from '#core/math';
import { nearestAxis, type PlaneCut, type Section } from '../state/section/section.ts';
import { along } from '../state/store/vectors.ts';
import type { Pixel, ToolView } from './tool.ts';

/** A handle of the section: the foot of the plane's arrow moves it, the tip turns it; each face of the box has one. */
export type SectionHandle =
  | { readonly kind: 'move' }
  | { readonly kind: 'turn' }
  | { readonly kind: 'face'; readonly axis: 0 | 1 | 2; readonly side: 'min' | 'max' };

export interface PlacedHandle {
  readonly handle: SectionHandle;
  /** World space. */
  readonly position: Vec3;
}

/** Length of the plane's arrow, CSS pixels. */
export const arrowPixels = 72;
/** How near the pointer must be to a handle, CSS pixels. */
const reach = 11;
/** Smallest size of the box along an axis, as a part of its largest. */
const minShare = 1e-4;

/** Returns the size of a pixel at the depth of a point, world units. */
export function pixelSize(view: Pick<ToolView, 'onViewPlane'>, through: Vec3): number {
  return length(minus(view.onViewPlane([1, 0], through), view.onViewPlane([0, 0], through)));
}

/** Returns the handles of what is on. */
export function placedHandles({ plane, box }: Section, view: Pick<ToolView, 'onViewPlane'>): readonly PlacedHandle[] {
  const handles: PlacedHandle[] = [];
  if (plane.isOn) {
    const tip = along(plane.point, plane.normal, arrowPixels * pixelSize(view, plane.point));
    handles.push({ handle: { kind: 'move' }, position: plane.point }, { handle: { kind: 'turn' }, position: tip });
  }
  if (box.isOn) {
    const middle: Vec3 = [(box.min[0] + box.max[0]) / 2, (box.min[1] + box.max[1]) / 2, (box.min[2] + box.max[2]) / 2];
    for (const axis of [0, 1, 2] as const) {
      for (const side of ['min', 'max'] as const) {
        const position = middle.with(axis, box[side][axis]) as unknown as Vec3;
        handles.push({ handle: { kind: 'face', axis, side }, position });
      }
    }
  }
  return handles;
}

/** Returns the handle nearest to a pixel; `null` if none is near. */
export function handleAt(
  section: Section,
  view: Pick<ToolView, 'onViewPlane' | 'rayThrough' | 'depthOf'>,
  pixel: Pixel,
): PlacedHandle | null {
  let nearest: PlacedHandle | null = null;
  let min = reach;
  const { origin, direction } = view.rayThrough(pixel);
  for (const placed of placedHandles(section, view)) {
    if (view.depthOf(placed.position) <= 0) continue;
    const to = minus(placed.position, origin);
    const away = length(minus(to, along([0, 0, 0], direction, dot(to, direction)))) / pixelSize(view, placed.position);
    if (away >= min) continue;
    nearest = placed;
    min = away;
  }
  return nearest;
}

/** A drag of a handle. */
export interface SectionDrag {
  readonly handle: SectionHandle;
  readonly start: Section;
  /** Where the pointer was on the axis of the handle, from its position; 0 where it cannot be computed. */
  readonly grabbed: number;
  readonly position: Vec3;
}

export function beginSectionDrag(start: Section, { handle, position }: PlacedHandle, view: ToolView, pixel: Pixel): SectionDrag {
  const axis = axisOf(start, handle);
  return { handle, start, position, grabbed: axis === null ? 0 : (alongAxis(view, pixel, position, axis) ?? 0) };
}

/** The steps of a drag that snaps. */
export interface SectionSteps {
  readonly step: number;
  readonly degrees: number;
}

/** Returns the section with the pointer of a drag at a pixel. `snap` moves in whole steps, and turns to the nearest axis if it is near. */
export function draggedSection(drag: SectionDrag, view: ToolView, pixel: Pixel, snap: SectionSteps | null): Section {
  const { handle, start, position } = drag;
  const { plane, box } = start;
  const axis = axisOf(start, handle);
  if (axis === null) {
    const normal = turnedNormal(plane, view, pixel, snap);
    return normal === null ? start : { ...start, plane: { ...plane, normal } };
  }
  const now = alongAxis(view, pixel, position, axis);
  if (now === null) return start;
  const by = now - drag.grabbed;
  if (handle.kind !== 'face') {
    const moved = along(plane.point, plane.normal, by);
    return { ...start, plane: { ...plane, point: snap === null ? moved : snapped(moved, plane.normal, snap.step) } };
  }
  const k = handle.axis;
  const minSize = minShare * Math.max(...box.max.map((value, i) => value - box.min[i]!));
  const wanted = box[handle.side][k] + by;
  const value = snap === null ? wanted : Math.round(wanted / snap.step) * snap.step;
  const limited = handle.side === 'max' ? Math.max(value, box.min[k] + minSize) : Math.min(value, box.max[k] - minSize);
  return { ...start, box: { ...box, [handle.side]: box[handle.side].with(k, limited) } };
}

/** The direction that a handle moves along; `null` for one that turns. */
function axisOf({ plane }: Section, handle: SectionHandle): Vec3 | null {
  switch (handle.kind) {
    case 'move':
      return plane.normal;
    case 'turn':
      return null;
    case 'face':
      return [handle.axis === 0 ? 1 : 0, handle.axis === 1 ? 1 : 0, handle.axis === 2 ? 1 : 0];
  }
}

/** Below this sine of the angle between the pointer's ray and an axis, a pixel would move a handle very far. */
const minSine = 0.02;

/** Returns the point of an axis through a position that is nearest to the ray of a pixel, as a distance; `null` seen along the axis. */
function alongAxis(view: ToolView, pixel: Pixel, position: Vec3, axis: Vec3): number | null {
  const { origin, direction } = view.rayThrough(pixel);
  const cosine = dot(direction, axis);
  const sineSq = 1 - cosine * cosine;
  if (sineSq < minSine * minSine) return null;
  const to = minus(position, origin);
  return (cosine * dot(to, direction) - dot(to, axis)) / sineSq;
}

/** Returns the direction from the plane's point to the pointer, on a ball with the length of the arrow. */
function turnedNormal(plane: PlaneCut, view: ToolView, pixel: Pixel, snap: SectionSteps | null): Vec3 | null {
  const { origin, direction } = view.rayThrough(pixel);
  const radius = arrowPixels * pixelSize(view, plane.point);
  const to = minus(plane.point, origin);
  const ahead = dot(to, direction);
  const nearest = minus(along([0, 0, 0], direction, ahead), to);
  const away = length(nearest);
  // The side of the ball that the arrow is on. Beyond the rim the normal stays in the picture plane.
  const isBehind = dot(plane.normal, direction) > 0;
  const depth = Math.sqrt(Math.max(0, radius * radius - away * away));
  const normal = normalized(along(nearest, direction, isBehind ? depth : -depth));
  return normal === null || snap === null ? normal : snappedNormal(normal, snap.degrees);
}

/** Returns the nearest axis if it is within half a snap step, else the direction in whole steps from that axis. */
function snappedNormal(normal: Vec3, degrees: number): Vec3 {
  const axis = nearestAxis(normal);
  const step = (degrees * Math.PI) / 180;
  const angle = Math.round(Math.acos(Math.min(1, dot(normal, axis))) / step) * step;
  const side = normalized(cross(axis, cross(normal, axis)));
  if (angle === 0 || side === null) return axis;
  return (
    normalized(along([axis[0] * Math.cos(angle), axis[1] * Math.cos(angle), axis[2] * Math.cos(angle)], side, Math.sin(angle))) ?? axis
  );
}

/** Returns a point moved along the normal, so that its offset is a whole number of steps. */
function snapped(point: Vec3, normal: Vec3, step: number): Vec3 {
  const offset = dot(point, normal);
  return along(point, normal, Math.round(offset / step) * step - offset);
}
