import { DoubleSide, Matrix4, Ray, Vector3, Sphere } from 'three';
import { MeshBVH, validateBounds } from 'three-mesh-bvh';
import { describe, expect, test } from 'vitest';
import { bakeMesh } from '#core/bake/bake-mesh';
import { crc32 } from '#core/crc32';
import { importThreeMeshBvh } from '#core/bake/three-mesh-bvh/import-three-mesh-bvh';
import { readThreeMeshBvh } from '#core/bake/three-mesh-bvh/read-three-mesh-bvh';
import { seededRays } from '#core/bake/verify/seeded-rays';
import { InspectorError } from '#core/error';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { raycastBruteForce } from '#core/query/ray/brute-force';
import { raycast } from '#core/query/ray/ray';
import { checkTree } from '#core/tree/check-tree';
import { openTree } from '#core/tree/open-tree';
import type { Tree } from '#core/tree/layout';
import { triangleAt } from '#core/tree/leaf-order';
import { loadThreeMeshBvh, type LoadedBvh } from '../../../resources/formats/load-three-mesh-bvh.js';
import { seededRandom } from '../../fixtures/random.ts';
import { scaled } from '../../fixtures/scale.ts';
import { ball, box, joined, knot, meshOf, named, placed, soup } from '../../fixtures/shapes.ts';
import { inputOf, treeOf } from './bake-input.ts';
import { disagreements, f32Mesh } from './three-mesh-bvh-rays.ts';

function load(mesh: TriangleMesh, trees = [treeOf(mesh)]): LoadedBvh {
  const { bytes } = bakeMesh('three-mesh-bvh', inputOf(mesh, trees));
  return loadThreeMeshBvh(bytes.buffer);
}

/** Many triangles of one leaf: more than the consumer's u16 counts. */
function giantLeaf(): { mesh: TriangleMesh; triangles: number } {
  const mesh = soup(150_001, seededRandom(3));
  return { mesh, triangles: 150_001 };
}

test('a .bvh.bin file of another kind of tree notes that its volumes became boxes', () => {
  const notesOf = (kind: 'aabb' | 'wide' | 'sphere') =>
    bakeMesh('three-mesh-bvh', inputOf(knot(), [treeOf(knot(), { kind })])).notes.filter(({ code }) => code === 'kind-lost');
  expect(notesOf('aabb')).toEqual([]);
  for (const kind of ['wide', 'sphere'] as const)
    expect(notesOf(kind)).toMatchObject([{ message: expect.stringContaining(`The ${kind} tree was written with AABBs`) }]);
});

