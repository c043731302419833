import { Frustum, Matrix4, OrthographicCamera, PerspectiveCamera, Sphere, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import {
  createDetailPlan,
  detail,
  detailBudget,
  type DetailCamera,
  meshRoom,
  planDetail,
} from '../../../renderer/scene/instance-detail.ts';
import { seededRandom } from '../../fixtures/random.ts';

const height = 600;
const count = 3000;
const triangles = 100;
const alike = { meshOf: new Uint32Array(count), triangles: [triangles] };

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
    planDetail(plan, spheres, alike, camera, { triangles: 0, beyond: 0, further: 0, boxes: 0 });
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
    planDetail(plan, spheres, alike, camera, { triangles: 5050, beyond: 1e9, further: 0, boxes: 200 });
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
    const all = { triangles: 1e9, beyond: 0, further: 0, boxes: 1e9 };
    const levelsAt = (pixels: number): Set<number> => {
      planDetail(plan, spheres, alike, { ...camera, height: pixels }, all);
      return new Set(plan.levels.subarray(0, plan.count));
    };
    expect(levelsAt(2000)).toEqual(new Set([detail.mesh]));
    expect(levelsAt(10)).toEqual(new Set([detail.point]));
    expect(levelsAt(200)).toEqual(new Set([detail.point, detail.box, detail.mesh]));
  });

  // A level around crates; its centre is behind most of them.
  it.each([
    ['larger than the budget', 150_000],
    ['that fits only without the crates', 90_000],
  ])('are meshes where they fill the picture, also a level %s', (_, level) => {
    const spheres = Float32Array.from({ length: 4 * 51 }, (_unused, k) => (k < 4 ? [0, 0, 0, 8][k]! : [0.1, 0.1, 2, 0.5][k % 4]!));
    const { camera } = seen(new PerspectiveCamera(35, 1.5, 0.1, 100));
    const plan = createDetailPlan(51);
    const meshes = { meshOf: Uint32Array.from({ length: 51 }, (_unused, i) => Math.min(i, 1)), triangles: [level, 1000] };
    const budget = detailBudget('software GL');
    planDetail(plan, spheres, meshes, camera, budget);
    expect(plan.order[50]).toBe(0);
    expect(Array.from(plan.levels)).toEqual(Array(51).fill(detail.mesh));
    // Of many levels the nearest is drawn, and further ones while their own budget lasts: 400,000 triangles.
    const levels = { ...meshes, meshOf: new Uint32Array(51) };
    const large = spheres.map((value, k) => (k % 4 === 3 ? 8 : value));
    const drawnWith = (some: typeof budget): number => {
      planDetail(plan, large, levels, camera, some);
      const drawn = plan.levels.filter((one) => one === detail.mesh).length;
      expect(drawn).toBeLessThanOrEqual(meshRoom(level, 51, some));
      return drawn;
    };
    expect(drawnWith(budget)).toBe(1 + Math.floor(400_000 / level));
    expect(drawnWith({ ...budget, further: 0 })).toBe(1);
    // Small in the picture, further ones stay boxes: only the nearest and the one that fills the picture are meshes.
    planDetail(plan, spheres, levels, camera, budget);
    expect(plan.levels.filter((one) => one === detail.mesh)).toHaveLength(2);
    planDetail(plan, spheres, { ...meshes, triangles: [10_000_001, 1000] }, camera, budget);
    expect(plan.levels[50]).toBe(detail.box);
    expect(meshRoom(10_000_001, 1, budget)).toBe(0);
  });

  it('have a small budget without a graphics card', () => {
    expect(detailBudget('software GL').triangles).toBeLessThan(detailBudget('NVIDIA GeForce RTX 3060').triangles / 10);
  });
});
