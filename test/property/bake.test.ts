import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bakeMesh } from '#core/bake/bake-mesh';
import { readChunkTable } from '#core/bake/boxwood/chunk-table';
import { boxwoodHeaderBytes } from '#core/bake/boxwood/layout';
import { openBoxwood, readBoxwoodFile } from '#core/bake/boxwood/read-boxwood';
import type { BakeFormatName } from '#core/bake/bake-format';
import { bakeFormats } from '#core/bake/bake-formats';
import { verifyBaked } from '#core/bake/verify/verify-baked';
import { crc32 } from '#core/crc32';
import { readThreeMeshBvh } from '#core/bake/three-mesh-bvh/read-three-mesh-bvh';
import { importMesh } from '#core/import/import-mesh';
import { InspectorError } from '#core/error';
import type { MeshPart, TriangleMesh } from '#core/mesh/triangle-mesh';
import { meshBounds } from '#core/mesh/bounds';
import { noProgress } from '#core/progress';
import { raycast } from '#core/query/ray/ray';
import { openTree } from '#core/tree/open-tree';
import { inputOf, treeOf, triangleFormats } from '../core/bake/bake-input.ts';
import { cornersOf } from '../core/bake/corners.ts';
import { seededRandom } from '../fixtures/random.ts';
import { hundredth } from '../fixtures/scale.ts';
import { ball, box, joined } from '../fixtures/shapes.ts';

/** Any mesh that an import can give: coordinates of every kind, parts of every name. */
const meshes: fc.Arbitrary<TriangleMesh> = fc
  .tuple(
    fc.array(fc.double(), { minLength: 9, maxLength: 60 }),
    fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { minLength: 1, maxLength: 20 }),
    fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.option(fc.array(fc.double(), { minLength: 16, maxLength: 16 }))), {
      minLength: 1,
      maxLength: 4,
    }),
  )
  .map(([numbers, triangles, names]) => {
    const vertices = Math.floor(numbers.length / 3);
    const each = Math.ceil(triangles.length / names.length);
    const parts: MeshPart[] = [];
    for (const [i, [name, worldFromPart]] of names.entries()) {
      const triangleCount = Math.min(each, triangles.length - i * each);
      if (triangleCount > 0) parts.push({ name, firstTriangle: i * each, triangleCount, worldFromPart });
    }
    return {
      positions: Float64Array.from(numbers.slice(0, 3 * vertices)),
      indices: Uint32Array.from(triangles.flat().map((v) => v % vertices)),
      parts,
    };
  })
  .filter((mesh) => meshBounds(mesh) !== null);

describe('bakes of any mesh', () => {
  test('to .boxwood return the same bits, and the same file again', () => {
    fc.assert(
      fc.property(meshes, (mesh) => {
        const { bytes } = bakeMesh('boxwood', inputOf(mesh));
        const read = readBoxwoodFile(bytes);
        expect(read.mesh.positions).toEqual(mesh.positions);
        expect(read.mesh.indices).toEqual(mesh.indices);
        expect(read.mesh.parts).toEqual(mesh.parts);
        expect(bakeMesh('boxwood', inputOf(read.mesh, [openTree(read.trees[0]!.buffer)])).bytes).toEqual(bytes);
      }),
      { numRuns: hundredth(3000) },
    );
  });

  test('to OBJ and PLY return every finite coordinate to the last bit', async () => {
    await fc.assert(
      fc.asyncProperty(meshes, fc.constantFrom('obj' as const, 'ply' as const), async (mesh, format) => {
        const { bytes } = bakeMesh(format, inputOf(mesh));
        const { mesh: read } = await importMesh(bytes, { fileName: `x.${format}`, progress: noProgress, readSideFile: async () => null });
        expect(read.positions.map((value) => (Number.isFinite(value) ? value : NaN))).toEqual(
          mesh.positions.map((value) => (Number.isFinite(value) ? value : NaN)),
        );
        expect(read.indices).toEqual(mesh.indices);
        if (format === 'obj')
          expect(read.parts.map(({ triangleCount }) => triangleCount)).toEqual(mesh.parts.map(({ triangleCount }) => triangleCount));
      }),
      { numRuns: hundredth(3000) },
    );
  });

  test('to formats of f32 are read back as f32, or refused for what f32 does not hold', async () => {
    await fc.assert(
      fc.asyncProperty(meshes, async (mesh) => {
        const fits = cornersOf(mesh).every((value) => !Number.isFinite(value) || Number.isFinite(Math.fround(value)));
        if (!fits) {
          expect(() => bakeMesh('stl', inputOf(mesh))).toThrow(expect.objectContaining({ code: 'too-large' }));
          return;
        }
        const { mesh: read } = await importMesh(bakeMesh('stl', inputOf(mesh)).bytes, {
          fileName: 'x.stl',
          progress: noProgress,
          readSideFile: async () => null,
        });
        expect(cornersOf(read)).toEqual(cornersOf(mesh).map(Math.fround));
        expect(readThreeMeshBvh(bakeMesh('three-mesh-bvh', inputOf(mesh)).bytes).index.length / 3).toBeGreaterThan(0);
      }),
      { numRuns: hundredth(1000) },
    );
  });
});

const dropsTriangles: ReadonlySet<BakeFormatName> = new Set(['jolt', 'jolt-settings', 'physx', 'bullet']);

