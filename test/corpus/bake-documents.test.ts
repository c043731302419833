import * as validator from 'gltf-validator';
import { VERSION as gltfTransformVersion } from '@gltf-transform/core';
import { beforeAll, expect, it } from 'vitest';
import { bakeMesh } from '#core/bake/bake-mesh';
import { InspectorError } from '#core/error';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { meshBounds } from '#core/mesh/bounds';
import { inputOf } from '../core/bake/bake-input.ts';
import { compareRead, sourceQueries } from '../fixtures/compare-read.ts';
import { gltfColliders } from '../fixtures/gltf-nodes.ts';
import { physicsSchemaProblems } from '../fixtures/gltf-physics-schemas.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { startTinyUsd, type TinyUsd } from '../bench/tinyusdz.ts';
import { describeCorpus } from './corpus.ts';
import { corpusImport, corpusMeshPaths } from './corpus-mesh.ts';
import { coveringFiles } from './covering-sample.ts';
import { finiteMesh } from './finite-mesh.ts';
import { expectReadmeRow } from './readme-row.ts';

const maxTriangles = isFullRun ? 300_000 : 8_000;
const rays = isFullRun ? 1000 : 200;
const formats = ['gltf-khr', 'gltf-omi', 'usd-physics'] as const;
type Format = (typeof formats)[number];
const titles: Readonly<Record<Format, string>> = {
  'gltf-khr': 'glTF physics, Khronos',
  'gltf-omi': 'glTF physics, OMI',
  'usd-physics': 'USD Physics',
};

describeCorpus('real meshes baked as glTF physics and USD Physics, read by other libraries', () => {
  let usd: TinyUsd;
  const seen = { 'gltf-khr': counts(), 'gltf-omi': counts(), 'usd-physics': counts() };
  beforeAll(async () => {
    usd = await startTinyUsd();
  });

  const readers: Readonly<Record<Format, (bytes: Uint8Array) => Promise<TriangleMesh>>> = {
    'gltf-khr': readGltf,
    'gltf-omi': readGltf,
    'usd-physics': async (bytes) => {
      const found = usd.load(bytes);
      if (typeof found === 'string') throw new Error(found);
      expect(found).toHaveLength(1);
      return found[0]!.mesh;
    },
  };

  it.each(coveringFiles('bake-documents', corpusMeshPaths()))('%s is hit where it was', async (path) => {
    const read = await corpusImport(path);
    if (read instanceof InspectorError) return;
    const mesh = finiteMesh(read.mesh);
    const bounds = meshBounds(mesh);
    if (mesh.indices.length === 0 || bounds === null || mesh.indices.length / 3 > maxTriangles) return;
    // f32 relative to the middle of such a mesh overflows.
    if (Math.max(...bounds.max.map((value, k) => value - bounds.min[k]!)) > 1e30) return;
    const source = sourceQueries(mesh, rays);
    for (const format of formats) {
      const { bytes } = bakeMesh(format, inputOf(mesh));
      const again = await readers[format](bytes);
      expect(again.indices.length).toBe(mesh.indices.length);
      const { mismatches, ...found } = compareRead(source, again);
      expect({ format, mismatches }).toEqual({ format, mismatches: [] });
      const sum = seen[format];
      sum.meshes++;
      sum.rays += found.rays;
      sum.beside += found.beside;
      sum.sweeps += found.sweeps;
    }
  });

  it('are some', () => {
    for (const [format, { meshes, rays: cast, beside, sweeps }] of Object.entries(seen)) {
      const reader =
        format === 'usd-physics'
          ? usd.version
          : `glTF-Transform ${gltfTransformVersion}, glTF-Validator ${(validator as unknown as { version(): string }).version()}`;
      process.stdout.write(
        `${format}, ${reader}: ${meshes} meshes, ${cast} rays, ${beside} of them beside an edge, ${sweeps} sweeps, 0 mismatches\n`,
      );
      expect(meshes).toBeGreaterThan(isFullRun ? 100 : 30);
      expect(beside).toBeLessThan(cast / 20);
      expectReadmeRow(titles[format as Format], { rays: cast, sweeps });
    }
  });
});

function counts(): { meshes: number; rays: number; beside: number; sweeps: number } {
  return { meshes: 0, rays: 0, beside: 0, sweeps: 0 };
}

async function readGltf(bytes: Uint8Array): Promise<TriangleMesh> {
  const { issues } = await validator.validateBytes(bytes, { maxIssues: 0, writeTimestamp: false });
  // The validator does not know the extensions; triangles without area are hints.
  const known = ['UNSUPPORTED_EXTENSION', 'UNUSED_OBJECT', 'NODE_EMPTY'];
  expect(issues.messages.filter(({ code, severity }) => severity < 2 && !known.includes(code))).toEqual([]);
  const { json, colliders } = await gltfColliders(bytes);
  expect(physicsSchemaProblems(json)).toEqual([]);
  expect(colliders).toHaveLength(1);
  return colliders[0]!.mesh;
}
