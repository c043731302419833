import { Matrix4, PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { isInside, pixelRuns } from '../../../renderer/scene/region-cells.ts';
import { trianglesTouching } from '../../../renderer/scene/region-triangles.ts';
import { membersOf, setOf } from '../../../renderer/state/selection/index-set.ts';
import type { Pixel } from '../../../renderer/tools/tool.ts';
import { ball, meshOf, soup } from '../../fixtures/shapes.ts';
import { seededRandom } from '../../fixtures/random.ts';

const size = { width: 400, height: 300 };
const space = { origin: [0, 0, 0], unit: 1 } as const;

function cameraAt(x: number, y: number, z: number): PerspectiveCamera {
  const camera = new PerspectiveCamera(50, size.width / size.height, 0.1, 100);
  camera.position.set(x, y, z);
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld();
  return camera;
}

function touching(mesh: TriangleMesh, camera: PerspectiveCamera, outline: readonly Pixel[], hidden: readonly number[] = []): number[] {
  const clipFromLocal = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse).elements;
  return [...membersOf(trianglesTouching({ mesh, hidden: setOf(triangleCount(mesh), hidden), space, clipFromLocal, size, outline }))];
}

const boxOutline = (x0: number, y0: number, x1: number, y1: number): Pixel[] => [
  [x0, y0],
  [x1, y0],
  [x1, y1],
  [x0, y1],
];

describe('triangles that touch a region', () => {
  // From (0, 0, 10) with 50 degrees a unit at the origin is about 32 pixels; the middle of the view is (200, 150).
  const front = cameraAt(0, 0, 10);
  const near = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, -3, 0, 0, -2, 0, 0, -3, 1, 0], [0, 1, 2, 3, 4, 5]);

  it('are those with a corner in it, around it or across it', () => {
    expect(touching(near, front, boxOutline(195, 140, 205, 160))).toEqual([0]);
    // Wholly inside the triangle.
    expect(touching(near, front, boxOutline(204, 140, 206, 142))).toEqual([0]);
    // A thin region across both, without a corner of either.
    expect(touching(near, front, boxOutline(0, 130, 400, 132))).toEqual([0, 1]);
    expect(touching(near, front, boxOutline(300, 10, 310, 20))).toEqual([]);
  });

  it('leave out hidden ones and those behind the eye', () => {
    expect(touching(near, front, boxOutline(0, 0, 400, 300), [0])).toEqual([1]);
    const behind = meshOf([0, 0, 20, 1, 0, 20, 0, 1, 20], [0, 1, 2]);
    expect(touching(behind, front, boxOutline(0, 0, 400, 300))).toEqual([]);
  });

  it('contain one that reaches from the picture to behind the eye', () => {
    const long = meshOf([0, -1, 0, 0.2, -1, 0, 0, -1, 40], [0, 1, 2]);
    expect(touching(long, front, boxOutline(0, 150, 400, 300))).toEqual([0]);
    expect(touching(long, front, boxOutline(0, 0, 400, 140))).toEqual([]);
  });

  it('are found by a lasso that is not convex', () => {
    const u: Pixel[] = [
      [100, 100],
      [120, 100],
      [120, 190],
      [280, 190],
      [280, 100],
      [300, 100],
      [300, 200],
      [100, 200],
    ];
    // The triangle lies in the gap of the U.
    expect(touching(near, front, u)).toEqual([1]);
  });

  it('agree with points sampled on the triangles', () => {
    const random = seededRandom(17);
    const mesh = soup(200, random, 2, 1);
    for (let round = 0; round < 20; round++) {
      const camera = cameraAt(6 * random() - 3, 6 * random() - 3, 4 + 2 * random());
      const [x, y] = [350 * random(), 250 * random()];
      const outline = boxOutline(x, y, x + 60 * random(), y + 60 * random());
      const found = new Set(touching(mesh, camera, outline));
      for (let triangle = 0; triangle < 200; triangle++) {
        const isSampled = Array.from({ length: 60 }, () => pixelOf(mesh, triangle, camera, random)).some(
          (pixel) =>
            pixel !== null &&
            pixel[0] > outline[0]![0] &&
            pixel[0] < outline[2]![0] &&
            pixel[1] > outline[0]![1] &&
            pixel[1] < outline[2]![1],
        );
        if (isSampled) expect(found.has(triangle)).toBe(true);
      }
    }
  });

  it('agree with a test of each edge of a lasso that crosses itself', () => {
    const random = seededRandom(23);
    for (let round = 0; round < 6; round++) {
      const lasso: Pixel[] = Array.from({ length: 60 }, (_, i) => {
        const reach = 40 + 90 * random();
        return [200 + reach * Math.cos(i / 4.1), 150 + reach * Math.sin(i / 4.1)];
      });
      const polygon = Float64Array.from(lasso.flat());
      // Triangles of a hundredth of a pixel: each touches the region where its first corner is inside.
      const mesh = soup(3000, random, 3, 0.0003);
      const found = new Set(touching(mesh, front, lasso));
      let inside = 0;
      for (let triangle = 0; triangle < 3000; triangle++) {
        const point = new Vector3().fromArray(mesh.positions, 3 * mesh.indices[3 * triangle]!).project(front);
        const [x, y] = [(point.x * 0.5 + 0.5) * size.width, (0.5 - point.y * 0.5) * size.height];
        if (distanceTo(lasso, x, y) < 0.05) continue;
        const expected = isInside(polygon, lasso.length, x, y);
        expect(found.has(triangle)).toBe(expected);
        if (expected) inside++;
      }
      expect(inside).toBeGreaterThan(100);
    }
  });

  it('are all of a mesh for the whole view, and none outside it', () => {
    const mesh = ball(24, 12);
    expect(touching(mesh, front, boxOutline(0, 0, 400, 300)).length).toBe(triangleCount(mesh));
    expect(touching(mesh, front, boxOutline(0, 0, 100, 300))).toEqual([]);
  });
});

