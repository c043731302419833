import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { validateBytes } from 'gltf-validator';
import { validateBounds } from 'three-mesh-bvh';
import { bakeMesh } from '#core/bake/bake-mesh';
import type { BakeFormatName } from '#core/bake/bake-format';
import { bakeFormats } from '#core/bake/bake-formats';
import { hasF32Area } from '#core/mesh/f32-area';
import { readBoxwoodFile } from '#core/bake/boxwood/read-boxwood';
import { seededRays } from '#core/bake/verify/seeded-rays';
import { verifyBaked } from '#core/bake/verify/verify-baked';
import { InspectorError } from '#core/error';
import type { ImportedMesh } from '#core/import/importer';
import { meshBounds } from '#core/mesh/bounds';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import type { Tree } from '#core/tree/layout';
import { loadThreeMeshBvh } from '../../resources/formats/load-three-mesh-bvh.js';
import { inputOf, treeOf } from '../core/bake/bake-input.ts';
import { disagreements, f32Mesh } from '../core/bake/three-mesh-bvh-rays.ts';
import { isFullRun, scaled } from '../fixtures/scale.ts';
import { corpusFiles, describeCorpus } from './corpus.ts';
import { corpusImport } from './corpus-mesh.ts';
import { coveringFiles, coveringSample } from './covering-sample.ts';

const inScope = /^(OBJ|STL ascii|STL binary|PLY .*|OFF|glTF|GLB)$/;
/** Beyond it only the full run goes. */
const maxTriangles = isFullRun ? Infinity : 60_000;
const formats = ['boxwood', 'three-mesh-bvh', 'physx', 'glb', 'obj', 'ply', 'stl', 'off'] as const satisfies readonly BakeFormatName[];
/** Triangles of the bakes that one mesh gets in a short run. */
const budget = 6_000;

/** `null` for a file that is refused or has nothing to bake: the import's own tests say which. */
async function bakeable(path: string): Promise<ImportedMesh | null> {
  const read = await corpusImport(path);
  return read instanceof InspectorError || meshBounds(read.mesh) === null ? null : read;
}

describeCorpus('bakes of real meshes', () => {
  const files = corpusFiles().filter(
    ({ path, format, triangles }) =>
      !path.startsWith('malformed/') && inScope.test(format) && triangles !== null && triangles > 0 && triangles <= maxTriangles,
  );
  it.each(
    coveringFiles(
      'bake',
      files.map(({ path }) => path),
    ),
  )('%s', async (path) => {
    const imported = await bakeable(path);
    if (imported === null) return;
    const { mesh } = imported;
    const tree = treeOf(mesh);
    const { bytes } = bakeMesh('boxwood', { ...inputOf(mesh, [tree]), findings: imported.findings, space: imported.space });
    const read = readBoxwoodFile(bytes);
    // Vitest compares long arrays slowly.
    expect(withHashes(read.mesh)).toEqual(withHashes(mesh));
    expect(read.findings).toEqual(imported.findings);
    expect(Buffer.compare(read.trees[0]!, new Uint8Array(tree.bytes)), 'the tree is the same').toBe(0);

    const sample = coveringSample(path, formats, mesh.indices.length / 3, budget);
    for (const format of sample) {
      if (bakeFormats[format].keepsTriangles !== 'with area' || hasArea(mesh)) await verified(format, mesh, tree);
      else expect(() => bakeMesh(format, inputOf(mesh, [tree]))).toThrow('No triangle has an area');
    }
    if (sample.includes('glb')) await expectValidGlb(mesh);
    if (sample.includes('three-mesh-bvh')) expectSameRays(mesh, tree);
  });
});

function hasArea(mesh: TriangleMesh): boolean {
  for (let triangle = 0; triangle < mesh.indices.length / 3; triangle++) if (hasF32Area(mesh, triangle)) return true;
  return false;
}

async function expectValidGlb(mesh: TriangleMesh): Promise<void> {
  const glb = bakeMesh('glb', inputOf(mesh)).bytes;
  // Zero-area triangles are hints of the validator; anything it calls an error or a warning is ours.
  const { issues } = await validateBytes(glb, { maxIssues: 0, writeTimestamp: false });
  expect(issues.messages.filter(({ severity }) => severity < 2)).toEqual([]);
}

function expectSameRays(mesh: TriangleMesh, tree: Tree): void {
  const loaded = loadThreeMeshBvh(bakeMesh('three-mesh-bvh', inputOf(mesh, [tree])).bytes.buffer);
  expect(validateBounds(loaded.bvh)).toBe(true);
  expect(disagreements(loaded, mesh, seededRays(f32Mesh(mesh), scaled(1000), 9))).toEqual([]);
}

async function verified(format: BakeFormatName, mesh: TriangleMesh, tree: Tree): Promise<void> {
  const against = inputOf(mesh, [tree]);
  const { bytes } = bakeMesh(format, against);
  const queries = Math.max(1, Math.min(20, Math.floor((isFullRun ? 400_000 : 100_000) / (mesh.indices.length / 3))));
  const found = await verifyBaked({ bytes, fileName: `x.${bakeFormats[format].extension}`, against, queries, seed: 9 });
  expect({ format, problems: found.problems }).toEqual({ format, problems: [] });
}

function withHashes({ positions, indices, polygons, ...rest }: TriangleMesh): unknown {
  const hash = (array: Float64Array | Uint32Array | undefined): string =>
    array === undefined ? 'none' : `${array.length} ${createHash('sha256').update(array).digest('hex')}`;
  return { ...rest, arrays: [positions, indices, polygons].map(hash) };
}
