import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as boxwood from '#core/index';
import { loadPair } from '#core/pair/loaded/load-pair';
import { describe, expect, test } from 'vitest';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const bytes = new TextEncoder().encode('v -1 -1 0\nv 1 -1 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n');
const { mesh } = await boxwood.readMesh(bytes, 'tetrahedron.obj');
const tree = boxwood.buildTree(mesh);

describe('the public door', () => {
  test('exports these names, and no others by accident', () => {
    expect(Object.keys(boxwood).sort()).toMatchInlineSnapshot(`
      [
        "InspectorError",
        "bake",
        "bakeFormats",
        "boxOverlap",
        "buildOptions",
        "buildTree",
        "checkMesh",
        "checkMotionProof",
        "checkTree",
        "closestPoint",
        "closestPointMany",
        "contactAt",
        "contacts",
        "convexHull",
        "createBroadPhase",
        "createPairThreads",
        "createQueryThreads",
        "decompose",
        "deviation",
        "distance",
        "enclose",
        "exportMesh",
        "exportOptions",
        "filterOptions",
        "firstTests",
        "fit",
        "formatError",
        "formats",
        "healthOptions",
        "hullDistance",
        "hullPushOut",
        "hulls",
        "importOptions",
        "insideCodes",
        "insideMany",
        "intersect",
        "meshMotion",
        "meshReader",
        "motionPath",
        "motionPose",
        "nearestTriangles",
        "openTree",
        "overlap",
        "overlapMany",
        "overlaps",
        "parseScene",
        "parseWalk",
        "penetration",
        "planeOptions",
        "planeOverlap",
        "planeSection",
        "pointInside",
        "prepareFrustum",
        "prepareHull",
        "pushOut",
        "raycast",
        "raycastMany",
        "readBoxwood",
        "readMesh",
        "refitTree",
        "repairMesh",
        "repairOptions",
        "runScene",
        "sceneOptions",
        "sceneText",
        "segmentCast",
        "segmentPolygon",
        "separation",
        "servePairs",
        "serveQueries",
        "signedDistance",
        "sphereOverlap",
        "sweepCodes",
        "sweepMany",
        "sweepOptions",
        "sweepShape",
        "sweptBox",
        "sweptHull",
        "transformOf",
        "treeStatistics",
        "verifyBaked",
        "walk",
        "walkOptions",
        "walkText",
        "windingNumber",
      ]
    `);
  });

  test('loads no importer before a file of its format is read', () => {
    const loaded = staticImports(['core/index.ts']);
    expect(loaded.length).toBeGreaterThan(100);
    expect(loaded.filter((file) => /import\/import-(?!mesh)/.test(file))).toEqual([]);
  });

  test('builds the fastest tree by default, and queries it in WebAssembly', () => {
    expect(tree.kind).toBe('wide');
    expect(tree.loaded).not.toBeNull();
    expect(boxwood.openTree(tree.bytes, mesh).loaded).not.toBeNull();
    expect(boxwood.refitTree(tree, mesh).loaded).not.toBeNull();
    expect(boxwood.treeStatistics(tree).queryEngine).toBe('webassembly');
  });

  test('refuses a mesh with an index of no vertex, and half a triangle, in each function that takes a mesh to keep or to change', async () => {
    const wrong = { ...mesh, indices: mesh.indices.with(7, 99_999_999) };
    const half = { ...mesh, indices: mesh.indices.subarray(0, 11) };
    const dented = { ...mesh, positions: mesh.positions.subarray(0, 11) };
    const calls: Readonly<Record<string, (of: typeof mesh) => unknown>> = {
      buildTree: (of) => boxwood.buildTree(of),
      'buildTree of boxes': (of) => boxwood.buildTree(of, { kind: 'aabb' }),
      openTree: (of) => boxwood.openTree(tree.bytes, of),
      refitTree: (of) => boxwood.refitTree(tree, of),
      checkMesh: (of) => boxwood.checkMesh(of),
      repairMesh: (of) => boxwood.repairMesh(of, { weld: 1e-6 }),
      bake: (of) => boxwood.bake(of, 'stl'),
      exportMesh: (of) => boxwood.exportMesh(of, 'obj'),
      hulls: (of) => boxwood.hulls(of),
      fit: (of) => boxwood.fit(of, 'box'),
      enclose: (of) => boxwood.enclose(of, 'sphere'),
      decompose: (of) => boxwood.decompose(of),
    };
    const thrownBy = async (call: () => unknown): Promise<unknown> => {
      try {
        await call();
        return null;
      } catch (thrown) {
        return thrown instanceof boxwood.InspectorError ? thrown.toJSON() : thrown;
      }
    };
    for (const [name, call] of Object.entries(calls)) {
      expect({ name, thrown: await thrownBy(() => call(wrong)) }).toEqual({
        name,
        thrown: {
          code: 'index-out-of-range',
          message: 'Triangle 2 of 4 has the index 99999999, and the mesh has 4 vertices',
          fix: 'Correct the index, or add the missing vertices: indices count from 0',
          location: { index: 2, element: 'triangle' },
        },
      });
      expect({ name, thrown: await thrownBy(() => call(half)) }).toMatchObject({ name, thrown: { message: 'The mesh has 11 indices' } });
      expect({ name, thrown: await thrownBy(() => call(dented)) }).toMatchObject({
        name,
        thrown: { message: 'The mesh has 11 positions' },
      });
      expect({ name, thrown: await thrownBy(() => call(mesh)) }).toEqual({ name, thrown: null });
    }
  });

  test('builds the kind that was chosen, with its own defaults', () => {
    const chosen = boxwood.buildTree(mesh, { kind: 'sphere' });
    expect([chosen.kind, chosen.leafTriangles]).toEqual(['sphere', boxwood.buildOptions.leafTriangles.default]);
    expect(boxwood.buildTree(mesh, { split: 'median' })).toMatchObject({ kind: 'wide', split: 'median' });
  });

  test('gives the same results for every kind', () => {
    const other = boxwood.buildTree(mesh, { kind: 'aabb' });
    const ray = { origin: [0.1, 0, 5], direction: [0, 0, -1] } as const;
    expect(boxwood.raycast(tree, mesh, ray, { mode: 'all' }).hits).toEqual(boxwood.raycast(other, mesh, ray, { mode: 'all' }).hits);
    expect(boxwood.closestPoint(tree, mesh, [0, 0, 3]).closest).toEqual(boxwood.closestPoint(other, mesh, [0, 0, 3]).closest);
    expect(boxwood.pointInside(tree, mesh, [0, 0, 0.2])).toBe(true);
    expect(boxwood.pointInside(other, mesh, [0, 0, 3])).toBe(false);
  });

  test('signs distances, lists the nearest triangles, and counts windings of an open mesh', () => {
    expect(boxwood.signedDistance(tree, mesh, [0, 0, 3])).toBe(2);
    expect(boxwood.signedDistance(tree, mesh, [0, -0.1, 0.2])).toBeLessThan(0);
    expect(boxwood.nearestTriangles(tree, mesh, [0, 0, 3], 2).closest.map(({ triangle }) => triangle)).toEqual([1, 2]);
    const open = { ...mesh, indices: mesh.indices.slice(3), parts: [] };
    const { inside, winding } = boxwood.windingNumber(boxwood.buildTree(open), open, [0, -0.1, 0.3]);
    expect([inside, winding]).toEqual([true, expect.closeTo(0.7, 0)]);
  });

  test('cuts a mesh with a plane, and fills the hole of another', async () => {
    const section = boxwood.planeSection(mesh, { normal: [0, 0, 1], offset: 0.5 });
    expect([[...section.closed], section.areas[0]]).toEqual([[1], expect.closeTo(0.5, 12)]);
    const open = { ...mesh, indices: mesh.indices.slice(3), parts: [] };
    const { mesh: closed, steps, before, after } = await boxwood.repairMesh(open, { fillHoles: true });
    expect([before.facts.boundaryEdges, after.facts.boundaryEdges, closed.indices.length]).toEqual([3, 0, 12]);
    expect(steps[0]).toMatchObject({ repair: 'fill-holes', triangles: { before: 3, after: 4 } });
    await expect(boxwood.repairMesh(open, {})).rejects.toThrow('No repair was requested');
  });

  test('finds the pairs of boxes by every method, with a filter, and refuses wrong ones by name', () => {
    const boxes = Float64Array.of(0, 0, 0, 2, 1, 1, 1, 0, 0, 3, 1, 1, 3, 0, 0, 4, 1, 1);
    for (const method of ['grid', 'sap', 'tree', 'brute'] as const) {
      expect([...boxwood.createBroadPhase(3, { method }).pairs(boxes)]).toEqual([0, 1, 1, 2]);
    }
    const all = Uint32Array.of(1, 1, 1);
    const filter = { moving: Uint8Array.of(1, 0, 0), layers: all, masks: all };
    const phase = boxwood.createBroadPhase(3, { filter });
    expect([...phase.pairs(boxes)]).toEqual([0, 1]);
    expect(() => phase.pairs(boxes.slice(6))).toThrow('2 boxes are not 3');
    expect(() => phase.pairs(boxes.with(7, Number.NaN))).toThrow('Box 1 is not finite');
    expect(() => boxwood.createBroadPhase(2, { filter })).toThrow('The filter is not one of 2 boxes');
    expect(() => boxwood.createBroadPhase(-1)).toThrow('The number of boxes is -1');
    expect(() => boxwood.createBroadPhase(3, { segments: -1 })).toThrow('Segments');
  });

  test('runs a scene from boxes to surfaces', async () => {
    const matrix = (x: number): number[] => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1];
    const moves = { mesh: 0, matrix: matrix(9), motion: { kind: 'velocity', velocity: [-9, 0, 0] } };
    const text = { format: 'boxwood-scene', version: 1, meshes: ['a.obj'], instances: [{ mesh: 0, matrix: matrix(0) }, moves] };
    const scene = boxwood.parseScene(JSON.stringify(text));
    expect(boxwood.parseScene(boxwood.sceneText(scene))).toEqual(scene);
    const { steps, firstPairs } = await boxwood.runScene(scene, [mesh], { steps: 2, narrow: true });
    expect([...firstPairs]).toEqual([]);
    expect(steps.map(({ pairs, narrow }) => [pairs, narrow?.overlaps])).toEqual([
      [0, 0],
      [1, 1],
    ]);
    await expect(boxwood.runScene(scene, [])).rejects.toThrow('0 meshes are not the 1 of the scene');
  });

  test('moves a second mesh in WebAssembly memory that is copied once', () => {
    const side = { mesh, tree };
    const up = boxwood.transformOf({ translate: [0, 0, 3] });
    expect(boxwood.overlaps(side, side).overlap).toBe(true);
    expect(boxwood.distance(side, side, up).distance).toBe(2);
    expect(boxwood.intersect(side, side, up).pairCount).toBe(0);
    expect(boxwood.contacts(side, side).kinds.length).toBeGreaterThan(0);
    expect(loadPair(side, side)).not.toBeNull();
  });
});

/** Returns every source that is loaded with the given ones: their imports, without types and without `import()`. */
function staticImports(entries: readonly string[]): readonly string[] {
  const files = new Set<string>();
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/^(?:import|export) (?!type )[^;]*? from '(\.[^']+)';/gm))
      waiting.push(join(dirname(file), name));
  }
  return [...files];
}