describe('a .bvh.bin file in three-mesh-bvh', () => {
  test.each<[string, TriangleMesh]>([
    ['a box', box()],
    ['a ball', ball()],
    ['a knot', knot()],
    ['a soup', soup(3000, seededRandom(5))],
    ['two parts', joined([knot(), placed(ball(), 2, [3, 0, 1])])],
    ['a mesh far from the origin', placed(ball(), 100, [512_345, 5_412_345, 120])],
    ['one triangle', meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2])],
    ['more than 65,536 vertices', soup(30_000, seededRandom(6), 10)],
  ])('bounds its triangles, and returns the same first hits on %s as our tree', (_, mesh) => {
    for (const tree of [treeOf(mesh), treeOf(mesh, { split: 'median', leafTriangles: 1 })]) {
      const loaded = load(mesh, [tree]);
      expect(validateBounds(loaded.bvh)).toBe(true);
      expect(disagreements(loaded, mesh, seededRays(f32Mesh(mesh), scaled(1000), 7))).toEqual([]);
    }
  });

  test('halves leaves of more than 65,535 triangles', () => {
    const { mesh, triangles } = giantLeaf();
    const loaded = load(mesh, [treeOf(mesh, { minExtent: 1e9 })]);
    let leaves = 0;
    let held = 0;
    loaded.bvh.traverse((_depth: number, isLeaf: boolean, _box: unknown, _offset: unknown, count: number) => {
      if (!isLeaf) return;
      leaves++;
      held += count;
    });
    expect([leaves, held]).toEqual([4, triangles]);
    expect(validateBounds(loaded.bvh)).toBe(true);
    expect(disagreements(loaded, mesh, seededRays(f32Mesh(mesh), 5, 7))).toEqual([]);
  });

  test('gives every face the triangle of the source it was', () => {
    const mesh = joined([knot(), ball()]);
    const { geometry, sourceTriangles, parts } = load(mesh);
    expect(sourceTriangles.slice().sort()).toEqual(Uint32Array.from({ length: mesh.indices.length / 3 }, (_, t) => t));
    const index = geometry.getIndex()!.array;
    sourceTriangles.forEach((triangle, face) => {
      expect([...index.subarray(3 * face, 3 * face + 3)]).toEqual([...mesh.indices.subarray(3 * triangle, 3 * triangle + 3)]);
    });
    expect(parts.map(({ name }) => name)).toEqual(['knot', 'ball']);
  });

  test('is cast against a sphere (shapecast) as every triangle is', () => {
    const mesh = knot();
    const { bvh, geometry } = load(mesh);
    const random = seededRandom(11);
    for (let i = 0; i < 50; i++) {
      const sphere = new Sphere(new Vector3(6 * random() - 3, 2 * random() - 1, 6 * random() - 3), 0.2 + random());
      const intersected = new Set<number>();
      bvh.shapecast({
        intersectsBounds: (bounds) => sphere.intersectsBox(bounds),
        intersectsTriangle: (triangle, face) => void (triangle.intersectsSphere(sphere) && intersected.add(face)),
      });
      const all = new Set<number>();
      const rival = new MeshBVH(geometry.clone(), { indirect: true, targetLeafSize: 1e6 });
      rival.shapecast({
        intersectsBounds: () => true,
        intersectsTriangle: (triangle, face) => void (triangle.intersectsSphere(sphere) && all.add(face)),
      });
      expect([...intersected].sort()).toEqual([...all].sort());
    }
  });

  test('is cast against another (bvhcast) with the pairs that its own trees give', () => {
    const a = load(knot());
    const b = load(ball());
    const move = new Matrix4().makeTranslation(2, 0.3, 0.1);
    const pairs = (one: MeshBVH, other: MeshBVH): string[] => {
      const found: string[] = [];
      one.bvhcast(other, move, {
        intersectsTriangles: (t1, t2, i1, i2) => {
          if (t1.intersectsTriangle(t2)) found.push(`${one.resolveTriangleIndex(i1)} ${other.resolveTriangleIndex(i2)}`);
          return false;
        },
      });
      return found.sort();
    };
    const own = (loaded: LoadedBvh): MeshBVH => new MeshBVH(loaded.geometry.clone(), { indirect: true });
    const found = pairs(a.bvh, b.bvh);
    expect(found.length).toBeGreaterThan(100);
    // The rival's own trees leave the index as it is (`indirect`), so faces have the same numbers.
    expect(found).toEqual(pairs(own(a), own(b)));
  });

  test('of triangles that are not finite keeps the others, and no NaN reaches three', () => {
    const good = ball();
    const mesh: TriangleMesh = {
      positions: Float64Array.from([NaN, 0, 0, ...good.positions]),
      indices: Uint32Array.from([0, 1, 2, ...good.indices.map((i) => i + 1)]),
      parts: [{ ...good.parts[0]!, triangleCount: good.parts[0]!.triangleCount + 1 }],
    };
    const { notes } = bakeMesh('three-mesh-bvh', inputOf(mesh));
    expect(notes.map(({ code }) => code)).toEqual(expect.arrayContaining(['triangles-left-out', 'vertices-replaced']));
    const { geometry, sourceTriangles } = load(mesh);
    geometry.computeBoundingBox();
    expect(geometry.boundingBox!.max.y).toBe(1);
    expect(sourceTriangles).toHaveLength(good.indices.length / 3);
    expect(sourceTriangles).not.toContain(0);
  });
});

