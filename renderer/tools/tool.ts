import type { Transform, Vec3 } from '#core/math';
import type { Bounds } from '#core/mesh';
import type { DocumentId } from '#host-api';
import type { IndexSet } from '../state/selection/index-set.ts';
import type { SurfacePoint } from '../state/selection/pick.ts';
import type { FindingName } from '../state/health/findings.ts';
import type { HandleMove } from './moving-drag.ts';

/** Position of the pointer on the view, CSS pixels from its upper left corner, and its modifier keys. */
export interface ToolPointer {
  readonly pixel: Pixel;
  readonly shift: boolean;
  /** Ctrl, or the Mac's Command key. */
  readonly ctrl: boolean;
}

export type { SurfacePoint };
export type Pixel = readonly [x: number, y: number];

/** A point of an instance of the open scene; world space. */
export interface InstancePoint extends SurfacePoint {
  readonly instance: number;
  /** From the source space of its mesh to world space. */
  readonly worldFromSource: Transform;
}

/** The part of the view that tools use; all in world space, see `placement.ts`. */
export interface ToolView {
  /** The ray from the eye through a pixel, direction at length 1. */
  rayThrough(pixel: Pixel): { readonly origin: Vec3; readonly direction: Vec3 };
  /** The nearest visible surface under a pixel; `null` if a mesh without a tree may be in front: `store.unpickable` then names it. */
  pick(pixel: Pixel): SurfacePoint | null;
  /** The same for pixels around the pointer: `store.unpickable` stays. */
  surfaceAt(pixel: Pixel): SurfacePoint | null;
  /** The nearest instance of the open scene under a pixel; `null` for none. */
  instanceAt(pixel: Pixel): InstancePoint | null;
  /** The point where the ray through a pixel hits the plane that faces the eye at `through`; `null` means at the target of the camera. */
  onViewPlane(pixel: Pixel, through: Vec3 | null): Vec3;
  /** The pixel where a point is drawn; `null` behind the eye. */
  pixelOf(point: Vec3): Pixel | null;
  /** Depth of a point along the view direction, in view units. */
  depthOf(point: Vec3): number;
  /** Index of the marked hit under a pixel. */
  hitAt(pixel: Pixel): number | null;
  /** The triangles of the contact whose line is visible at a pixel. */
  contactAt(pixel: Pixel): { readonly a: number; readonly b: number } | null;
  /**
   * The triangles of a document that a region of the view touches: the visible ones, or with `through` also those that another surface
   * hides. Hidden triangles are left out. `null` if the document is not in the view.
   */
  trianglesIn(document: DocumentId, outline: readonly Pixel[], through: boolean): IndexSet | null;
  /** Draws the outline of a region over the view; `null` removes it. */
  showRegion(outline: readonly Pixel[] | null): void;
  /** The cluster of finding marks at a pixel, with the bounds of its marks; world space. */
  clusterAt(pixel: Pixel): { readonly document: DocumentId; readonly name: FindingName; readonly bounds: Bounds } | null;
  readonly handles: MovingHandles;
}

/** The handles of the moving mesh, while they are shown. */
export interface MovingHandles {
  /** Whether a handle is under a pixel; it is then highlighted. */
  over(pixel: Pixel): boolean;
  /** Grabs the handle under a pixel. Returns whether there is one. */
  grab(pixel: Pixel): boolean;
  /** The move of the held handle with the pointer here; with `snapDegrees` it rotates in whole steps. `null` when none is held. */
  drag(pixel: Pixel, snapDegrees: number | null): HandleMove | null;
  release(): void;
}

/** A tool is a small state machine over the left button; the view keeps the other buttons and Alt for the camera. */
export interface Tool {
  /** Whether the tool handles a drag with the left button from here; otherwise it rotates the camera, and the tool gets only clicks. */
  drags(pointer: ToolPointer): boolean;
  /** The pointer is here without a button, over `point`. */
  hover?(pointer: ToolPointer, point: SurfacePoint | null): void;
  down(pointer: ToolPointer): void;
  move(pointer: ToolPointer): void;
  up(pointer: ToolPointer): void;
  /** Cancels what was begun. Returns whether there was something to cancel. */
  cancel(): boolean;
}

/** A press that moves less than this is a click, CSS pixels. */
export const clickReach = 4;

export function movedBeyondClick(from: Pixel, to: Pixel): boolean {
  return Math.hypot(to[0] - from[0], to[1] - from[1]) > clickReach;
}
