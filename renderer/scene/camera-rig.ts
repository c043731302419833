import type { Vec3 } from '#core/math';
import { type Bounds, boundsCenter, type SignedAxis } from '#core/mesh';
import { mixedPose } from '../state/camera/camera-moves.ts';
import type { CameraLens } from '../state/camera/camera-lens.ts';
import { axesOf, eyeOf, frameOf, type CameraFrame, type CameraPose } from '../state/camera/camera-pose.ts';
import { depthRange, ease, fitDistance, parallelRange, type DrawnBounds } from './camera-fit.ts';
import { lensOf, lensOver, mixLenses, resizedLens, widestCosine, type Lens, type ViewRect } from './lens.ts';
import { SceneCamera } from './scene-camera.ts';

/** The camera of a view; view space. */
export interface CameraRig {
  /** The camera as it is drawn, during a transition on its way to `pose`. */
  readonly camera: SceneCamera;
  readonly lens: Lens;
  /** Where the camera is. During a transition it is the end of it. */
  readonly pose: CameraPose;
  /** The axes of the world. */
  readonly frame: CameraFrame;
  /** Whether the last change of the pose is shown as a transition. */
  readonly glides: boolean;
  /** Whether a transition is under way. */
  readonly moving: boolean;
  /** Frames a box in a rectangle of the view, with the angles of another pose if one is given. */
  frameBounds(bounds: Bounds, free: ViewRect, how: MoveStyle, from?: CameraPose): void;
  /** Changes the pose. A transition that is under way ends. */
  change(how: MoveStyle, next: (pose: CameraPose) => CameraPose): void;
  /** Takes the pose of another camera, and its lens unless that is `null`. */
  take(pose: CameraPose, lens: CameraLens | null, how: MoveStyle): void;
  /** For `keepsScale` see `resizedLens`. */
  setSize(width: number, height: number, keepsScale: boolean): void;
  /** Advances a transition to this time and fits the depth range to what is drawn. Returns whether the transition continues. */
  update(time: number, drawn: (eye: Vec3) => readonly DrawnBounds[]): boolean;
  /** Sets the axis that points up; the whole view rotates with it. */
  setUp(up: SignedAxis): void;
  /** Mirrors the view left to right, see `Lens`. */
  setMirrored(isMirrored: boolean): void;
}

/** `glide` shows a short transition, unless the system is set to reduced motion; `jump` is immediate. */
export type MoveStyle = 'glide' | 'jump';

/** The pose of a new rig, before anything is framed: a three-quarter view from above, which shows walls, floor and depth. */
export const firstPose: CameraPose = {
  target: [0, 0, 0],
  distance: 4,
  azimuthRadians: Math.atan2(0.62, 0.9),
  elevationRadians: Math.atan2(0.52, Math.hypot(0.62, 0.9)),
  projection: 'perspective',
};
const glideMilliseconds = 180;

/** The camera, and the transition under way. */
interface RigState {
  readonly changed: () => void;
  readonly camera: SceneCamera;
  frame: CameraFrame;
  pose: CameraPose;
  lens: Lens;
  glides: boolean;
  /** `null` while the camera rests. */
  glide: Glide | null;
}

interface Glide {
  readonly from: { readonly pose: CameraPose; readonly lens: Lens };
  /** Time of its first frame. */
  start: number | null;
}