test('bakes of any mesh to any format are verified, or refused for what f32 does not hold', async () => {
  await fc.assert(
    fc.asyncProperty(meshes, fc.constantFrom(...triangleFormats), async (mesh, format) => {
      const input = inputOf(mesh);
      const refusal = refusalOf(() => bakeMesh(format, input));
      if (refusal !== null) {
        // Some engines drop triangles that are too small for them, which can be all; the tests of these formats say which.
        const codes: readonly string[] = dropsTriangles.has(format) ? ['too-large', 'no-triangles'] : ['too-large'];
        expect(codes).toContain(refusal.code);
        return;
      }
      const { problems } = await verifyBaked({
        bytes: bakeMesh(format, input).bytes,
        fileName: `x.${bakeFormats[format].extension}`,
        against: input,
        queries: 4,
        seed: 1,
      });
      expect(problems).toEqual([]);
    }),
    { numRuns: hundredth(6000) },
  );
});

/** One of the ways in which files are damaged, or made by someone who means harm. */
function mutate(bytes: Uint8Array<ArrayBuffer>, random: () => number): Uint8Array<ArrayBuffer> {
  const pick = (limit: number): number => Math.floor(random() * limit);
  const changed = bytes.slice();
  const view = new DataView(changed.buffer);
  switch (pick(6)) {
    case 0:
      return changed.slice(0, pick(bytes.length));
    case 1:
      for (let i = 0; i <= pick(8); i++) changed[pick(bytes.length)] = pick(256);
      return changed;
    case 2:
      view.setUint32(4 * pick(bytes.length / 4), [0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, pick(2 ** 32)][pick(6)]!, true);
      return changed;
    case 3:
      changed.copyWithin(pick(bytes.length), pick(bytes.length), pick(bytes.length));
      return changed;
    case 4:
      changed.fill(pick(256), pick(bytes.length), pick(bytes.length));
      return changed;
    default: {
      const longer = new Uint8Array(bytes.length + 1 + pick(64));
      longer.set(changed);
      return longer;
    }
  }
}

/** Writes right checksums over whatever the table says now, so that the checks behind them are reached. */
function withChecksums(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = new DataView(file.buffer);
  if (file.length < boxwoodHeaderBytes) return file;
  const tableEnd = boxwoodHeaderBytes + 32 * Math.min(view.getUint32(12, true), Math.floor((file.length - boxwoodHeaderBytes) / 32));
  for (let at = boxwoodHeaderBytes; at < tableEnd; at += 32) {
    const offset = view.getUint32(at + 8, true);
    const length = view.getUint32(at + 16, true);
    if (offset + length <= file.length) view.setUint32(at + 24, crc32(file, offset, offset + length), true);
  }
  view.setUint32(24, crc32(file, boxwoodHeaderBytes, tableEnd), true);
  view.setUint32(28, crc32(file, 0, 28), true);
  return file;
}

/** `null` for an accepted file. Anything but an InspectorError passes through and fails the test. */
function refusalOf(read: () => unknown): InspectorError | null {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof InspectorError) return error;
    throw error;
  }
}

describe('damaged bakes', () => {
  const mesh = joined([box(), ball(6, 4)]);
  const { bytes } = bakeMesh('boxwood', inputOf(mesh));

  test('are refused, each one', () => {
    const random = seededRandom(20);
    for (let i = 0; i < hundredth(200_000); i++) {
      const changed = mutate(bytes, random);
      if (Buffer.compare(changed, bytes) === 0) continue;
      expect(
        refusalOf(() => readBoxwoodFile(changed)),
        `mutation ${i}`,
      ).not.toBeNull();
    }
  });

  test('with valid checksums are refused, or hold a valid mesh with trees that can be queried', () => {
    const random = seededRandom(21);
    let accepted = 0;
    let refused = 0;
    for (let i = 0; i < hundredth(200_000); i++) {
      const changed = withChecksums(mutate(bytes, random));
      refusalOf(() => openBoxwood(changed));
      const refusal = refusalOf(() => {
        const { mesh: read, trees } = readBoxwoodFile(changed);
        for (const tree of trees)
          raycast(
            openTree(tree.buffer),
            read,
            { origin: [3, 2, 9], direction: [-0.3, -0.2, -1], far: Infinity },
            { mode: 'all', cull: false },
          );
      });
      if (refusal === null) accepted++;
      else {
        refused++;
        expect(refusal.location.byte, refusal.message).toBeTypeOf('number');
      }
    }
    // Both happen: a changed name or coordinate outside every check is another sound file.
    expect(accepted).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(accepted);
  });

  test('their table names only chunks inside the file', () => {
    const random = seededRandom(22);
    for (let i = 0; i < hundredth(20_000); i++) {
      const changed = withChecksums(mutate(bytes, random));
      refusalOf(() => {
        for (const { offset, length } of readChunkTable(changed)) expect(offset + length).toBeLessThanOrEqual(changed.length);
      });
    }
  });

  test('of three-mesh-bvh are refused, and with right checksums never crash', () => {
    const file = bakeMesh('three-mesh-bvh', inputOf(mesh, [treeOf(mesh, { leafTriangles: 1 })])).bytes;
    const random = seededRandom(23);
    for (let i = 0; i < hundredth(50_000); i++) {
      const changed = mutate(file, random);
      if (Buffer.compare(changed, file) !== 0)
        expect(
          refusalOf(() => readThreeMeshBvh(changed)),
          `mutation ${i}`,
        ).not.toBeNull();
      if (changed.length < 16) continue;
      const view = new DataView(changed.buffer);
      const dataAt = Math.min(changed.length, 16 + view.getUint32(4, true));
      view.setUint32(8, crc32(changed, 16, dataAt), true);
      view.setUint32(12, crc32(changed, dataAt), true);
      refusalOf(() => readThreeMeshBvh(changed));
    }
  });
});
