import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { importMesh } from '#core/import/import-mesh';
import { boundsCenter, meshBounds } from '#core/mesh/bounds';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { buildOptions, quickTree } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import type { TreedMesh } from '#core/pair/treed-mesh';
import { noProgress } from '#core/progress';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import type { Tree } from '#core/tree/layout';
import { loadTree } from '#core/tree/kinds/wide/load-tree';
import type { MeshBVH } from 'three-mesh-bvh';
import { rivalBvh } from './rival.ts';

/** The two meshes of every bench, in the corpus: a bunny and a dragon. */
export const benchMeshFiles = {
  '69k': 'scan/stanford-bunny.obj',
  '871k': 'large/stanford_dragon_vrip_871k.ply',
} as const;
export type BenchMeshName = keyof typeof benchMeshFiles;
export const benchMeshNames = Object.keys(benchMeshFiles) as readonly BenchMeshName[];

/** Radius of the sphere around the centre of the bounds that contains a scaled mesh. */
export const benchRadius = 10;

/** A mesh with trees of ours and one of the rival's, each split by surface area; ours by default options, and the fastest. */
export interface BenchMesh {
  readonly name: string;
  readonly mesh: TriangleMesh;
  readonly treed: TreedMesh;
  /** Our fastest kind, with queries in WebAssembly. */
  readonly fast: TreedMesh;
  readonly rival: MeshBVH;
}

/** @throws what reading the file throws. */
export async function readBenchMesh(folder: string, name: BenchMeshName): Promise<BenchMesh> {
  const path = join(folder, benchMeshFiles[name]);
  const context = { fileName: basename(path), progress: noProgress, readSideFile: async () => null };
  const { mesh } = await importMesh(readFileSync(path), context);
  return benchMesh(name, mesh);
}

/**
 * Centred, scaled to `benchRadius` and rounded to f32, so that both sides have the same numbers. Triangles that use a
 * vertex twice are left out, since rivals treat them differently.
 */
export function benchMesh(name: string, source: TriangleMesh): BenchMesh {
  const mesh = normalised(source);
  const tree = openTree(buildTree(mesh, defaultValues(buildOptions)));
  return { name, mesh, treed: { mesh, tree }, fast: { mesh, tree: fastTree(mesh) }, rival: rivalBvh(mesh) };
}

/** Returns the tree for many queries. */
export function fastTree(mesh: TriangleMesh): Tree {
  return loadTree(openTree(buildTree(mesh, quickTree)), mesh);
}

function normalised({ positions, indices }: TriangleMesh): TriangleMesh {
  const bounds = meshBounds({ positions, indices, parts: [] });
  if (bounds === null) throw new Error('A bench needs a mesh with triangles');
  const centre = boundsCenter(bounds);
  const centred = positions.map((value, i) => value - centre[i % 3]!);
  let radiusSq = 0;
  for (let i = 0; i < centred.length; i += 3) radiusSq = Math.max(radiusSq, centred[i]! ** 2 + centred[i + 1]! ** 2 + centred[i + 2]! ** 2);
  const scale = benchRadius / Math.sqrt(radiusSq);
  const kept = wholeTriangles(indices);
  const part = { name: 'mesh', firstTriangle: 0, triangleCount: kept.length / 3, worldFromPart: null };
  return { positions: centred.map((value) => Math.fround(value * scale)), indices: kept, parts: [part] };
}

function wholeTriangles(indices: Uint32Array): Uint32Array {
  const kept = new Uint32Array(indices.length);
  let at = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [indices[i]!, indices[i + 1]!, indices[i + 2]!];
    if (a === b || b === c || c === a) continue;
    kept.set([a, b, c], at);
    at += 3;
  }
  return kept.slice(0, at);
}
