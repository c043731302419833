import { MOUSE, PerspectiveCamera, Quaternion, TOUCH, Vector3 } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { Vec3 } from '#core/math/vec3';
import { boundsCenter, type Bounds } from '#core/mesh/bounds';
import { depthRange, ease, fitDistance, type CameraAxes } from './camera-fit.ts';
import { lensOf, lensOver, mixLenses, resizedLens, viewDegrees, type Lens, type ViewRect } from './lens.ts';

/** The camera and the hands on it; view space. */
export interface CameraRig {
  readonly camera: PerspectiveCamera;
  readonly lens: Lens;
  /** The point that the camera turns about. */
  readonly target: Vec3;
  /** Whether a drag or a flight moves the camera now. */
  readonly moving: boolean;
  /** Puts a box into a rectangle of the view. A flight takes 150 ms; `jump` is there at once. */
  frame(bounds: Bounds, free: ViewRect, how: 'fly' | 'jump'): void;
  /** Stands where another camera does and sees what it sees, at once; a flight ends. View space. */
  take(position: Vec3, target: Vec3, lens: Lens): void;
  /** Makes what lies at this distance along the view the point that zooming nears and turning keeps. */
  focusAt(distance: number): void;
  /** `still`: what is drawn stays where it is, as `resizedLens` says. */
  setSize(width: number, height: number, still: boolean): void;
  /** Brings a flight on to this time and the depth range around what is drawn. Returns whether more is to come. */
  update(time: number, drawn: readonly Bounds[]): boolean;
  /** Turns the whole view, so that this direction points up; the sight of what is drawn turns with it. */
  setUp(up: Vec3): void;
  /** Draws everything mirrored, left for right, as `Lens` says; the pointer turns and shifts what it sees. */
  setMirrored(isMirrored: boolean): void;
  /** Whether the left button, or one finger, turns the camera in the drag that begins now. */
  setLeftTurns(turns: boolean): void;
  dispose(): void;
}

/** Three quarters from above: the walls, the floor and the depth can all be told. */
const firstView = new Vector3(0.62, 0.52, 0.9).normalize();
const flightMilliseconds = 150;

