import { flown, looked, orbited, shifted, zoomed } from '../state/camera/camera-moves.ts';
import type { DragKind } from '../state/camera/mouse-maps.ts';
import { movedBeyondClick, type Pixel } from '../tools/tool.ts';
import { createPinch, type Pinch } from './camera-pinch.ts';
import type { CameraRig } from './camera-rig.ts';

/** The drag of a camera, by a button or by one or two fingers. */
export interface CameraDrag {
  /** `null` while nothing is dragged. */
  readonly kind: DragKind | null;
  /** Whether the pointer has moved farther than a click. */
  readonly hasMoved: boolean;
  /** A button or finger goes down; `null` does not move the camera with one finger. A second finger moves, scales and twists. */
  down(pointer: number, pixel: Pixel, kind: DragKind | null): void;
  move(pointer: number, pixel: Pixel): void;
  up(pointer: number): void;
  cancel(): void;
}

interface DragParts {
  readonly rig: CameraRig;
  /** Height of the view, CSS pixels. */
  readonly height: () => number;
  /** View units that a walk moves by per pixel. */
  readonly walkStep: () => number;
  /** Depth of the surface under a pixel, view units; `null` for none. */
  readonly depthAt: (pixel: Pixel) => number | null;
}

interface DragState {
  readonly parts: DragParts;
  readonly pointers: Map<number, Pixel>;
  kind: DragKind | null;
  from: Pixel;
  hasMoved: boolean;
  /** `null` with fewer than two fingers. */
  pinch: Pinch | null;
  /** Depth of what is held during a pan. */
  depth: number | null;
}

/** A drag over the height of the view rotates the camera by this angle. */
const orbitRadians = 2 * Math.PI;
const lookRadians = Math.PI;
/** Pixels of a dolly that count as one notch of the wheel. */
const pixelsPerNotch = 50;

export function createCameraDrag(parts: DragParts): CameraDrag {
  const state: DragState = { parts, pointers: new Map(), kind: null, from: [0, 0], hasMoved: false, pinch: null, depth: null };
  const cancel = (): void => {
    state.pointers.clear();
    state.pinch = null;
    state.kind = null;
  };
  return {
    get kind() {
      return state.kind;
    },
    get hasMoved() {
      return state.hasMoved;
    },
    down(pointer, pixel, kind) {
      if (state.pointers.size === 0) begin(state, pixel, kind);
      state.pointers.set(pointer, pixel);
      state.pinch = state.pointers.size === 2 ? createPinch(state.parts.rig) : null;
    },
    move(pointer, pixel) {
      const before = state.pointers.get(pointer);
      if (before === undefined) return;
      const other = [...state.pointers].find(([id]) => id !== pointer)?.[1];
      state.pointers.set(pointer, pixel);
      // A third finger moves nothing.
      if (other !== undefined) return state.pinch?.move(before, pixel, other);
      state.hasMoved ||= movedBeyondClick(state.from, pixel);
      drag(state, before, pixel);
    },
    up(pointer) {
      state.pointers.delete(pointer);
      state.pinch = null;
      // The finger that stays must not go on with the drag of the other one.
      if (state.pointers.size > 0) state.kind = null;
      else cancel();
    },
    cancel,
  };
}

function begin(state: DragState, pixel: Pixel, kind: DragKind | null): void {
  state.kind = kind;
  state.from = pixel;
  state.hasMoved = false;
  state.depth = kind === 'pan' ? state.parts.depthAt(pixel) : null;
}

function drag({ parts: { rig, height, walkStep }, kind, depth }: DragState, from: Pixel, to: Pixel): void {
  const side = rig.lens.isMirrored ? -1 : 1;
  const [dx, dy] = [side * (to[0] - from[0]), to[1] - from[1]];
  const turn = (kind === 'orbit' ? orbitRadians : lookRadians) / Math.max(height(), 1);
  switch (kind) {
    case 'orbit':
      return rig.change('jump', (pose) => orbited(pose, -dx * turn, dy * turn));
    case 'look':
      return rig.change('jump', (pose) => looked(pose, rig.frame, dx * turn, -dy * turn));
    case 'pan':
      return pan(rig, dx, dy, depth);
    case 'dolly':
      return rig.change('jump', (pose) => zoomed(pose, rig.frame, (to[0] - from[0] - dy) / pixelsPerNotch, [0, 0]));
    case 'walk':
      return rig.change('jump', (pose) => flown(looked(pose, rig.frame, dx * turn, 0), rig.frame, [0, 0, -dy * walkStep()]));
    case null:
  }
}

/** Moves what is at a depth with the pointer, by default what is as far as the target. */
export function pan(rig: CameraRig, dx: number, dy: number, depth: number | null): void {
  rig.change('jump', (pose) => {
    const perPixel = (pose.projection === 'perspective' ? (depth ?? pose.distance) : pose.distance) / rig.lens.focal;
    return shifted(pose, rig.frame, [-dx * perPixel, dy * perPixel, 0]);
  });
}
