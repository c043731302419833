import { expect, it } from 'vitest';
import type { GltfSource } from '#core/import/gltf/accessor-layout';
import type { GltfDocument } from '#core/import/gltf/document';
import type { GltfPositionCache } from '#core/import/gltf/read-mesh';
import { readMeshes } from '#core/import/gltf/read-meshes';

/** Three triangles of zeros a mesh; the accessors need no bytes. */
const accessor = { componentType: 5126, type: 'VEC3', count: 9 };
const meshOf = (...positions: readonly number[]) => ({ primitives: positions.map((POSITION) => ({ attributes: { POSITION } })) });

function readWatched(document: GltfDocument, shown: readonly number[]) {
  const source: GltfSource = { document, buffers: [], views: new Map(), maxZeros: 9 };
  const known: GltfPositionCache = new Map();
  const held: number[][] = [];
  const read = readMeshes(source, new Map(), new Set(shown), known, new Map(), () => held.push([...known.keys()]));
  return { read, heldBefore: held, heldAfter: [...known.keys()] };
}

it('positions are held until the last mesh that uses them is read, and no longer', () => {
  const document = { accessors: new Array(4).fill(accessor), meshes: [meshOf(0), meshOf(1, 2), meshOf(1), meshOf(3)] };
  const { heldBefore, heldAfter } = readWatched(document, [3]);
  expect(heldBefore).toEqual([[], [], [1], []]);
  expect(heldAfter).toEqual([]);
});

it('keeps only the shown meshes, and one array for shared data', () => {
  const document = { accessors: new Array(2).fill(accessor), meshes: [meshOf(0), meshOf(1, 1), meshOf(0)] };
  const { read } = readWatched(document, [1, 2]);
  expect([...read.keys()]).toEqual([1, 2]);
  const [first, second] = read.get(1)!;
  expect(first!.positions).toBe(second!.positions);
  expect(first!.triangles).toHaveLength(9);
});