export function createCameraRig(element: HTMLElement, changed: () => void): CameraRig {
  let lens = lensOf(1, 1);
  const isMirrored = (): boolean => lens.isMirrored;
  const camera = mirrorable(new PerspectiveCamera(viewDegrees, 1, 0.01, 100), isMirrored);
  camera.position.copy(firstView).multiplyScalar(4);
  let controls = controlsOf(camera, element, isMirrored);
  let dragging = false;
  let flight: Flight | null = null;
  const end = (): void => {
    dragging = false;
  };
  listen();

  return {
    camera,
    get lens() {
      return lens;
    },
    get target(): Vec3 {
      return controls.target.toArray();
    },
    get moving() {
      return dragging || flight !== null;
    },
    frame(bounds, free, how) {
      const target = new Vector3(...boundsCenter(bounds));
      const next = lensOver(free, lens.width, lens.height, lens.isMirrored);
      const angles = { tanX: (free.right - free.left) / 2 / next.focal, tanY: (free.bottom - free.top) / 2 / next.focal };
      // A box without size, a single point: kept at the distance it has.
      const distance = fitDistance(bounds, axesOf(camera), angles) || camera.position.distanceTo(controls.target);
      const offset = camera.position.clone().sub(controls.target).setLength(distance);
      const to: Pose = { target, position: target.clone().add(offset), lens: next };
      flight = { from: { target: controls.target.clone(), position: camera.position.clone(), lens }, to, start: null };
      if (how === 'jump' || reducedMotion()) {
        takePose(to);
        flight = null;
      }
      changed();
    },
    take(position, target, other) {
      flight = null;
      const own = lens.width === other.width && lens.height === other.height ? other : resizedLens(other, lens.width, lens.height, false);
      takePose({ position: new Vector3(...position), target: new Vector3(...target), lens: { ...own, isMirrored: lens.isMirrored } });
      changed();
    },
    focusAt(distance) {
      if (!(distance > 0) || !Number.isFinite(distance)) return;
      controls.target.copy(camera.position).addScaledVector(camera.getWorldDirection(new Vector3()), distance);
    },
    setSize(width, height, still) {
      useLens(resizedLens(lens, width, height, still));
      // A flight goes on to where it would be framed now.
      if (flight !== null)
        flight = {
          ...flight,
          from: { ...flight.from, lens },
          to: { ...flight.to, lens: resizedLens(flight.to.lens, width, height, still) },
        };
    },
    update(time, drawn) {
      if (flight !== null) {
        flight.start ??= time;
        const share = ease((time - flight.start) / flightMilliseconds);
        const { from, to } = flight;
        takePose({
          target: from.target.clone().lerp(to.target, share),
          position: from.position.clone().lerp(to.position, share),
          lens: mixLenses(from.lens, to.lens, share),
        });
        if (share >= 1) flight = null;
      }
      camera.updateMatrixWorld();
      const { back } = axesOf(camera);
      const { near, far } = depthRange(camera.position.toArray(), back, drawn, camera.position.distanceTo(controls.target));
      camera.near = near;
      camera.far = far;
      camera.updateProjectionMatrix();
      return flight !== null;
    },
    setUp(direction) {
      const up = new Vector3(...direction);
      if (up.equals(camera.up)) return;
      const turn = new Quaternion().setFromUnitVectors(camera.up, up);
      const offset = camera.position.clone().sub(controls.target).applyQuaternion(turn);
      const { target, mouseButtons, touches, panSpeed } = controls;
      flight = null;
      dragging = false;
      camera.up.copy(up);
      camera.position.copy(target).add(offset);
      // Controls look at what is up when they are made, and never again.
      controls.dispose();
      controls = controlsOf(camera, element, isMirrored);
      Object.assign(controls, { mouseButtons, touches, panSpeed });
      controls.target.copy(target);
      listen();
      controls.update();
      changed();
    },
    setMirrored(next) {
      if (next === lens.isMirrored) return;
      flight = null;
      useLens({ ...lens, isMirrored: next });
      changed();
    },
    setLeftTurns(turns) {
      controls.mouseButtons.LEFT = turns ? MOUSE.ROTATE : null;
      controls.touches.ONE = turns ? TOUCH.ROTATE : null;
    },
    dispose() {
      controls.dispose();
    },
  };

  function listen(): void {
    controls.addEventListener('change', changed);
    controls.addEventListener('start', () => {
      dragging = true;
      flight = null;
    });
    controls.addEventListener('end', end);
  }

  function takePose(pose: Pose): void {
    controls.target.copy(pose.target);
    camera.position.copy(pose.position);
    useLens(pose.lens);
    controls.update();
  }

  /** As a part of a picture with the camera's own angle, whose middle is the lens' centre. */
  function useLens(next: Lens): void {
    lens = next;
    const { width, height, focal, center, isMirrored } = lens;
    // What is mirrored is mirrored about the middle of the view.
    const across = isMirrored ? width - center[0] : center[0];
    const whole = 2 * focal * Math.tan((camera.fov * Math.PI) / 360);
    camera.setViewOffset(width, whole, width / 2 - across, whole / 2 - center[1], width, height);
    // They take the height of the element for that of the whole picture.
    controls.panSpeed = height / whole;
  }
}

/** A camera whose picture can be mirrored: whatever projects or unprojects with it follows. Only what is culled by its winding has to look. */
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

/** Turns and shifts to the side of `OrbitControls`, by which its pointers and keys go. */
interface SideMoves {
  _rotateLeft(angle: number): void;
  _panLeft(distance: number, matrix: unknown): void;
}

function controlsOf(camera: PerspectiveCamera, element: HTMLElement, isMirrored: () => boolean): OrbitControls {
  const controls = new OrbitControls(camera, element);
  // They take the camera's right for the right of the picture. Their methods have no types; `test/e2e/space.test.ts` drags.
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