export function createCameraRig(changed: () => void): CameraRig {
  const state: RigState = {
    changed,
    camera: new SceneCamera(),
    frame: frameOf('+y'),
    pose: firstPose,
    lens: lensOf(1, 1),
    glides: false,
    glide: null,
  };
  show(state, state.pose, state.lens);
  return {
    camera: state.camera,
    get lens() {
      return state.lens;
    },
    get pose() {
      return state.pose;
    },
    get frame() {
      return state.frame;
    },
    get glides() {
      return state.glides;
    },
    get moving() {
      return state.glide !== null;
    },
    frameBounds: (bounds, free, how, from = state.pose) => frameBounds(state, bounds, free, how, from),
    change: (how, next) => moveTo(state, next(state.pose), state.lens, how),
    take(pose, lens, how) {
      const { width, height, isMirrored } = state.lens;
      const own = lens === null || (lens.width === width && lens.height === height) ? lens : resizedLens(lens, width, height, false);
      moveTo(state, pose, own === null ? state.lens : { ...own, isMirrored }, how);
    },
    setSize: (width, height, keepsScale) => setSize(state, width, height, keepsScale),
    update: (time, drawn) => updateCamera(state, time, drawn),
    setUp(up) {
      const frame = frameOf(up);
      if (frame.up.every((value, axis) => value === state.frame.up[axis])) return;
      state.frame = frame;
      moveTo(state, state.pose, state.lens, 'jump');
    },
    setMirrored(isMirrored) {
      if (isMirrored !== state.lens.isMirrored) moveTo(state, state.pose, { ...state.lens, isMirrored }, 'jump');
    },
  };
}

function frameBounds(state: RigState, bounds: Bounds, free: ViewRect, how: MoveStyle, from: CameraPose): void {
  const { frame, lens } = state;
  const { azimuthRadians, elevationRadians } = from;
  const pose = { ...state.pose, azimuthRadians, elevationRadians };
  const next = lensOver(free, lens.width, lens.height, lens.isMirrored);
  const angles = { tanX: (free.right - free.left) / 2 / next.focal, tanY: (free.bottom - free.top) / 2 / next.focal };
  // For bounds without size, a single point, the distance stays.
  const distance = fitDistance(bounds, axesOf(pose, frame), angles, 0.9, pose.projection === 'orthographic') || pose.distance;
  moveTo(state, { ...pose, target: boundsCenter(bounds), distance }, next, how);
}

/** The pose is the final one at once; only the picture takes time. */
function moveTo(state: RigState, pose: CameraPose, lens: Lens, how: MoveStyle): void {
  const glides = how === 'glide' && !reducedMotion();
  state.glide = glides ? { from: { pose: shownPose(state), lens: state.camera.lens }, start: null } : null;
  state.glides = how === 'glide';
  state.pose = pose;
  state.lens = lens;
  if (!glides) show(state, pose, lens);
  state.changed();
}

/** The pose that is drawn: that of the last frame of a transition. */
function shownPose({ pose, glide, camera }: RigState): CameraPose {
  return glide === null ? pose : camera.pose;
}

function setSize(state: RigState, width: number, height: number, keepsScale: boolean): void {
  const { glide } = state;
  state.lens = resizedLens(state.lens, width, height, keepsScale);
  const shown = resizedLens(state.camera.lens, width, height, keepsScale);
  if (glide !== null) state.glide = { ...glide, from: { ...glide.from, lens: shown } };
  show(state, shownPose(state), glide === null ? state.lens : shown);
}

function updateCamera(state: RigState, time: number, drawn: (eye: Vec3) => readonly DrawnBounds[]): boolean {
  const { camera, glide, pose, lens, frame } = state;
  if (glide !== null) {
    glide.start ??= time;
    const share = ease((time - glide.start) / glideMilliseconds);
    show(state, mixedPose(glide.from.pose, pose, share), mixLenses(glide.from.lens, lens, share));
    if (share >= 1) state.glide = null;
  }
  const shown = camera.pose;
  const { back } = axesOf(shown, frame);
  const eye = eyeOf(shown, frame);
  const boxes = drawn(eye);
  const { near, far } = camera.isOrthographicCamera
    ? parallelRange(eye, back, boxes, shown.distance)
    : depthRange(eye, back, boxes, shown.distance, widestCosine(camera.lens));
  camera.near = near;
  camera.far = far;
  camera.updateProjectionMatrix();
  return state.glide !== null;
}

function show({ camera, frame }: RigState, pose: CameraPose, lens: Lens): void {
  camera.lens = lens;
  camera.take(pose, frame);
  camera.updateProjectionMatrix();
}

function reducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
