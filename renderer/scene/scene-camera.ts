import { Camera, Matrix4, Vector3 } from 'three';
import type { Vec3 } from '#core/math';
import { axesOf, type CameraFrame, type CameraPose, eyeOf } from '../state/camera/camera-pose.ts';
import { lensOf, tangentsThrough, viewDegrees, type Lens } from './lens.ts';

/** A ray in view space, direction at length 1. */
export interface ViewRay {
  readonly origin: Vector3;
  readonly direction: Vector3;
}

/** Returns the direction that a camera looks in, length 1. */
export function forwardOf(camera: Camera): Vector3 {
  return new Vector3().setFromMatrixColumn(camera.matrixWorld, 2).negate().normalize();
}

/**
 * The camera of a view, perspective or orthographic; its projection is that of a lens. Three reads the fields of both kinds of cameras
 * by name. Call `updateProjectionMatrix` after a change of `near` or `far`.
 */
export class SceneCamera extends Camera {
  near = 0.01;
  far = 100;
  isPerspectiveCamera = true;
  isOrthographicCamera = false;
  /** Read by three's handles for their size. */
  fov = viewDegrees;
  readonly zoom = 1;
  top = 1;
  bottom = -1;
  lens: Lens = lensOf(1, 1);
  /** As last taken. */
  pose: CameraPose = { target: [0, 0, 0], distance: 1, azimuthRadians: 0, elevationRadians: 0, projection: 'perspective' };

  /** Moves the camera to a pose; view space. */
  take(pose: CameraPose, frame: CameraFrame): void {
    const { right, up, back } = axesOf(pose, frame);
    this.up.set(...frame.up);
    this.position.set(...eyeOf(pose, frame));
    this.quaternion.setFromRotationMatrix(new Matrix4().makeBasis(new Vector3(...right), new Vector3(...up), new Vector3(...back)));
    this.pose = pose;
    this.isOrthographicCamera = pose.projection === 'orthographic';
    this.isPerspectiveCamera = !this.isOrthographicCamera;
    this.updateMatrixWorld();
  }

  /** Sets the projection of the lens. */
  updateProjectionMatrix(): void {
    const { width, height, focal, center, isMirrored } = this.lens;
    const side = isMirrored ? -1 : 1;
    const [x, y] = [(2 * center[0]) / width - 1, 1 - (2 * center[1]) / height];
    const { near, far } = this;
    const depth = far - near;
    if (this.isOrthographicCamera) {
      const scale = (2 * focal) / this.pose.distance;
      this.top = height / scale;
      this.bottom = -this.top;
      // prettier-ignore
      this.projectionMatrix.set(
        (side * scale) / width,
        0,
        0,
        x,
        0,
        scale / height,
        0,
        y,
        0,
        0,
        -2 / depth,
        -(far + near) / depth,
        0,
        0,
        0,
        1,
      );
    } else {
      // prettier-ignore
      this.projectionMatrix.set(
        (side * 2 * focal) / width,
        0,
        -x,
        0,
        0,
        (2 * focal) / height,
        -y,
        0,
        0,
        0,
        -(far + near) / depth,
        (-2 * far * near) / depth,
        0,
        0,
        -1,
        0,
      );
    }
    this.projectionMatrixInverse.copy(this.projectionMatrix).invert();
  }

  /** Returns the ray through a pixel: from the eye, or of an orthographic camera from the near plane. */
  rayThrough(pixel: readonly [x: number, y: number]): ViewRay {
    const [across, upward] = tangentsThrough(this.lens, pixel);
    const [right, up, back] = [new Vector3(), new Vector3(), new Vector3()];
    this.matrixWorld.extractBasis(right, up, back);
    const origin = this.position.clone();
    if (!this.isOrthographicCamera) {
      return { origin, direction: right.multiplyScalar(across).addScaledVector(up, upward).sub(back).normalize() };
    }
    origin.addScaledVector(right, across * this.pose.distance).addScaledVector(up, upward * this.pose.distance);
    return { origin: origin.addScaledVector(back, -this.near), direction: back.negate() };
  }

  /** Returns the depth of a point along the view direction. */
  depthOf(point: Vec3): number {
    return new Vector3(...point).sub(this.position).dot(forwardOf(this));
  }
}
