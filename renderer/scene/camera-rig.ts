import { MOUSE, PerspectiveCamera, Quaternion, TOUCH, Vector3 } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { Vec3 } from '#core/math';
import { type Bounds, boundsCenter } from '#core/mesh';
import { depthRange, ease, fitDistance, type CameraAxes } from './camera-fit.ts';
import { lensOf, lensOver, mixLenses, resizedLens, viewDegrees, type Lens, type ViewRect } from './lens.ts';

/** The camera with its controls; view space. */
export interface CameraRig {
  readonly camera: PerspectiveCamera;
  readonly lens: Lens;
  /** Orbit target. */
  readonly target: Vec3;
  /** Whether a drag or a flight moves the camera now. */
  readonly moving: boolean;
  /** Frames a box in a rectangle of the view. A flight takes 150 ms; `jump` is immediate. */
  frame(bounds: Bounds, free: ViewRect, how: 'fly' | 'jump'): void;
  /** Takes the pose and lens of another camera immediately and ends a flight. View space. */
  take(position: Vec3, target: Vec3, lens: Lens): void;
  /** Sets the orbit and zoom target to the point at this distance along the view direction. */
  focusAt(distance: number): void;
  /** For `keepsScale` see `resizedLens`. */
  setSize(width: number, height: number, keepsScale: boolean): void;
  /** Advances a flight to this time and fits the depth range to what is drawn. Returns whether the flight continues. */
  update(time: number, drawn: readonly Bounds[]): boolean;
  /** Rotates the whole view so that this direction points up. */
  setUp(up: Vec3): void;
  /** Mirrors the view left to right, see `Lens`. Orbit and pan follow the mirrored picture. */
  setMirrored(isMirrored: boolean): void;
  /** Sets whether the left button, or one finger, orbits the camera in the drag that begins now. */
  setLeftTurns(turns: boolean): void;
  dispose(): void;
}

/** Three-quarter view from above, which shows walls, floor and depth. */
const firstView = new Vector3(0.62, 0.52, 0.9).normalize();
const flightMilliseconds = 150;

/** The camera with its controls, and the flight under way. */
interface RigState {
  readonly element: HTMLElement;
  readonly changed: () => void;
  readonly camera: PerspectiveCamera;
  controls: OrbitControls;
  lens: Lens;
  isDragging: boolean;
  /** `null` while the camera rests. */
  flight: Flight | null;
}

export function createCameraRig(element: HTMLElement, changed: () => void): CameraRig {
  const isMirrored = (): boolean => state.lens.isMirrored;
  const lens = lensOf(1, 1);
  const camera = mirrorable(new PerspectiveCamera(viewDegrees, 1, 0.01, 100), isMirrored);
  camera.position.copy(firstView).multiplyScalar(4);
  const controls = controlsOf(camera, element, isMirrored);
  const state: RigState = { element, changed, camera, controls, lens, isDragging: false, flight: null };
  listen(state);
  return {
    camera,
    get lens() {
      return state.lens;
    },
    get target(): Vec3 {
      return state.controls.target.toArray();
    },
    get moving() {
      return state.isDragging || state.flight !== null;
    },
    frame: (bounds, free, how) => frameBounds(state, bounds, free, how),
    take: (position, target, other) => takeCamera(state, position, target, other),
    focusAt(distance) {
      if (!(distance > 0) || !Number.isFinite(distance)) return;
      state.controls.target.copy(camera.position).addScaledVector(camera.getWorldDirection(new Vector3()), distance);
    },
    setSize: (width, height, keepsScale) => setSize(state, width, height, keepsScale),
    update: (time, drawn) => updateCamera(state, time, drawn),
    setUp: (up) => setUp(state, new Vector3(...up)),
    setMirrored(next) {
      if (next === state.lens.isMirrored) return;
      state.flight = null;
      useLens(state, { ...state.lens, isMirrored: next });
      changed();
    },
    setLeftTurns(turns) {
      state.controls.mouseButtons.LEFT = turns ? MOUSE.ROTATE : null;
      state.controls.touches.ONE = turns ? TOUCH.ROTATE : null;
    },
    dispose() {
      state.controls.dispose();
    },
  };
}

function listen(state: RigState): void {
  const { controls, changed } = state;
  controls.addEventListener('change', changed);
  controls.addEventListener('start', () => {
    state.isDragging = true;
    state.flight = null;
  });
  controls.addEventListener('end', () => {
    state.isDragging = false;
  });
}

function frameBounds(state: RigState, bounds: Bounds, free: ViewRect, how: 'fly' | 'jump'): void {
  const { camera, controls, lens } = state;
  const target = new Vector3(...boundsCenter(bounds));
  const next = lensOver(free, lens.width, lens.height, lens.isMirrored);
  const angles = { tanX: (free.right - free.left) / 2 / next.focal, tanY: (free.bottom - free.top) / 2 / next.focal };
  // For bounds without size, a single point, the distance stays.
  const distance = fitDistance(bounds, axesOf(camera), angles) || camera.position.distanceTo(controls.target);
  const offset = camera.position.clone().sub(controls.target).setLength(distance);
  const to: Pose = { target, position: target.clone().add(offset), lens: next };
  state.flight = { from: { target: controls.target.clone(), position: camera.position.clone(), lens }, to, start: null };
  if (how === 'jump' || reducedMotion()) {
    takePose(state, to);
    state.flight = null;
  }
  state.changed();
}

