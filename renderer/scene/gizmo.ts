import { Color, Matrix4, Object3D, SRGBColorSpace, Vector2, type Camera, type OrthographicCamera } from 'three';
import { TransformControls } from 'three/examples/jsm/controls/TransformControls.js';
import { transformPoint } from '#core/math';
import { type Bounds, boundsCenter } from '#core/mesh';
import { movingTransform } from '../state/pair/pair-query.ts';
import type { Gizmo, MovingInput } from '../state/store/records.ts';
import type { HandleMove } from '../tools/moving-drag.ts';
import type { MovingHandles, Pixel } from '../tools/tool.ts';
import { toLocal, type LocalSpace } from './local-space.ts';
import type { Palette, Rgb } from './palette.ts';

/** The handles of the moving mesh, at its bounds centre. */
export interface GizmoView extends MovingHandles {
  readonly object: Object3D;
  /** Moves the handles to the moving mesh; `null` hides them. During a drag they keep their state. */
  show(at: GizmoPlace | null): void;
  /** Bounds of the drawn handles, view space; `null` while hidden. */
  bounds(): Bounds | null;
  dispose(): void;
}

export interface GizmoPlace {
  readonly movingMesh: MovingInput;
  readonly bounds: Bounds;
  readonly gizmo: Gizmo;
  readonly viewSpace: LocalSpace;
}

export interface GizmoParts {
  readonly camera: Camera;
  /** Distance of the camera's target, view units: the scale of a picture without perspective. */
  readonly focus: () => number;
  /** The view's size, CSS pixels. */
  readonly size: () => { readonly width: number; readonly height: number };
  readonly palette: Palette;
  readonly changed: () => void;
}

const modes = { move: 'translate', rotate: 'rotate', scale: 'scale' } as const;
/** Upper bound of the handles' radius, as a share of their distance from the eye. */
const reachShare = 0.2;
/** Drag distance of the centre handle that doubles the scale, CSS pixels. */
const pixelsToTwice = 100;
/** Minimum scale factor of a drag: a handle dragged past the centre must not invert the mesh. */
const minPull = 1e-3;

/** Returns handles that use three's TransformControls, driven by our tools: it draws and converts pointer moves. */
export function createGizmo({ camera, focus, size, palette, changed }: GizmoParts): GizmoView {
  const held = new Object3D();
  const object = new Object3D();
  object.add(held);
  /** Made for the first moving mesh: the shapes of all handles take a tenth of the start of a page. */
  let controls: TransformControls | null = null;
  let location: GizmoPlace | null = null;
  /** State when the drag began: a mode that is chosen during the drag applies to the next one. */
  let grip: { readonly start: Object3D; readonly location: GizmoPlace; readonly pixel: Pixel } | null = null;

  function aim(handles: TransformControls, [x, y]: Pixel): void {
    const { width, height } = size();
    handles.getRaycaster().setFromCamera(new Vector2((2 * x) / width - 1, 1 - (2 * y) / height), camera);
  }

  return {
    object,
    show(at) {
      location = at;
      if (grip !== null) return;
      if (at === null) {
        if (controls?.object === undefined) return;
        controls.detach();
        return changed();
      }
      controls ??= addHandles(object, { camera, palette, changed });
      const { movingMesh, bounds, gizmo, viewSpace } = at;
      held.position.set(...toLocal(viewSpace, transformPoint(movingTransform(movingMesh), boundsCenter(bounds))));
      held.quaternion.setFromRotationMatrix(
        new Matrix4().fromArray(movingTransform({ ...movingMesh, translate: [0, 0, 0], scale: 1 }) as number[]),
      );
      held.scale.setScalar(1);
      controls.setMode(modes[gizmo.mode]);
      controls.setSpace(gizmo.axes === 'movingMesh' ? 'local' : 'world');
      if (controls.object !== held) controls.attach(held);
      changed();
    },
    over(pixel) {
      if (controls?.object === undefined) return false;
      const before = controls.axis;
      aim(controls, pixel);
      controls.pointerHover(null);
      if (controls.axis !== before) changed();
      return controls.axis !== null;
    },
    grab(pixel) {
      if (location === null || controls === null) return false;
      aim(controls, pixel);
      controls.pointerHover(null);
      controls.pointerDown(null);
      if (controls.dragging) grip = { start: held.clone(), location, pixel };
      return controls.dragging;
    },
    drag(pixel, snapDegrees) {
      if (grip === null || controls === null) return null;
      if (grip.location.gizmo.mode === 'scale' && controls.axis === 'XYZ') return { kind: 'scale', by: evenScale(grip.pixel, pixel) };
      aim(controls, pixel);
      controls.setRotationSnap(snapDegrees === null ? null : (snapDegrees * Math.PI) / 180);
      controls.pointerMove(null);
      return handleMove(grip.start, held, grip.location, controls.axis ?? '');
    },
    release() {
      controls?.pointerUp(null);
      grip = null;
      this.show(location);
    },
    bounds() {
      if (controls?.object === undefined) return null;
      const isParallel = (camera as Partial<OrthographicCamera>).isOrthographicCamera === true;
      const reach = reachShare * (isParallel ? focus() : camera.position.distanceTo(held.position));
      const { x, y, z } = held.position;
      return { min: [x - reach, y - reach, z - reach], max: [x + reach, y + reach, z + reach] };
    },
    dispose() {
      controls?.detach();
      // The controls have no listeners of their own to remove.
      controls?.getHelper().dispose();
      object.removeFromParent();
    },
  };
}

function addHandles(to: Object3D, { camera, palette, changed }: Pick<GizmoParts, 'camera' | 'palette' | 'changed'>): TransformControls {
  const controls = new TransformControls(camera);
  controls.setColors(colourOf(palette.axisX), colourOf(palette.axisY), colourOf(palette.axisZ), colourOf(palette.hover));
  controls.addEventListener('change', changed);
  to.add(controls.getHelper());
  return controls;
}

function colourOf([red, green, blue]: Rgb): Color {
  return new Color().setRGB(red, green, blue, SRGBColorSpace);
}

/** Returns the scale factor of the centre handle: a drag to the right or up enlarges. */
function evenScale(from: Pixel, to: Pixel): number {
  return 2 ** ((to[0] - from[0] - (to[1] - from[1])) / pixelsToTwice);
}

function handleMove(start: Object3D, now: Object3D, { gizmo, viewSpace }: GizmoPlace, handle: string): HandleMove {
  switch (gizmo.mode) {
    case 'move': {
      const by = now.position.clone().sub(start.position).multiplyScalar(viewSpace.unit).toArray();
      // The centre handle moves in the plane that faces the eye, not along axes of the moving mesh.
      return { kind: 'move', by, axes: handle === 'XYZ' ? 'fixed' : gizmo.axes };
    }
    case 'rotate': {
      const [r00, r10, r20, , r01, r11, r21, , r02, r12, r22] = new Matrix4().makeRotationFromQuaternion(now.quaternion).elements;
      return { kind: 'rotate', rotation: [r00, r10, r20, r01, r11, r21, r02, r12, r22] };
    }
    case 'scale': {
      // Scaling is uniform: by the geometric mean of the factors of the dragged axes.
      const pulled = now.scale.toArray().filter((factor, axis) => handle.includes('XYZ'[axis]!) && Number.isFinite(factor));
      const logarithms = pulled.map((factor) => Math.log(Math.max(factor, minPull)));
      const by = Math.exp(logarithms.reduce((sum, logarithm) => sum + logarithm, 0) / Math.max(pulled.length, 1));
      return { kind: 'scale', by };
    }
  }
}
