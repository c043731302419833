import { describe, expect, it } from 'vitest';
import { InspectorError } from '#core/error';
import { importMesh } from '#core/import/import-mesh';
import { createDracoDecoder } from '../../main/worker/draco-decoder.ts';
import { dracoDocument, meshoptSections } from '../core/import/gltf/compressed-fixture.ts';
import { dataUri, gltfBytes } from '../core/import/gltf/gltf-fixture.ts';
import { boundedMilliseconds } from '../fixtures/cpu-milliseconds.ts';
import { f32, u32 } from '../core/import/import-bytes.ts';
import { encodeDraco } from '../fixtures/draco.ts';
import { seededRandom } from '../fixtures/random.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { ball } from '../fixtures/shapes.ts';

const { positions, indices } = ball(12, 7);
const vertices = positions.length / 3;
const runs = isFullRun ? 10_000 : 100;
const range = { min: [-9, -9, -9], max: [9, 9, 9] };

type Document = Record<string, unknown> & { readonly buffers: readonly { readonly byteLength: number; readonly uri: string }[] };

async function draco(method: 'sequential' | 'edgebreaker', metadata: boolean): Promise<Document> {
  const stream = await encodeDraco({ positions: Float32Array.from(positions), indices, method, metadata });
  return dracoDocument(stream, vertices, indices.length) as Document;
}

async function meshopt(mode: 'TRIANGLES' | 'INDICES', version: number): Promise<Document> {
  const views = [
    { bytes: f32([...positions]), stride: 12, mode: 'ATTRIBUTES' },
    { bytes: u32([...indices]), stride: 4, mode },
  ] as const;
  return {
    ...(await meshoptSections('KHR_meshopt_compression', views, version)),
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, type: 'VEC3', count: vertices, ...range },
      { bufferView: 1, componentType: 5125, type: 'SCALAR', count: indices.length },
    ],
  } as unknown as Document;
}

describe('compressed streams that were damaged at random', () => {
  it.each([
    ['Draco, sequential', () => draco('sequential', false)],
    ['Draco, edgebreaker', () => draco('edgebreaker', false)],
    ['Draco with metadata', () => draco('edgebreaker', true)],
    ['meshopt, triangles', () => meshopt('TRIANGLES', 0)],
    ['meshopt, indices, the newer vertices', () => meshopt('INDICES', 1)],
  ])('%s: nothing but an InspectorError comes out, and meshes are whole', async (_, make) => {
    const document = await make();
    const stream = Buffer.from(document.buffers[0]!.uri.split(',')[1]!, 'base64');
    const decodeDraco = createDracoDecoder();
    const random = seededRandom(77_003);
    const codes = new Map<string, number>();
    for (let run = 0; run < runs; run++) {
      const damaged = run === 0 ? stream : mutated(stream, random);
      const [, ...others] = document.buffers;
      const bytes = gltfBytes({ ...document, buffers: [{ byteLength: stream.length, uri: dataUri(damaged) }, ...others] });
      let code = '';
      const milliseconds = await boundedMilliseconds(5000, async () => {
        code = await outcome(bytes, decodeDraco, run);
      });
      codes.set(code, (codes.get(code) ?? 0) + 1);
      expect(milliseconds, `mutant ${run} takes long`).toBeLessThan(5000);
    }
    // The whole one is read, and damage is noticed often enough for this to be a test of the decoders.
    expect(codes.get('read')).toBeGreaterThan(0);
    expect(codes.get('malformed')).toBeGreaterThan(0);
  });
});

async function outcome(bytes: Uint8Array, decodeDraco: ReturnType<typeof createDracoDecoder>, run: number): Promise<string> {
  try {
    const { mesh } = await importMesh(bytes, { fileName: 'a.gltf', progress: () => {}, readSideFile: async () => null, decodeDraco });
    // A few kilobytes hold no more than this, whatever they declare.
    if (mesh.positions.length > 3_000_000 || mesh.indices.length > 3_000_000) throw new Error(`${mesh.indices.length} indices`);
    for (const index of mesh.indices) if (index >= mesh.positions.length / 3) throw new Error(`index ${index}`);
    return 'read';
  } catch (error) {
    if (error instanceof InspectorError) {
      expect(error.location.pointer, `mutant ${run}`).toBeDefined();
      return error.code;
    }
    throw new Error(`mutant ${run}`, { cause: error });
  }
}

/** One to three bytes changed, most often near the front, where the counts are; the length stays. */
function mutated(stream: Uint8Array, random: () => number): Uint8Array {
  const bytes = Uint8Array.from(stream);
  for (let left = 1 + Math.floor(random() * 3); left > 0; left--) {
    const at = Math.floor(random() ** 2 * bytes.length);
    bytes[at] = random() < 0.2 ? 255 : Math.floor(random() * 256);
  }
  return bytes;
}