describe('the pixels of a region', () => {
  it('are those whose middle is inside', () => {
    expect(pixelRuns(boxOutline(1.6, 2.4, 4.5, 4.6), size)).toEqual([
      [2, 2, 4],
      [3, 2, 4],
      [4, 2, 4],
    ]);
  });

  it('are those that a test of each middle finds, also where the outline crosses itself', () => {
    const random = seededRandom(29);
    const lasso: Pixel[] = Array.from({ length: 12 }, () => [60 * random(), 50 * random()]);
    const polygon = Float64Array.from(lasso.flat());
    const inside = new Set(
      pixelRuns(lasso, size).flatMap(([row, first, end]) => Array.from({ length: end - first }, (_, i) => `${row} ${first + i}`)),
    );
    for (let row = 0; row < 52; row++)
      for (let column = 0; column < 62; column++)
        expect(inside.has(`${row} ${column}`)).toBe(isInside(polygon, lasso.length, column + 0.5, row + 0.5));
  });

  it('stay inside the view', () => {
    const runs = pixelRuns(boxOutline(-50, -50, 900, 900), size);
    expect(runs.length).toBe(size.height);
    expect(runs.every(([, first, end]) => first === 0 && end === size.width)).toBe(true);
  });
});

/** Distance from a point to the nearest edge of a polygon. */
function distanceTo(polygon: readonly Pixel[], x: number, y: number): number {
  return Math.min(
    ...polygon.map(([x0, y0], i) => {
      const [x1, y1] = polygon[(i + 1) % polygon.length]!;
      const [dx, dy] = [x1 - x0, y1 - y0];
      const along = Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy)));
      return Math.hypot(x0 + along * dx - x, y0 + along * dy - y);
    }),
  );
}

/** The pixel of a random point of a triangle; `null` behind the near plane. */
function pixelOf(mesh: TriangleMesh, triangle: number, camera: PerspectiveCamera, random: () => number): Pixel | null {
  let [u, v] = [random(), random()];
  if (u + v > 1) [u, v] = [1 - u, 1 - v];
  const corner = (i: number): Vector3 => new Vector3().fromArray(mesh.positions, 3 * mesh.indices[3 * triangle + i]!);
  const point = corner(0)
    .multiplyScalar(1 - u - v)
    .addScaledVector(corner(1), u)
    .addScaledVector(corner(2), v);
  const seen = point.clone().applyMatrix4(camera.matrixWorldInverse);
  if (seen.z > -0.1) return null;
  point.project(camera);
  return [(point.x * 0.5 + 0.5) * size.width, (0.5 - point.y * 0.5) * size.height];
}
