import { OrthographicCamera, PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { frameOf, type CameraPose } from '../../../renderer/state/camera/camera-pose.ts';
import { createCameraRig } from '../../../renderer/scene/camera-rig.ts';
import { wheelCamera, notchesOf } from '../../../renderer/scene/camera-wheel.ts';
import { lensOf, viewDegrees, type Lens } from '../../../renderer/scene/lens.ts';
import { SceneCamera } from '../../../renderer/scene/scene-camera.ts';
import { moveByKey } from '../../../renderer/scene/view-keys.ts';
import { eyeOf } from '../../../renderer/state/camera/camera-pose.ts';

const pose: CameraPose = {
  target: [0.2, -0.1, 0.4],
  distance: 3,
  azimuthRadians: 0.8,
  elevationRadians: 0.5,
  projection: 'perspective',
};
const lens: Lens = { width: 900, height: 600, focal: 871, center: [410, 330], isMirrored: false };
const points = [new Vector3(0.3, 0.1, 0.2), new Vector3(-0.5, 0.4, 0.9), new Vector3(0, -0.7, 0.1)];

describe('the camera of a view', () => {
  it('draws as three’s perspective camera does', () => {
    const camera = cameraAt(pose, lensOf(900, 600));
    const other = new PerspectiveCamera(viewDegrees, 1.5, 0.1, 20);
    other.up.copy(camera.up);
    other.position.copy(camera.position);
    other.lookAt(...pose.target);
    other.updateMatrixWorld();
    expectSame(camera, other);
  });

  it('draws as three’s orthographic camera does, in the scale of its target', () => {
    const camera = cameraAt({ ...pose, projection: 'orthographic' }, lensOf(900, 600));
    const half = Math.tan((viewDegrees * Math.PI) / 360) * pose.distance;
    const other = new OrthographicCamera(-1.5 * half, 1.5 * half, half, -half, 0.1, 20);
    other.up.copy(camera.up);
    other.position.copy(camera.position);
    other.lookAt(...pose.target);
    other.updateMatrixWorld();
    expectSame(camera, other);
    expect([camera.top, camera.bottom]).toEqual([expect.closeTo(half, 9), expect.closeTo(-half, 9)]);
  });

  it('sends its rays through the points that it draws at their pixels, with any lens and projection', () => {
    for (const projection of ['perspective', 'orthographic'] as const) {
      for (const isMirrored of [false, true]) {
        const camera = cameraAt({ ...pose, projection }, { ...lens, isMirrored });
        for (const point of points) {
          const drawn = point.clone().project(camera);
          const { origin, direction } = camera.rayThrough([(0.5 + drawn.x / 2) * 900, (0.5 - drawn.y / 2) * 600]);
          const along = point.clone().sub(origin);
          expect(along.length()).toBeCloseTo(along.dot(direction), 9);
          expect(drawn.unproject(camera).distanceTo(point)).toBeLessThan(1e-9);
        }
      }
    }
  });

  it('keeps the target in place when the projection changes', () => {
    const target = new Vector3(...pose.target);
    const [near, flat] = (['perspective', 'orthographic'] as const).map((projection) => {
      const camera = cameraAt({ ...pose, projection }, lens);
      const aside = target.clone().add(new Vector3().setFromMatrixColumn(camera.matrixWorld, 0).multiplyScalar(0.3));
      return aside.project(camera).toArray().slice(0, 2);
    });
    flat!.forEach((value, i) => expect(value).toBeCloseTo(near![i]!, 12));
  });
});

describe('a camera rig', () => {
  it('frames a box in both projections: its corners reach nine tenths of the view and no more', () => {
    for (const projection of ['perspective', 'orthographic'] as const) {
      const rig = rigWith({ ...pose, projection });
      rig.frameBounds({ min: [1, 2, 3], max: [2, 4, 9] }, { left: 0, top: 0, right: 900, bottom: 600 }, 'jump');
      const reach = Math.max(
        ...[0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => {
          const corner = new Vector3(i & 1 ? 2 : 1, i & 2 ? 4 : 2, i & 4 ? 9 : 3).project(rig.camera);
          return [Math.abs(corner.x), Math.abs(corner.y)];
        }),
      );
      expect(reach).toBeCloseTo(0.9, 6);
    }
  });

  it('rotates with the up axis, and the picture stays', () => {
    const rig = rigWith(pose);
    const before = rig.pose;
    rig.setUp('+z');
    expect(rig.pose).toBe(before);
    expect(rig.camera.up.toArray()).toEqual([0, 0, 1]);
    expect(rig.camera.position.z - pose.target[2]).toBeCloseTo(3 * Math.sin(0.5), 9);
  });

  it('follows arrow keys and the wheel of a mirrored picture as they are seen', () => {
    for (const isMirrored of [false, true]) {
      const rig = rigWith(pose);
      rig.setMirrored(isMirrored);
      const [x, y] = pixelOf(rig.camera, pose.target);
      expect(moveByKey(rig, { key: 'ArrowRight', shiftKey: true }, () => {})).toBe(true);
      // The camera goes to the right, so what it sees goes to the left.
      expect(pixelOf(rig.camera, pose.target)[0]).toBeLessThan(x - 20);
      expect(pixelOf(rig.camera, pose.target)[1]).toBeCloseTo(y, 6);
    }
    expect(moveByKey(rigWith(pose), { key: 'a', shiftKey: false }, () => {})).toBe(false);
  });

  it('goes through a wall by the wheel, with smaller steps towards small triangles, and never with fine steps', () => {
    const wall = 2;
    const after = (fine: boolean, size: number, notches: number): number => {
      const rig = rigWith({ ...pose, azimuthRadians: 0, elevationRadians: 0, target: [0, 0, 0] });
      for (let i = 0; i < notches; i++) {
        const away = rig.camera.position.z - wall;
        wheelCamera(rig, rig.lens.center, 1, { ahead: away > 0 ? { distance: away, size } : null, size: 4, fine });
      }
      return eyeOf(rig.pose, rig.frame)[2] - wall;
    };
    expect(after(false, 5, 14)).toBeLessThan(0);
    expect(after(false, 1e-3, 14)).toBeGreaterThan(0);
    expect(after(true, 5, 200)).toBeGreaterThan(0);
    expect(notchesOf({ deltaY: -100, deltaMode: 0 })).toBe(1);
    expect(notchesOf({ deltaY: 3, deltaMode: 1 })).toBe(-1);
  });
});

function cameraAt(at: CameraPose, through: Lens): SceneCamera {
  const camera = new SceneCamera();
  camera.lens = through;
  camera.near = 0.1;
  camera.far = 20;
  camera.take(at, frameOf('+y'));
  camera.updateProjectionMatrix();
  return camera;
}

function rigWith(at: CameraPose): ReturnType<typeof createCameraRig> {
  const rig = createCameraRig(() => {});
  rig.setSize(900, 600, false);
  rig.change('jump', () => at);
  return rig;
}

function pixelOf(camera: SceneCamera, point: readonly [number, number, number]): readonly [number, number] {
  const { x, y } = new Vector3(...point).project(camera);
  return [(0.5 + x / 2) * 900, (0.5 - y / 2) * 600];
}

function expectSame(camera: SceneCamera, other: PerspectiveCamera | OrthographicCamera): void {
  for (const point of points) {
    const expected = point.clone().project(other);
    point
      .clone()
      .project(camera)
      .toArray()
      .forEach((value, i) => expect(value).toBeCloseTo(expected.toArray()[i]!, 9));
  }
}