describe('our reader of .bvh.bin', () => {
  test('refuses every changed byte', () => {
    const { bytes } = bakeMesh('three-mesh-bvh', inputOf(box()));
    const damaged = bytes.slice();
    for (let at = 0; at < bytes.length; at++) {
      for (const flip of [1, 0x80, 0xff]) {
        damaged[at] = bytes[at]! ^ flip;
        expect(() => readThreeMeshBvh(damaged), `byte ${at}`).toThrow(InspectorError);
      }
      damaged[at] = bytes[at]!;
    }
  });

  test('refuses nodes that are not a tree over the triangles, when every checksum is right', () => {
    const baked = bakeMesh('three-mesh-bvh', inputOf(box(), [treeOf(box(), { leafTriangles: 1 })])).bytes;
    const data = 16 + new DataView(baked.buffer).getUint32(4, true);
    const { root } = JSON.parse(new TextDecoder().decode(baked.subarray(16, data))) as { root: number };
    const withNode = (node: number, change: (view: DataView, at: number) => void): Uint8Array => {
      const file = baked.slice();
      const view = new DataView(file.buffer);
      change(view, data + root + 32 * node);
      view.setUint32(12, crc32(file, data), true);
      return file;
    };
    expect(readThreeMeshBvh(withNode(0, () => {})).nodes).toHaveLength(8 * 23);
    const wrong = (what: RegExp, node: number, change: (view: DataView, at: number) => void): void =>
      expect(() => readThreeMeshBvh(withNode(node, change))).toThrow(
        expect.objectContaining({ code: 'invalid-bytes', message: expect.stringMatching(what) as string }),
      );
    wrong(/child lies outside/, 1, (view, at) => view.setFloat32(at, -9, true));
    wrong(/right child/, 0, (view, at) => view.setUint32(at + 24, 23, true));
    wrong(/split axis/, 0, (view, at) => view.setUint32(at + 28, 3, true));
    wrong(/box of its leaf/, 22, (view, at) =>
      [0, 4, 8].forEach((axis) => view.setFloat32(at + axis, view.getFloat32(at + 12 + axis, true), true)),
    );
    wrong(/next triangles/, 22, (view, at) => view.setUint32(at + 24, 3, true));
    wrong(/follow a leaf/, 0, (view, at) => view.setUint32(at + 28, 0xffff_0001, true));
  });

  describe('refuses, when every checksum is right,', () => {
    const mesh = joined([knot(2, 3, 24, 5), box()]);
    const baked = bakeMesh('three-mesh-bvh', inputOf(mesh)).bytes;
    const dataAt = 16 + new DataView(baked.buffer).getUint32(4, true);
    type Header = Record<string, unknown> & {
      index: number;
      root: number;
      sourceTriangles: number;
      triangles: number;
      parts: { firstTriangle: number; triangleCount: number }[];
    };
    const header = JSON.parse(new TextDecoder().decode(baked.subarray(16, dataAt))) as Header;
    const rewritten = (change: (file: Uint8Array) => unknown): Uint8Array => {
      const copy = baked.slice();
      const changed = change(copy);
      const file = changed instanceof Uint8Array ? changed : copy;
      const view = new DataView(file.buffer);
      const at = 16 + view.getUint32(4, true);
      view.setUint32(8, crc32(file, 16, at), true);
      view.setUint32(12, crc32(file, at), true);
      return file;
    };
    const withHeader = (change: object, pad = ' ', multiple = 16): Uint8Array =>
      rewritten((file) => {
        const json = JSON.stringify({ ...header, ...change });
        const padded = new TextEncoder().encode(json.padEnd(Math.ceil(json.length / multiple) * multiple, pad));
        const longer = new Uint8Array(16 + padded.length + file.length - dataAt);
        longer.set(file.subarray(0, 16));
        longer.set(padded, 16);
        longer.set(file.subarray(dataAt), 16 + padded.length);
        new DataView(longer.buffer).setUint32(4, padded.length, true);
        return longer;
      });
    const setSource = (value: number) => (file: Uint8Array) =>
      new DataView(file.buffer).setUint32(dataAt + header.sourceTriangles, value, true);
    const [one, two] = header.parts as [Header['parts'][0], Header['parts'][0]];

    test('nothing that is sound', () => expect(readThreeMeshBvh(withHeader({})).parts).toHaveLength(2));
    test.each<[string, () => Uint8Array, RegExp]>([
      ['a source triangle beyond the parts', () => rewritten(setSource(4e9)), /source triangle 4000000000 of 252/],
      [
        'a source triangle named twice',
        () => rewritten((file) => setSource(new DataView(file.buffer).getUint32(dataAt + header.sourceTriangles + 4, true))(file)),
        /twice/,
      ],
      ['parts that begin behind 0', () => withHeader({ parts: [{ ...one, firstTriangle: 1 }, two] }), /part 0/],
      ['parts that overlap', () => withHeader({ parts: [one, { ...two, firstTriangle: two.firstTriangle - 1 }] }), /part 1/],
      ['parts of a negative size', () => withHeader({ parts: [{ ...one, triangleCount: -1 }, two] }), /part 0/],
      ['a split that is none', () => withHeader({ split: 'luck' }), /split/],
      ['a member that is not known', () => withHeader({ colour: 1 }), /unknown member "colour"/],
      ['padding that is not blank', () => withHeader({}, '\n'), /padded with blanks/],
      ['data off the multiple of 16', () => withHeader({}, ' ', 5), /not a multiple of 16/],
      [
        'a byte that is not zero between two arrays',
        () => rewritten((file) => void (file[dataAt + header.root - 1] = 1)),
        /between two arrays/,
      ],
    ])('%s', (_, make, says) => {
      expect(() => readThreeMeshBvh(make())).toThrow(
        expect.objectContaining({ code: 'invalid-bytes', message: expect.stringMatching(says) as string }),
      );
    });
  });

  test('refuses every cut', () => {
    const { bytes } = bakeMesh('three-mesh-bvh', inputOf(box()));
    for (let length = 0; length < bytes.length; length++) expect(() => readThreeMeshBvh(bytes.subarray(0, length))).toThrow(InspectorError);
  });
});

