import type { Vec3 } from '#core/math/vec3';
import type { DocumentId } from '#host-api';
import type { HandleMove } from './moving-drag.ts';

/** Place of the pointer on the view, CSS pixels from its upper left corner, and the keys held with it. */
export interface ToolPointer {
  readonly pixel: Pixel;
  readonly shift: boolean;
  /** Ctrl, or the Mac's Command key. */
  readonly ctrl: boolean;
}

export type Pixel = readonly [x: number, y: number];

/** A point of a visible surface; world space. */
export interface SurfacePoint {
  readonly document: DocumentId;
  readonly triangle: number;
  readonly position: Vec3;
  /** From the eye. */
  readonly distance: number;
}

/** What a tool may use of the view it works in; all in world space, see `placement.ts`. */
export interface ToolView {
  /** The ray from the eye through a pixel, direction at length 1. */
  rayThrough(pixel: Pixel): { readonly origin: Vec3; readonly direction: Vec3 };
  /** The nearest visible surface under a pixel; none where a mesh without a tree may be in front: `store.unpickable` names it then. */
  pick(pixel: Pixel): SurfacePoint | null;
  /** The point where the ray through a pixel hits the plane that faces the eye at `through`; `null` means at the target of the camera. */
  onViewPlane(pixel: Pixel, through: Vec3 | null): Vec3;
  /** How far a point lies ahead of the eye, along the middle of the view; in units of the view. */
  depthOf(point: Vec3): number;
  /** Index of the marked hit under a pixel. */
  hitAt(pixel: Pixel): number | null;
  /** The triangles of the contact whose line is seen at a pixel. */
  contactAt(pixel: Pixel): { readonly a: number; readonly b: number } | null;
  readonly handles: MovingHandles;
}

/** The handles of the moving mesh, while they are shown. */
export interface MovingHandles {
  /** Whether one is under a pixel; it then lights up. */
  over(pixel: Pixel): boolean;
  /** Takes the one under a pixel; whether there is one. */
  grab(pixel: Pixel): boolean;
  /** The move of the held handle with the pointer here; `snap` rotates in whole steps. `null` when none is held. */
  drag(pixel: Pixel, snap: boolean): HandleMove | null;
  release(): void;
}

/** A tool is a small state machine over the left button; the view keeps the other buttons and Alt for the camera. */
export interface Tool {
  /** Whether a drag with the left button from here is the tool's own; else it rotates the camera, and the tool gets only clicks. */
  drags(pointer: ToolPointer): boolean;
  /** The pointer rests here, with no button down, over `point`. */
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
