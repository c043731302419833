import { Frustum, Matrix4, OrthographicCamera, PerspectiveCamera, Sphere, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { createDetailPlan, detail, detailBudget, type DetailCamera, planDetail } from '../../../renderer/scene/instance-detail.ts';
import { seededRandom } from '../../fixtures/random.ts';

const height = 600;
const count = 3000;
const triangles = 100;

/** Spheres in a cube of 20 units. */
function cloud(): Float32Array {
  const random = seededRandom(31);
  return Float32Array.from({ length: 4 * count }, (_, k) => (k % 4 === 3 ? 0.05 + 0.1 * random() : 20 * (random() - 0.5)));
}

function seen(camera: PerspectiveCamera | OrthographicCamera): { readonly camera: DetailCamera; readonly frustum: Frustum } {
  camera.position.set(3, 4, 15);
  camera.lookAt(0, 0, 0);
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
  const matrix = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
  const vertical = camera.projectionMatrix.elements[5];
  return { camera: { clip: matrix.elements, vertical, height }, frustum: new Frustum().setFromProjectionMatrix(matrix) };
}

const cameras = [
  ['perspective', new PerspectiveCamera(35, 1.5, 0.1, 100)],
  ['orthographic', new OrthographicCamera(-6, 6, 4, -4, 0.1, 100)],
] as const;

describe('instances of a large scene', () => {
  it.each(cameras)('are those that the frustum of three keeps, nearest first: %s', (_, three) => {
    const spheres = cloud();
    const { camera, frustum } = seen(three);
    const plan = createDetailPlan(count);
    planDetail(plan, spheres, () => triangles, camera, { triangles: 0, boxes: 0 });
    const order = Array.from(plan.order.subarray(0, plan.count));
    const centre = (i: number): Vector3 => new Vector3(spheres[4 * i], spheres[4 * i + 1], spheres[4 * i + 2]);
    // Nothing is beyond the far plane.
    const wanted = Array.from({ length: count }, (_unused, i) => i).filter((i) =>
      frustum.intersectsSphere(new Sphere(centre(i), spheres[4 * i + 3])),
    );
    expect(wanted.length).toBeGreaterThan(300);
    expect(wanted.length).toBeLessThan(count - 300);
    expect([...order].sort((a, b) => a - b)).toEqual(wanted);
    const depths = order.map((i) => -centre(i).applyMatrix4(three.matrixWorldInverse).z);
    // Sorted by counting: as exact as a step.
    const step = (Math.max(...depths) - Math.min(...depths)) / 2000;
    depths.slice(1).forEach((depth, k) => expect(depth).toBeGreaterThan(depths[k]! - step));
  });

  it.each(cameras)('are meshes, then boxes, then points, within the budget: %s', (_, three) => {
    const spheres = cloud();
    const { camera } = seen(three);
    const plan = createDetailPlan(count);
    planDetail(plan, spheres, () => triangles, camera, { triangles: 5050, boxes: 200 });
    const levels = Array.from(plan.levels.subarray(0, plan.count));
    expect(levels.filter((level) => level === detail.mesh)).toHaveLength(50);
    expect(levels.filter((level) => level === detail.box)).toHaveLength(200);
    expect(levels.slice(0, 50)).toEqual(Array(50).fill(detail.mesh));
    expect(levels.slice(50, 250)).toEqual(Array(200).fill(detail.box));
    expect(levels.slice(250)).toEqual(Array(plan.count - 250).fill(detail.point));
  });

  it('are points where they have a few pixels', () => {
    const spheres = cloud();
    const { camera } = seen(new PerspectiveCamera(35, 1.5, 0.1, 100));
    const plan = createDetailPlan(count);
    const all = { triangles: 1e9, boxes: 1e9 };
    const levelsAt = (pixels: number): Set<number> => {
      planDetail(plan, spheres, () => triangles, { ...camera, height: pixels }, all);
      return new Set(plan.levels.subarray(0, plan.count));
    };
    expect(levelsAt(2000)).toEqual(new Set([detail.mesh]));
    expect(levelsAt(10)).toEqual(new Set([detail.point]));
    expect(levelsAt(200)).toEqual(new Set([detail.point, detail.box, detail.mesh]));
  });

  it('have a small budget without a graphics card', () => {
    expect(detailBudget('software GL').triangles).toBeLessThan(detailBudget('NVIDIA GeForce RTX 3060').triangles / 10);
  });
});
