import { InspectorError } from '../error.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { Progress } from '../progress.ts';
import type { Tree } from '../tree/layout.ts';
import { triangleAt, trianglesOfRun } from '../tree/leaf-order.ts';
import type { BakeInput } from './bake-input.ts';
import type { BakeNote } from './bake-note.ts';
import { writtenTriangles, type KeptTriangles } from './written-triangles.ts';
import { physicsNote, transformsNote } from './part-names.ts';
import { roundingNote, roundPositions } from './round-positions.ts';
import { usedByTriangles } from './used-by-triangles.ts';

/** The triangles of a tree in leaf order, as formats with 32-bit floats and a tree of their own store them. */
export interface LeafMesh {
  readonly tree: Tree;
  /** (3·V) */
  readonly positions: Float32Array<ArrayBuffer>;
  /** (3·T), 16 bits if that is enough for all vertices. */
  readonly index: Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;
  /** (T) triangle of the source at each position of the leaf order. */
  readonly sourceTriangles: Uint32Array;
  /** (triangles of the tree + 1) written triangles before each position of the tree's leaf order; `null` if all are written. */
  readonly writtenBefore: Uint32Array | null;
  /** What every such format changes: rounding, replaced vertices, transforms, physics, left out triangles and trees. */
  readonly notes: readonly BakeNote[];
}

/** What the note calls the triangles that are left out. */
export const leftOutMessages = {
  finite: 'Non-finite triangles were not written',
  'with area': 'Triangles without area in 32-bit floats were not written',
  jolt: 'Triangles that are degenerate to Jolt were not written: below 5e-7 square units, or two vertices on one grid point',
} as const satisfies Partial<Record<KeptTriangles, string>>;

/** Returns the error of a format that keeps no triangle of a mesh. */
export function noTriangleLeft(kept: KeptTriangles): InspectorError {
  const [message, fix] =
    kept === 'jolt'
      ? ['All triangles are degenerate to Jolt, which needs an area above 5e-7 square units', 'Scale the mesh, for example to metres']
      : ['No triangle has an area', 'Open a mesh with triangles'];
  return new InspectorError({ code: 'no-triangles', message, fix, location: {} });
}

/** Corners between two calls of `progress`. */
const reportStep = 3 << 12;

/**
 * Returns the mesh of the first tree in leaf order. Vertices keep their order and number.
 * @param fileKind what the message calls the file, for example `A .bvh.bin file`
 * @param kept which of the finite triangles are written
 * @throws whatever `progress` throws; InspectorError `invalid-argument` without a tree; `no-triangles` if none is left;
 * `too-large` for coordinates beyond f32.
 */
export function leafMesh({ mesh, trees }: BakeInput, fileKind: string, kept: keyof typeof leftOutMessages, progress: Progress): LeafMesh {
  const [tree] = trees;
  if (tree === undefined) {
    throw new InspectorError({ code: 'invalid-argument', message: `${fileKind} needs a tree`, fix: 'Build a tree first', location: {} });
  }
  const replaced = heldPositions(mesh, mesh.indices[3 * triangleAt(tree, 0)], tree.triangles);
  const rounded = roundPositions(replaced.positions, null);
  const all = trianglesOfRun(tree, 0, tree.triangles);
  const sourceTriangles = kept === 'finite' ? all : all.filter(writtenTriangles(kept, mesh));
  const flat = all.length - sourceTriangles.length;
  if (sourceTriangles.length === 0) throw noTriangleLeft(kept);
  const notes: readonly BakeNote[] = [
    ...roundingNote(rounded),
    ...replaced.notes,
    ...(flat === 0 ? [] : [{ code: 'triangles-left-out', message: leftOutMessages[kept], count: flat } as const]),
    ...transformsNote(mesh.parts),
    ...physicsNote(mesh.parts),
    ...(trees.length < 2 ? [] : [{ code: 'trees-left-out', message: 'Only the first tree was written', count: trees.length - 1 } as const]),
  ];
  return {
    tree,
    positions: rounded.values,
    index: leafIndex(mesh, sourceTriangles, progress),
    sourceTriangles,
    writtenBefore: flat === 0 ? null : countWritten(all, sourceTriangles),
    notes,
  };
}

function countWritten(all: Uint32Array, written: Uint32Array): Uint32Array {
  const before = new Uint32Array(all.length + 1);
  for (const [i, triangle] of all.entries()) before[i + 1] = before[i] + Number(triangle === written[before[i]]);
  return before;
}

/** Returns a note if the boxes of the written tree are of another kind than those of the source. */
export function kindNote(tree: Tree, nodes: number): readonly BakeNote[] {
  const message = `The ${tree.kind} tree was written with AABBs around the same triangles`;
  return tree.kind === 'aabb' ? [] : [{ code: 'kind-lost', message, count: nodes }];
}

/**
 * Replaces unused vertices that are not finite in f32 by another vertex, because consumers compute bounds of all
 * vertices, used or not. Notes count them, and the triangles that are not finite.
 */
export function heldPositions(
  mesh: TriangleMesh,
  replacement: number,
  finiteTriangles: number,
): { readonly positions: Float64Array; readonly notes: readonly BakeNote[] } {
  const { positions, indices } = mesh;
  const stand = 3 * replacement;
  const used = usedByTriangles(mesh, 'finite');
  const held = positions.slice();
  let vertices = 0;
  for (let vertex = 0, at = 0; at < positions.length; vertex++, at += 3) {
    if (used[vertex] === 1 || [0, 1, 2].every((k) => Number.isFinite(Math.fround(positions[at + k])))) continue;
    for (let k = 0; k < 3; k++) held[at + k] = positions[stand + k];
    vertices++;
  }
  const triangles = indices.length / 3 - finiteTriangles;
  const notes: BakeNote[] = [];
  const replaced = 'Unused vertices that are not finite in 32 bits were moved to a finite vertex';
  if (vertices > 0) notes.push({ code: 'vertices-replaced', message: replaced, count: vertices });
  if (triangles > 0) notes.push({ code: 'triangles-left-out', message: leftOutMessages.finite, count: triangles });
  return { positions: held, notes };
}

function leafIndex({ positions, indices }: TriangleMesh, triangles: Uint32Array, progress: Progress): LeafMesh['index'] {
  const index = positions.length / 3 <= 0x1_0000 ? new Uint16Array(3 * triangles.length) : new Uint32Array(3 * triangles.length);
  for (let i = 0; i < index.length; i += 3) {
    if (i % reportStep === 0) progress(i / index.length);
    const triangle = 3 * triangles[i / 3];
    index[i] = indices[triangle];
    index[i + 1] = indices[triangle + 1];
    index[i + 2] = indices[triangle + 2];
  }
  return index;
}