function takeCamera(state: RigState, position: Vec3, target: Vec3, other: Lens): void {
  const { lens } = state;
  state.flight = null;
  const own = lens.width === other.width && lens.height === other.height ? other : resizedLens(other, lens.width, lens.height, false);
  const pose = { position: new Vector3(...position), target: new Vector3(...target), lens: { ...own, isMirrored: lens.isMirrored } };
  takePose(state, pose);
  state.changed();
}

function setSize(state: RigState, width: number, height: number, keepsScale: boolean): void {
  useLens(state, resizedLens(state.lens, width, height, keepsScale));
  const { flight, lens } = state;
  if (flight === null) return;
  // A flight continues to the pose that would be framed now.
  state.flight = {
    ...flight,
    from: { ...flight.from, lens },
    to: { ...flight.to, lens: resizedLens(flight.to.lens, width, height, keepsScale) },
  };
}

function updateCamera(state: RigState, time: number, drawn: readonly Bounds[]): boolean {
  const { camera, controls, flight } = state;
  if (flight !== null) {
    flight.start ??= time;
    const share = ease((time - flight.start) / flightMilliseconds);
    const { from, to } = flight;
    takePose(state, {
      target: from.target.clone().lerp(to.target, share),
      position: from.position.clone().lerp(to.position, share),
      lens: mixLenses(from.lens, to.lens, share),
    });
    if (share >= 1) state.flight = null;
  }
  camera.updateMatrixWorld();
  const { back } = axesOf(camera);
  const { near, far } = depthRange(camera.position.toArray(), back, drawn, camera.position.distanceTo(controls.target));
  camera.near = near;
  camera.far = far;
  camera.updateProjectionMatrix();
  return state.flight !== null;
}

function setUp(state: RigState, up: Vector3): void {
  const { camera, controls, element, changed } = state;
  if (up.equals(camera.up)) return;
  const rotation = new Quaternion().setFromUnitVectors(camera.up, up);
  const offset = camera.position.clone().sub(controls.target).applyQuaternion(rotation);
  const { target, mouseButtons, touches, panSpeed } = controls;
  state.flight = null;
  state.isDragging = false;
  camera.up.copy(up);
  camera.position.copy(target).add(offset);
  // Controls read the up axis of the camera only when they are made.
  controls.dispose();
  state.controls = controlsOf(camera, element, () => state.lens.isMirrored);
  Object.assign(state.controls, { mouseButtons, touches, panSpeed });
  state.controls.target.copy(target);
  listen(state);
  state.controls.update();
  changed();
}

function takePose(state: RigState, pose: Pose): void {
  state.controls.target.copy(pose.target);
  state.camera.position.copy(pose.position);
  useLens(state, pose.lens);
  state.controls.update();
}

/** Shows the part of a whole picture with the camera's angle of view, such that the middle of that picture is the centre of the lens. */
function useLens(state: RigState, lens: Lens): void {
  const { camera, controls } = state;
  state.lens = lens;
  const { width, height, focal, center, isMirrored } = lens;
  // The mirror axis is the middle of the view.
  const across = isMirrored ? width - center[0] : center[0];
  const whole = 2 * focal * Math.tan((camera.fov * Math.PI) / 360);
  camera.setViewOffset(width, whole, width / 2 - across, whole / 2 - center[1], width, height);
  // The controls assume that the picture has the height of the element.
  controls.panSpeed = height / whole;
}

/** Makes the projection of a camera mirrorable: projection and unprojection follow. Only culling by winding must check it. */
export function mirrorable(camera: PerspectiveCamera, isMirrored: () => boolean): PerspectiveCamera {
  const update = camera.updateProjectionMatrix.bind(camera);
  camera.updateProjectionMatrix = () => {
    update();
    if (!isMirrored()) return;
    const { elements } = camera.projectionMatrix;
    for (const at of [0, 4, 8, 12] as const) elements[at] *= -1;
    camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
  };
  return camera;
}

/** Flips the horizontal orbit and pan of `OrbitControls` for pointers and keys. */
interface SideMoves {
  _rotateLeft(angle: number): void;
  _panLeft(distance: number, matrix: unknown): void;
}

function controlsOf(camera: PerspectiveCamera, element: HTMLElement, isMirrored: () => boolean): OrbitControls {
  const controls = new OrbitControls(camera, element);
  // The controls assume that the camera's right is the right of the picture. Their methods have no types; `test/e2e/space.test.ts` drags.
  const moves = controls as unknown as SideMoves;
  const [turn, shift] = [moves._rotateLeft.bind(controls), moves._panLeft.bind(controls)];
  moves._rotateLeft = (angle) => turn(isMirrored() ? -angle : angle);
  moves._panLeft = (distance, matrix) => shift(isMirrored() ? -distance : distance, matrix);
  controls.zoomToCursor = true;
  controls.zoomSpeed = 1.4;
  controls.mouseButtons = { LEFT: MOUSE.ROTATE, MIDDLE: MOUSE.ROTATE, RIGHT: MOUSE.PAN };
  return controls;
}

interface Pose {
  readonly target: Vector3;
  readonly position: Vector3;
  readonly lens: Lens;
}

interface Flight {
  readonly from: Pose;
  readonly to: Pose;
  /** Time of its first frame. */
  start: number | null;
}

function axesOf(camera: PerspectiveCamera): CameraAxes {
  const right = new Vector3();
  const up = new Vector3();
  const back = new Vector3();
  camera.updateMatrixWorld();
  camera.matrixWorld.extractBasis(right, up, back);
  return { right: right.toArray(), up: up.toArray(), back: back.toArray() };
}

function reducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
