import { describe, expect, it } from 'vitest';
import { InspectorError } from '#core/error';
import type { Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { windingBruteForce } from '#core/query/inside/brute-force';
import { pointWinding, type InsideResult } from '#core/query/inside/inside';
import { areaNumber, farField, farFieldBound, radiusNumber, spreadNumber } from '#core/query/inside/moments';
import { windingInto } from '#core/query/inside/into';
import { windingSurface } from '#core/query/inside/surface';
import { createInsideWorkspace } from '#core/query/inside/workspace';
import { createWindingTree } from '#core/query/inside/winding-tree';
import { buildTree } from '#core/tree/build-tree';
import { loadTree } from '#core/tree/kinds/wide/load-tree';
import { openTree } from '#core/tree/open-tree';
import { treeKinds } from '../../fixtures/kinds.ts';
import { halved, inParts } from '../../fixtures/in-parts.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, box, joined, knot, meshOf, placed, soup, turned } from '../../fixtures/shapes.ts';

function at(mesh: TriangleMesh, point: Vec3, accuracy = 1e-3): InsideResult {
  return pointWinding(createWindingTree(openTree(buildTree(mesh, {})), mesh), point, { accuracy });
}

/** The mesh without its last triangles. */
function without(mesh: TriangleMesh, triangles: number): TriangleMesh {
  return meshOf([...mesh.positions], [...mesh.indices.slice(0, mesh.indices.length - 3 * triangles)]);
}

/** The mesh with some triangles wound the other way. */
function withFlipped(mesh: TriangleMesh, isFlipped: (triangle: number) => boolean): TriangleMesh {
  const other = turned(mesh).indices;
  return { ...mesh, indices: mesh.indices.map((index, i) => (isFlipped(Math.floor(i / 3)) ? other[i]! : index)) };
}

describe('the side of a point by winding number', () => {
  it('is inside, outside or on a closed mesh, with a whole number', () => {
    expect(at(box(), [0.2, 0.1, 0.5])).toMatchObject({ inside: true, winding: 1, windingError: 0, isOriented: false });
    expect(at(box(), [0, 0, 2])).toMatchObject({ inside: false, winding: 0, windingError: 0 });
    expect(at(box(), [0.25, 0, 1])).toMatchObject({ inside: 'on', winding: null, windingError: null });
    expect(at(turned(box()), [0.2, 0.1, 0.5])).toMatchObject({ inside: true, winding: -1 });
  });

  it('counts overlapping solids twice, and a cavity not at all', () => {
    expect(at(joined([box(), placed(box(), 1, [1, 0, 0])]), [0.5, 0.1, 0.2])).toMatchObject({ inside: true, winding: 2 });
    expect(at(joined([box(), turned(placed(box(), 0.5, [0, 0, 0]))]), [0.1, 0.1, 0.2])).toMatchObject({ inside: false, winding: 0 });
  });

  it('is one sixth less for each missing side of a cube, seen from its middle', () => {
    const open = at(without(box(), 2), [0, 0, 0], 1e-9);
    expect(open.inside).toBe(true);
    expect(open.winding).toBeCloseTo(5 / 6, 9);
    expect(at(without(box(), 4), [0, 0, 0], 1e-9).winding).toBeCloseTo(4 / 6, 9);
    expect(at(without(box(), 10), [0, 0, 0], 1e-9)).toMatchObject({ inside: false, winding: expect.closeTo(1 / 6, 9) });
  });

  it('is unknown where the number is one half: above half a cube', () => {
    expect(at(without(box(), 6), [0, 0, 0])).toMatchObject({ inside: null, winding: expect.closeTo(0.5, 12) });
  });

  it('flips triangles of inconsistent winding for the query, and reports it', () => {
    const mixed = withFlipped(ball(16, 8), (triangle) => triangle % 3 === 0);
    expect(at(mixed, [0.1, 0.2, 0.1])).toMatchObject({ inside: true, winding: 1, isOriented: true });
    expect(at(mixed, [1.1, 0.2, 0.1])).toMatchObject({ inside: false, winding: 0, isOriented: true });
    expect(at(without(mixed, 3), [0.1, 0.2, 0.1])).toMatchObject({ inside: true, isOriented: true });
  });

  it('is exact one rounding above and below a face, an edge and a vertex of a closed mesh', () => {
    const mesh = ball(24, 12);
    const random = seededRandom(5);
    const winding = createWindingTree(openTree(buildTree(mesh, {})), mesh);
    for (let i = 0; i < 200; i++) {
      const triangle = Math.floor(random() * (mesh.indices.length / 3));
      const corner = (k: number): number[] => [
        ...mesh.positions.subarray(3 * mesh.indices[3 * triangle + k]!, 3 * mesh.indices[3 * triangle + k]! + 3),
      ];
      const [a, b, c] = [corner(0), corner(1), corner(2)] as const;
      const weights = i % 3 === 0 ? [1, 0, 0] : i % 3 === 1 ? [0.5, 0.5, 0] : [0.4, 0.3, 0.3];
      const point = a.map((_, k) => weights[0]! * a[k]! + weights[1]! * b[k]! + weights[2]! * c[k]!);
      const moved = (factor: number): Vec3 => [point[0]! * factor, point[1]! * factor, point[2]! * factor];
      expect(pointWinding(winding, moved(1 + 1e-14)).inside).toBe(false);
      expect(pointWinding(winding, moved(1 - 1e-14)).inside).toBe(true);
    }
  });

  it('is outside without triangles, and leaves out those that are not finite', () => {
    expect(at(meshOf([], []), [0, 0, 0])).toMatchObject({ inside: false, winding: 0 });
    const broken = joined([box(), meshOf([0, 0, 0, NaN, 0, 0, 0, 1, 0], [0, 1, 2])]);
    expect(at(broken, [0, 0.1, 0])).toMatchObject({ inside: true });
  });

  it.each([1e-300, 1e-150, 1e150, 1e300])('is the same at the scale %d, and far from the mesh', (scale) => {
    const mesh = { ...box(), positions: box().positions.map((value) => value * scale) };
    expect(at(mesh, [0.2 * scale, 0.1 * scale, 0.5 * scale])).toMatchObject({ inside: true, winding: 1 });
    expect(at(mesh, [1.2 * scale, 0.1 * scale, 0.5 * scale])).toMatchObject({ inside: false, winding: 0 });
    expect(at(without(mesh, 4), [1e307, 0, 0])).toMatchObject({ inside: false });
  });

  it('refuses a point that is not finite, and an accuracy of 0', () => {
    expect(() => at(box(), [0, NaN, 0])).toThrow(InspectorError);
    expect(() => at(box(), [0, 0, 0], 0)).toThrow(InspectorError);
  });
});

const openMeshes = [without(ball(32, 16), 40), soup(300, seededRandom(7)), without(knot(2, 3, 48, 8), 30)];
const random = seededRandom(8);
/** Points of each mesh with the winding number by brute force. */
const truths = openMeshes.map((mesh) => {
  const { flipped } = windingSurface(mesh);
  return Array.from({ length: 8 }, () => {
    const point: Vec3 = [4 * random() - 2, 4 * random() - 2, 4 * random() - 2];
    return { point, truth: windingBruteForce(mesh, point, flipped) };
  });
});

describe.each(treeKinds)('winding numbers by trees of kind %s', (kind) => {
  it('differ from brute force by less than their error bound, at every accuracy', () => {
    for (const [i, mesh] of openMeshes.entries()) {
      const winding = createWindingTree(openTree(buildTree(mesh, { kind, leafTriangles: 4 })), mesh);
      const workspace = createInsideWorkspace(winding);
      for (const { point, truth } of truths[i]!) {
        for (const accuracy of [0.3, 0.01, 1e-4, 1e-12]) {
          windingInto(winding, point, accuracy, workspace);
          expect(workspace.windingError).toBeLessThan(accuracy + 1e-10);
          expect(Math.abs(workspace.winding - truth)).toBeLessThanOrEqual(workspace.windingError);
        }
      }
    }
  });
});

describe('the cost of a winding number', () => {
  it('is far below the number of triangles', () => {
    const mesh = without(ball(256, 128), 100);
    const winding = createWindingTree(openTree(buildTree(mesh, {})), mesh);
    const { stats } = pointWinding(winding, [0.3, 0.2, 0.1], { accuracy: 0.01 });
    expect(stats.trianglesTested + stats.nodesVisited).toBeLessThan(mesh.indices.length / 3 / 10);
  });
});

describe('the winding number of some parts', () => {
  const meshes = { ball: ball(24, 12), soup: soup(120, seededRandom(8)), solids: joined([ball(12, 8), placed(box(), 0.5, [1, 0, 0])]) };

  it.each(treeKinds)('is that of a mesh without the others, and of brute force, by a tree of kind %s', (kind) => {
    const random = seededRandom(19);
    let inside = 0;
    for (const mesh of Object.values(meshes).map(inParts)) {
      const tree = openTree(buildTree(mesh, { kind }));
      const chosen = partsAlone(mesh, ['part 0', 'part 2']);
      const surface = windingSurface(mesh, 'part 0, part 2');
      expect(surface.isClosed).toBe(windingSurface(chosen).isClosed);
      const flipped = windingSurface(chosen).flipped;
      const winding = createWindingTree(tree, mesh, surface);
      for (let i = 0; i < 12; i++) {
        const point: Vec3 =
          i === 0 ? [chosen.positions[0]!, chosen.positions[1]!, chosen.positions[2]!] : [random() - 0.5, random() - 0.5, random() - 0.5];
        const result = pointWinding(winding, point, { accuracy: 1e-3 });
        const alone = at(chosen, point);
        expect([result.inside, result.isOriented]).toEqual([alone.inside, alone.isOriented]);
        if (result.inside === true) inside++;
        if (result.winding === null) continue;
        expect(Math.abs(result.winding - windingBruteForce(chosen, point, flipped))).toBeLessThanOrEqual(result.windingError!);
      }
    }
    expect(inside).toBeGreaterThan(2);
  });

  it('is unknown where that of a half is one half, and the other half would decide', () => {
    const mesh = halved(box());
    const winding = createWindingTree(openTree(buildTree(mesh, {})), mesh, windingSurface(mesh, 'top'));
    expect(pointWinding(winding, [0, 0, 0])).toMatchObject({ inside: null, winding: expect.closeTo(0.5, 12) });
  });

  it('of one solid of several is whole, and 0 in the others', () => {
    const ofBoth = joined([box(), placed(box(), 0.5, [3, 0, 0])]);
    const first = { name: 'large', firstTriangle: 0, triangleCount: 12, worldFromPart: null };
    const mesh: TriangleMesh = { ...ofBoth, parts: [first, { ...first, name: 'small', firstTriangle: 12 }] };
    const winding = createWindingTree(loadTree(openTree(buildTree(mesh, { kind: 'wide' })), mesh), mesh, windingSurface(mesh, 'small'));
    expect(winding.surface.isClosed).toBe(true);
    expect(pointWinding(winding, [3, 0.1, 0.2])).toMatchObject({ inside: true, winding: 1, windingError: 0 });
    expect(pointWinding(winding, [0, 0.1, 0.2])).toMatchObject({ inside: false, winding: 0, windingError: 0 });
    expect(pointWinding(winding, [1, 0.1, 0.2]).inside).toBe(false);
    expect(pointWinding(winding, [3.5, 0.1, 0.2]).inside).toBe('on');
    expect(() => windingSurface(mesh, 'none')).toThrow(InspectorError);
  });
});

/** The mesh without the triangles of other parts. */
function partsAlone(mesh: TriangleMesh, names: readonly string[]): TriangleMesh {
  const kept = mesh.parts.filter(({ name }) => names.includes(name));
  const indices = kept.flatMap(({ firstTriangle: t, triangleCount }) => [...mesh.indices.subarray(3 * t, 3 * (t + triangleCount))]);
  return meshOf([...mesh.positions], indices);
}

/** Error of the far field of a whole mesh seen from a point at a distance, in radii, and its bound. */
function farError(mesh: TriangleMesh, direction: Vec3, radii: number): { readonly error: number; readonly bound: number } {
  const { moments } = createWindingTree(openTree(buildTree(mesh, {})), mesh);
  const size = Math.hypot(...direction);
  const away = (k: number): number => (direction[k]! / size) * radii * moments[radiusNumber]!;
  const point: Vec3 = [moments[0]! + away(0), moments[1]! + away(1), moments[2]! + away(2)];
  const [x, y, z] = [moments[0]! - point[0], moments[1]! - point[1], moments[2]! - point[2]];
  const inverse = 1 / Math.hypot(x, y, z);
  const value = farField(moments, 0, x, y, z, inverse);
  const bound =
    (farFieldBound(moments[radiusNumber]! * inverse, moments[spreadNumber]!, inverse) + 1e-15 * inverse * inverse) * moments[areaNumber]!;
  return { error: Math.abs(value - 4 * Math.PI * windingBruteForce(mesh, point)), bound };
}

describe('the far field of a cluster', () => {
  it.each([10, 300])('of %d triangles has an error of the third order', (count) => {
    const mesh = soup(count, seededRandom(count), 1, 0.3, [5, 6, 7]);
    for (const direction of [
      [1, 2, 3],
      [-1, 0.3, 0.2],
      [0, 0, -1],
    ] as const) {
      for (const radii of [2, 10, 1e3, 1e4]) {
        const { error, bound } = farError(mesh, direction, radii);
        expect(error).toBeLessThanOrEqual(bound);
      }
    }
  });

  it('has a bound that is reached up to a third by two triangles at its ends', () => {
    const patch = (x: number, side: number): number[] => [x, -1e-4, -1e-4, x, side * 2e-4, -1e-4, x, -1e-4, side * 2e-4];
    const mesh = meshOf([...patch(1, 1), ...patch(-1, 1)], [0, 1, 2, 3, 4, 5]);
    const { error, bound } = farError(mesh, [1, 0, 0], 2);
    expect(error).toBeLessThanOrEqual(bound);
    expect(error).toBeGreaterThan(bound / 3);
  });
});