test('a coordinate beyond f32 is refused with its vertex', () => {
  const mesh = meshOf([0, 0, 0, 1, 0, 0, 0, 1e39, 0], [0, 1, 2]);
  for (const format of ['three-mesh-bvh', 'stl'] as const) {
    expect(() => bakeMesh(format, inputOf(mesh))).toThrow(
      expect.objectContaining({ code: 'too-large', location: { index: 2, element: 'vertex' } }),
    );
  }
});

test('the first hit of a ray is the same through the loader as through three alone', () => {
  const mesh = ball();
  const { bvh } = load(mesh);
  const hit = bvh.raycastFirst(new Ray(new Vector3(0.1, 0.2, 5), new Vector3(0, 0, -1)), DoubleSide);
  const ours = raycast(treeOf(mesh), mesh, { origin: [0.1, 0.2, 5], direction: [0, 0, -1], far: Infinity }, { mode: 'first', cull: false });
  expect(hit!.distance).toBeCloseTo(ours.hits[0]!.distance, 6);
});

describe('a .bvh.bin file that is opened', () => {
  test.each<[string, TriangleMesh, Tree]>([
    [
      'binary boxes',
      joined([knot(), named('', ball())]),
      treeOf(joined([knot(), named('', ball())]), { split: 'median', leafTriangles: 2 }),
    ],
    ['wide boxes', ball(), treeOf(ball(), { kind: 'wide' })],
    ['16-bit leaf-free boxes', ball(), treeOf(ball(), { kind: 'compressed', leafTriangles: 16 })],
    [
      'leaves of more than 65,535 triangles',
      soup(70_000, seededRandom(3)),
      treeOf(soup(70_000, seededRandom(3)), { maxDepth: 0, minExtent: 100 }),
    ],
  ])('has the mesh in 32 bits, in the order of its source, and the same tree: %s', (_, mesh, tree) => {
    const opened = importThreeMeshBvh(bakeMesh('three-mesh-bvh', inputOf(mesh, [tree])).bytes);
    expect(opened.mesh.positions).toEqual(mesh.positions.map(Math.fround));
    expect(opened.mesh.indices).toEqual(mesh.indices);
    expect(opened.mesh.parts).toEqual(mesh.parts);
    const found = openTree(opened.trees[0]!);
    expect(checkTree(found, opened.mesh)).toEqual([]);
    expect([found.kind, found.split]).toEqual(['aabb', tree.split]);
    expect(Array.from({ length: found.triangles }, (_at, i) => triangleAt(found, i))).toEqual(
      Array.from({ length: tree.triangles }, (_at, i) => triangleAt(tree, i)),
    );
    if (tree.kind === 'aabb' && tree.leafTriangles === 2)
      expect([found.nodeCount, found.leafCount, found.depth, found.leafTriangles]).toEqual([tree.nodeCount, tree.leafCount, tree.depth, 2]);
    for (const ray of seededRays(opened.mesh, mesh.indices.length > 100_000 ? 3 : 50, 4)) {
      expect(raycast(found, opened.mesh, ray, { mode: 'all', cull: false }).hits).toEqual(
        raycastBruteForce(opened.mesh, ray, { mode: 'all', cull: false }).hits,
      );
    }
  });

  test('baked again is the same mesh file', () => {
    const mesh = joined([knot(), named('two', ball())]);
    const { bytes } = bakeMesh('three-mesh-bvh', inputOf(mesh));
    const opened = importThreeMeshBvh(bytes);
    expect(bakeMesh('three-mesh-bvh', inputOf(opened.mesh, [openTree(opened.trees[0]!)])).bytes).toEqual(bytes);
  });

  test('counts the triangles that it has, where some were left out', () => {
    const bad = meshOf([NaN, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2], 'bad');
    const opened = importThreeMeshBvh(bakeMesh('three-mesh-bvh', inputOf(joined([named('a', box()), bad, named('b', ball())]))).bytes);
    expect(opened.mesh.parts.map(({ name, firstTriangle, triangleCount }) => [name, firstTriangle, triangleCount])).toEqual([
      ['a', 0, 12],
      ['b', 12, ball().indices.length / 3],
    ]);
  });
});
