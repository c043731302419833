import { bspCells } from '#core/bsp/cells';
import { bspPicture, polygonAt, type PolygonList } from '#core/bsp/bsp-picture';
import { buildBsp } from '#core/bsp/build-bsp';
import { cellLinks } from '#core/bsp/route';
import { compareBsp } from '#core/job/compare-bsp';
import { cross, dot, minus, type Vec3 } from '#core/math/vec3';
import { describe, expect, test } from 'vitest';
import { ball, box, joined, turned } from '../../fixtures/shapes.ts';

/** A room of 4³ in a box of 6³, with a pillar of 1·4·1. */
const room = joined([box([-3, -3, -3], [3, 3, 3]), turned(box([-2, -2, -2], [2, 2, 2])), box([0, -2, 0], [1, 2, 1])]);

function pictureOf(mesh = room) {
  const tree = buildBsp(mesh);
  const cells = bspCells(tree);
  return { tree, cells, picture: bspPicture(tree, cells, cellLinks(cells)) };
}

function areaOf(list: PolygonList, polygon: number): number {
  const [origin, ...corners] = polygonAt(list, polygon);
  let sum: Vec3 = [0, 0, 0];
  for (let i = 1; i < corners.length; i++) {
    const [x, y, z] = cross(minus(corners[i - 1]!, origin!), minus(corners[i]!, origin!));
    sum = [sum[0] + x / 2, sum[1] + y / 2, sum[2] + z / 2];
  }
  return Math.hypot(...sum);
}

describe('the picture of a BSP tree', () => {
  test('has faces that enclose the volume of each leaf', () => {
    const { picture } = pictureOf();
    const { faces, firstFace, volumes, centres, windings } = picture;
    expect(windings.length).toBeGreaterThan(10);
    for (let leaf = 0; leaf < windings.length; leaf++) {
      const centre: Vec3 = [centres[3 * leaf]!, centres[3 * leaf + 1]!, centres[3 * leaf + 2]!];
      let volume = 0;
      for (let face = firstFace[leaf]!; face < firstFace[leaf + 1]!; face++) {
        const corners = polygonAt(faces, face);
        const normal = cross(minus(corners[1]!, corners[0]!), minus(corners[2]!, corners[0]!));
        // A pyramid from the centre; positive, since the centre is behind every face.
        const height = dot(minus(corners[0]!, centre), normal) / Math.hypot(...normal);
        expect(height).toBeGreaterThan(0);
        volume += (height * areaOf(faces, face)) / 3;
      }
      expect(volume).toBeCloseTo(volumes[leaf]!, 9);
    }
  });

  test('has enclosed cells with the volume of the room without its pillar', () => {
    const { picture } = pictureOf();
    const enclosed = [...picture.windings.keys()].filter((leaf) => picture.windings[leaf] === 0 && picture.isOutside[leaf] === 0);
    expect(enclosed.length).toBeGreaterThan(1);
    expect(enclosed.reduce((sum, leaf) => sum + picture.volumes[leaf]!, 0)).toBeCloseTo(4 ** 3 - 4, 9);
  });

  test('has one section for each node, the root’s across the whole box, and children below their parents', () => {
    const { picture, tree } = pictureOf();
    expect(picture.sections.first).toHaveLength(tree.planes.length + 1);
    expect(areaOf(picture.sections, 0)).toBeCloseTo(7.5 ** 2, 9);
    expect(Math.max(...picture.depths)).toBe(tree.depth - 1);
  });
});

test.each([
  ['a room', room],
  ['a ball', ball(12, 6)],
])('a BSP tree of %s has the results of the AABB tree in the comparison', (_, mesh) => {
  const tree = buildBsp(mesh);
  const { rays, points, differences, bsp, aabb } = compareBsp(tree, 1);
  expect([rays, points, differences]).toEqual([1000, 1000, 0]);
  expect(bsp.leaves).toBe(bsp.nodes + 1);
  expect(bsp.nodesPerRay).toBeGreaterThan(1);
  expect(aabb.trianglesPerRay).toBeGreaterThan(0);
});
