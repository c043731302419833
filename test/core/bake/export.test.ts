import { Vector3 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import { PLYLoader } from 'three/addons/loaders/PLYLoader.js';
import { STLLoader } from 'three/addons/loaders/STLLoader.js';
import { describe, expect, test } from 'vitest';
import { bakeFormatNames, type BakeFormatName } from '#core/bake/bake-format';
import { bakeFormats } from '#core/bake/bake-formats';
import { placedExact } from '#core/bake/bodies/placed-exact';
import { engineSpaceOptions } from '#core/bake/bodies/engine-space';
import { bakeMesh } from '#core/bake/bake-mesh';
import { planConversion } from '#core/bake/export/conversion';
import { convertedBounds, expectedBytes, exportFacts } from '#core/bake/export/expected-bytes';
import { exportMesh } from '#core/bake/export/export-mesh';
import { runsOfParts } from '#core/mesh/runs-of-parts';
import { partsByName } from '#core/mesh/parts-by-name';
import { verifyBaked } from '#core/bake/verify/verify-baked';
import { importMesh } from '#core/import/import-mesh';
import { meshBounds } from '#core/mesh/bounds';
import { lengthUnits, signedAxes, type SourceSpace } from '#core/mesh/source-space';
import type { ColliderRole } from '#core/mesh/collider-role';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { exportOptions, type ExportOptions, type ExportPreset, exportPresets, withPreset } from '#core/options/export-options';
import { defaultValues } from '#core/options/option';
import { noProgress } from '#core/progress';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, box, joined, knot, meshOf, named, soup } from '../../fixtures/shapes.ts';
import { bakedBytes, inputOf, treeOf, triangleFormats, smallHulls } from './bake-input.ts';
import { colliderRole } from '../../fixtures/collider-parts.ts';
import { cornersOf, volumeOf } from './corners.ts';

const gltf: SourceSpace = { metresPerUnit: 1, up: '+y', handedness: 'right' };
const plainFormats = triangleFormats.filter((name) => !bakeFormats[name].hasTree && name !== 'jolt-settings');
/** A box from (1, 2, 3) to (2, 4, 6). */
const brick = named('brick', box([1, 2, 3], [2, 4, 6]));
const level = joined([named('floor', box([-9, -1, -9], [9, 0, 9])), named('rock', ball()), brick, named('rope', knot())]);

function optionsOf(given: Partial<ExportOptions>): ExportOptions {
  return withPreset({ ...defaultValues(exportOptions), ...given }, given);
}

function exported(mesh: TriangleMesh, given: Partial<ExportOptions>, space = gltf, runs: readonly number[] | null = null): TriangleMesh {
  return exportMesh(mesh, { format: 'obj', space, options: optionsOf(given), runs }).mesh;
}

async function readBack(format: BakeFormatName, mesh: TriangleMesh): Promise<TriangleMesh> {
  const context = { fileName: `model.${format}`, progress: noProgress, readSideFile: async () => null };
  return (await importMesh(bakeMesh(format, { ...inputOf(mesh), source: null }).bytes, context)).mesh;
}

describe('the axes of a preset', () => {
  // What the importers of these tools make of the point (1, 2, 3) of a glTF file.
  const points: Readonly<Record<Exclude<ExportPreset, 'none'>, readonly number[]>> = {
    gltf: [1, 2, 3],
    unity: [-1, 2, 3],
    unreal: [100, 300, 200],
    // Not an importer: the front, +Z of glTF, is X, and its right is Y.
    unrealX: [300, -100, 200],
    godot: [1, 2, 3],
    blender: [1, -3, 2],
    // Not an importer: the front, +Z of glTF, is X; its left is Y.
    ros: [3, 1, 2],
  };
  const point = meshOf([1, 2, 3, 0, 0, 0, 1, 0, 0], [0, 1, 2]);

  test.each(Object.entries(points))('%s are those of its importer of glTF, or of its standard', (preset, wanted) => {
    const { positions } = exported(point, { preset: preset as ExportPreset });
    expect([...positions.subarray(0, 3)]).toEqual(wanted);
    expect(positions.some((value) => Object.is(value, -0))).toBe(false);
  });

  test('lead from each space to each other one as directly from glTF', () => {
    const names = Object.keys(points) as Exclude<ExportPreset, 'none'>[];
    // A file does not state its forward axis: it is read as the usual one.
    for (const first of names.filter((name) => exportPresets[name].toForward === 'usual')) {
      const { toUnit, toUp, toHandedness } = exportPresets[first];
      if (toUnit === 'same' || toUp === 'same' || toHandedness === 'same') throw new Error('A preset states everything');
      const between: SourceSpace = { metresPerUnit: lengthUnits[toUnit], up: toUp, handedness: toHandedness };
      for (const last of names) {
        const positions = exported(exported(point, { preset: first }), { preset: last }, between).positions;
        expect([first, last, ...positions]).toEqual([first, last, ...exported(point, { preset: last }).positions]);
      }
    }
  });

  test('and an option that is given too replaces that of the preset', () => {
    expect([...exported(point, { preset: 'unreal', toUnit: 'metre' }).positions.subarray(0, 3)]).toEqual([1, 3, 2]);
    expect([...exported(point, { preset: 'ros', toForward: '-y' }).positions.subarray(0, 3)]).toEqual([1, -3, 2]);
  });
});

describe('every choice of axes', () => {
  const hands = ['right', 'left'] as const;

  test('keeps up, forward, the sign of the volume and the volume itself', () => {
    let cases = 0;
    for (const up of signedAxes)
      for (const handedness of hands)
        for (const toUp of signedAxes)
          for (const toHandedness of hands)
            for (const toForward of ['usual', ...signedAxes] as const) {
              if (toForward.slice(1) === toUp.slice(1)) continue;
              const mesh = exported(brick, { toUp, toForward, toHandedness }, { metresPerUnit: null, up, handedness });
              const what = { up, handedness, toUp, toForward, toHandedness };
              expect({ ...what, volume: volumeOf(mesh) }).toEqual({ ...what, volume: expect.closeTo(6, 9) });
              // The box is 1, 2 and 3 long: its extent along up stays that along up.
              const { min, max } = meshBounds(mesh)!;
              const at = 'xyz'.indexOf(toUp[1]!);
              expect({ ...what, extent: max[at]! - min[at]! }).toEqual({ ...what, extent: 1 + 'xyz'.indexOf(up[1]!) });
              cases++;
            }
    expect(cases).toBe(6 * 2 * 6 * 2 * 5);
  });

  test('reverses the winding only on request, and the mesh only where it mirrors', () => {
    expect(volumeOf(brick)).toBeCloseTo(6, 9);
    expect(volumeOf(exported(brick, { flip: true }))).toBeCloseTo(-6, 9);
    expect(volumeOf(exported(brick, { toHandedness: 'left', flip: true }))).toBeCloseTo(-6, 9);
    expect(exported(brick, { toHandedness: 'left', flip: true }).indices).toEqual(brick.indices);
  });

  test('refuses forward along up, and what the document does not state', () => {
    const unknown: SourceSpace = { metresPerUnit: null, up: null, handedness: null };
    expect(() => exported(brick, { toUp: '+z', toForward: '-z' })).toThrow('The forward axis -z is parallel to the up axis +z');
    expect(() => exported(brick, { preset: 'unreal' }, unknown)).toThrow('The unit, up axis and handedness of the mesh are unknown');
    expect(() => exported(brick, { toHandedness: 'left' }, { ...unknown, up: '+y' })).toThrow('The handedness of the mesh is unknown');
    expect(() => exported(brick, { toUnit: 'inch' }, unknown)).toThrow('The unit of the mesh is unknown');
    // Another up axis alone is a rotation, whatever the handedness.
    expect(volumeOf(exported(brick, { toUp: '+z' }, { ...unknown, up: '+y' }))).toBeCloseTo(6, 9);
  });
});

test('an exact shape without a transform is converted with its triangles', () => {
  const exact = { kind: 'box', size: [1, 2, 3] } as const;
  const mesh: TriangleMesh = {
    ...box([-0.5, -1, -1.5], [0.5, 1, 1.5]),
    parts: [{ ...brick.parts[0]!, role: colliderRole({ shape: 'box', exact }) }],
  };
  const { parts, positions } = exported(mesh, { toUp: '+z', toUnit: 'centimetre' });
  expect(parts[0]!.worldFromPart!.map((value) => value + 0)).toEqual([100, 0, 0, 0, 0, 0, 100, 0, 0, -100, 0, 0, 0, 0, 0, 1]);
  const placed = placedExact(exact, parts[0]!.worldFromPart)!;
  expect(placed.exact).toEqual({ kind: 'box', size: [100, 200, 300] });
  expect([...positions].map(Math.abs).slice(0, 3)).toEqual([50, 150, 100]);
  // Other parts have no transform before and after.
  expect(exported(brick, { toUp: '+z' }).parts[0]!.worldFromPart).toBeNull();
});

describe('units', () => {
  const names = Object.keys(lengthUnits) as (keyof typeof lengthUnits)[];
  const micrometres = {
    micrometre: 1n,
    millimetre: 1000n,
    centimetre: 10_000n,
    inch: 25_400n,
    foot: 304_800n,
    yard: 914_400n,
    metre: 10n ** 6n,
    kilometre: 10n ** 9n,
  };

  test('convert whole numbers exactly where the result is whole, and others with two roundings at most', () => {
    const random = seededRandom(5);
    const values = [
      0,
      1,
      -7,
      254,
      1e6,
      914_400,
      36e9,
      0.1,
      1 / 3,
      ...Array.from({ length: 300 }, () => (random() - 0.5) * 10 ** (12 * random() - 6)),
    ];
    let wholes = 0;
    for (const from of names)
      for (const to of names) {
        const conversion = planConversion({ ...gltf, metresPerUnit: lengthUnits[from] }, optionsOf({ toUnit: to }));
        for (const value of values) {
          const found = (value * conversion.numerator) / conversion.denominator;
          const [a, b] = [micrometres[from], micrometres[to]];
          if (Number.isInteger(value) && (BigInt(value) * a) % b === 0n) {
            expect([from, to, value, found]).toEqual([from, to, value, Number((BigInt(value) * a) / b)]);
            wholes++;
          } else {
            const ideal = value * (Number(a) / Number(b));
            expect(Math.abs(found - ideal)).toBeLessThanOrEqual(Math.abs(ideal) * 2 ** -51);
          }
        }
      }
    expect(wholes).toBeGreaterThan(200);
  });

  test('that a file rounds are taken as those that they name', () => {
    const foot = { ...gltf, metresPerUnit: 0.30480000376 };
    expect(exported(meshOf([1, 5, 10, 0, 0, 0, 1, 0, 0], [0, 1, 2]), { toUnit: 'inch' }, foot).positions.slice(0, 3)).toEqual(
      Float64Array.of(12, 60, 120),
    );
  });

  test('and an extra scale apply to coordinates, transforms of parts and bounds', () => {
    const matrix = [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 5, 6, 7, 1];
    const mesh = { ...brick, parts: [{ ...brick.parts[0]!, worldFromPart: matrix }] };
    const scaled = exported(mesh, { preset: 'unreal', scale: 0.5 });
    expect(meshBounds(scaled)).toEqual({ min: [50, 150, 100], max: [100, 300, 200] });
    expect(scaled.parts[0]!.worldFromPart).toEqual([100, 0, 0, 0, 0, 0, 100, 0, 0, 100, 0, 0, 250, 350, 300, 1]);
    const conversion = planConversion(gltf, optionsOf({ preset: 'unreal', scale: 0.5 }));
    expect(convertedBounds(meshBounds(mesh)!, conversion)).toEqual(meshBounds(scaled));
    expect(conversion.space).toEqual({ metresPerUnit: 0.01, up: '+z', handedness: 'left' });
  });

  test('that a scale takes back change only what the numbers mean', () => {
    const options = optionsOf({ toUnit: 'centimetre', scale: 0.01 });
    const found = exportMesh(brick, { format: 'obj', space: gltf, options, runs: null });
    expect(found.mesh).toBe(brick);
    expect(found.space).toEqual({ ...gltf, metresPerUnit: 0.01 });
  });

  test('beyond f64 are refused', () => {
    const huge = meshOf([1e308, 0, 0, 0, 1, 0, 0, 0, 1], [0, 1, 2]);
    expect(() => exported(huge, { toUnit: 'millimetre' })).toThrow(expect.objectContaining({ code: 'too-large' }));
  });
});

describe('parts of a mesh', () => {
  test('are written with their names, triangles and used vertices alone', () => {
    const part = (name: string): TriangleMesh['parts'][number] => level.parts.find((one) => one.name === name)!;
    const chosen = partsByName(level, 'ro*, #2');
    expect(chosen).toEqual([1, 2, 3]);
    const runs = runsOfParts(level, [1, 3]);
    const mesh = exported(level, {}, gltf, runs);
    expect(mesh.parts.map(({ name, triangleCount }) => [name, triangleCount])).toEqual([
      ['rock', part('rock').triangleCount],
      ['rope', part('rope').triangleCount],
    ]);
    const corners = cornersOf(level);
    expect([...cornersOf(mesh)]).toEqual(
      ['rock', 'rope'].flatMap((name) => [
        ...corners.subarray(9 * part(name).firstTriangle, 9 * (part(name).firstTriangle + part(name).triangleCount)),
      ]),
    );
    expect(new Set(mesh.indices).size).toBe(mesh.positions.length / 3);
  });

  test('next to each other are one run, and all parts together are the mesh', () => {
    expect(runsOfParts(level, [0, 1, 2, 3])).toEqual([0, level.indices.length / 3]);
    const all = exported(level, {}, gltf, runsOfParts(level, [0, 1, 2, 3]));
    expect(all).toEqual(level);
  });

  test('keep materials and polygons of which all triangles are written', () => {
    const mesh: TriangleMesh = {
      ...joined([box(), box([3, 0, 0], [4, 1, 1])]),
      materials: { names: ['stone', 'wood'], runs: [0, 1, 3, 0, 14, 1, 20, -1] },
      polygons: Uint32Array.of(0, 2, 2, 2, 4, 2, 14, 3, 20, 2),
    };
    // Triangles 1 to 5 and 12 to 21, by brute force.
    const kept = exported(mesh, {}, gltf, [1, 5, 12, 10]);
    const wanted = [1, 2, 3, 4, 5, ...Array.from({ length: 10 }, (_, i) => 12 + i)];
    expect([...cornersOf(kept)]).toEqual(wanted.flatMap((t) => [...cornersOf(mesh).subarray(9 * t, 9 * t + 9)]));
    expect([...kept.polygons!]).toEqual([1, 2, 3, 2, 7, 3, 13, 2]);
    expect(kept.materials).toEqual({ names: ['wood', 'stone'], runs: [0, 0, 2, 1, 7, 0, 13, -1] });
    expect(kept.parts.map(({ firstTriangle, triangleCount }) => [firstTriangle, triangleCount])).toEqual([
      [0, 5],
      [5, 10],
    ]);
  });

  test('that have no triangle, or a name of no part, are refused', () => {
    expect(() => exported(level, {}, gltf, [])).toThrow('No triangle is chosen');
    expect(() => partsByName(level, 'rock,wall')).toThrow('No part has the name "wall"');
    expect(partsByName(joined([named('a*b', box()), named('(c)', box())]), 'a*,(c)')).toEqual([0, 1]);
    expect(runsOfParts({ ...level, parts: level.parts.map((part) => ({ ...part, triangleCount: 0 })) }, [0, 1])).toEqual([]);
  });
});

describe('coordinates that are not finite', () => {
  const mesh = joined([named('good', box()), named('bad', meshOf([0, 0, 0, NaN, 0, 0, 0, Infinity, 0], [0, 1, 2]))]);
  const task = { space: gltf, options: optionsOf({}), runs: null } as const;

  test.each(plainFormats)('are refused for %s with the first vertex and its part', (format) => {
    expect(() => exportMesh(mesh, { ...task, format })).toThrow(
      expect.objectContaining({
        message: '2 vertices have coordinates that are not finite, the first in bad',
        location: { index: 9, element: 'vertex' },
      }),
    );
    // The other part can be written.
    expect(exportMesh(mesh, { ...task, format, runs: runsOfParts(mesh, [0]) }).mesh.indices).toHaveLength(36);
  });

  test('are kept by a Boxwood bake', () => {
    expect(exportMesh(mesh, { ...task, format: 'boxwood' }).mesh).toBe(mesh);
  });

  test('of unused vertices are refused only where they would be written', () => {
    const unused = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, NaN, 0, 0], [0, 1, 2]);
    for (const format of plainFormats) {
      const write = (): unknown => exportMesh(unused, { ...task, format }).mesh;
      if (format === 'glb' || format === 'stl') expect(write()).toBe(unused);
      else expect(write).toThrow('1 vertex has coordinates that are not finite');
    }
  });
});

describe('a converted mesh', () => {
  const unreal = exported(level, { preset: 'unreal' });

  test.each(plainFormats)('as %s is verified and read back', async (format) => {
    const { bytes } = bakeMesh(format, { ...inputOf(unreal), source: null });
    const against = { ...inputOf(unreal), source: null };
    expect(await verifyBaked({ bytes, fileName: `x.${bakeFormats[format].extension}`, against, queries: 8, seed: 1 })).toMatchObject({
      ok: true,
      problems: [],
    });
    const read = await readBack(format, unreal);
    const size = 18 * 100;
    const error = format === 'obj' || format === 'ply' || format === 'off' ? 0 : size * 2 ** -24;
    const wanted = cornersOf(unreal);
    expect(Math.max(...cornersOf(read).map((value, i) => Math.abs(value - wanted[i]!)))).toBeLessThanOrEqual(error);
    expect(volumeOf(read)).toBeGreaterThan(0);
    if (format === 'obj' || format === 'glb') expect(read.parts.map(({ name }) => name)).toEqual(level.parts.map(({ name }) => name));
  });

  test('of numbers of every size is the same to the last bit in text', async () => {
    const mesh = meshOf([1e-300, -1e300, 5e-324, 0.1, 1 / 3, -0, 123456789.123456789, 1e21, 1e-7], [0, 1, 2]);
    for (const format of ['obj', 'off'] as const) {
      const read = await readBack(format, mesh);
      expect(read.positions).toEqual(mesh.positions);
      expect(read.indices).toEqual(mesh.indices);
    }
  });
});

/** Independent readers: those of three, and for OFF one that follows the grammar word by word. */
const readers: Readonly<Record<'glb' | 'obj' | 'off' | 'ply' | 'stl', (bytes: ArrayBuffer) => Promise<number[]>>> = {
  glb: async (bytes) => pointsOf((await new GLTFLoader().parseAsync(bytes, '')).scene),
  obj: async (bytes) => pointsOf(new OBJLoader().parse(new TextDecoder().decode(bytes))),
  ply: async (bytes) => [...new PLYLoader().parse(bytes).toNonIndexed().getAttribute('position').array],
  stl: async (bytes) => [...new STLLoader().parse(bytes).getAttribute('position').array],
  off: async (bytes) => {
    const [keyword, ...words] = new TextDecoder().decode(bytes).trim().split(/\s+/);
    const [vertices, faces, , ...numbers] = words.map(Number) as [number, number, number, ...number[]];
    expect([keyword, numbers.length]).toEqual(['OFF', 3 * vertices + 4 * faces]);
    return Array.from({ length: faces }, (_, i) => numbers.slice(3 * vertices + 4 * i, 3 * vertices + 4 * i + 4)).flatMap(
      ([n, ...corners]) => {
        expect(n).toBe(3);
        return corners.flatMap((corner) => numbers.slice(3 * corner, 3 * corner + 3));
      },
    );
  },
};

interface Placed {
  traverse(visit: (object: object) => void): void;
  updateMatrixWorld(force: boolean): void;
}

function pointsOf(scene: Placed): number[] {
  scene.updateMatrixWorld(true);
  const found: number[] = [];
  scene.traverse((object) => {
    if (!('geometry' in object) || !('matrixWorld' in object)) return;
    const { geometry, matrixWorld } = object as {
      geometry: { index: unknown; toNonIndexed(): typeof geometry; getAttribute(name: string): { count: number } };
      matrixWorld: never;
    };
    const position = (geometry.index === null ? geometry : geometry.toNonIndexed()).getAttribute('position');
    for (let i = 0; i < position.count; i++)
      found.push(...new Vector3().fromBufferAttribute(position as never, i).applyMatrix4(matrixWorld));
  });
  return found;
}

test.each(Object.keys(readers) as (keyof typeof readers)[])('another reader of %s finds the same triangles', async (format) => {
  const mesh = exported(level, { preset: 'unreal' }, gltf, runsOfParts(level, [0, 2]));
  const found = await readers[format](bakeMesh(format, { ...inputOf(mesh), source: null }).bytes.buffer);
  const wanted = cornersOf(mesh);
  expect(found).toHaveLength(wanted.length);
  // f32 of up to 900 cm, and the sum with an origin.
  expect(Math.max(...found.map((value, i) => Math.abs(value - wanted[i]!)))).toBeLessThanOrEqual(900 * 2 ** -23);
});

describe('the expected size', () => {
  const large = joined([named('a', ball(60, 40)), named('b', soup(4000, seededRandom(3), 1, 0.3, [512_345, 5_412_345, 120]))]);

  test.each(bakeFormatNames)('of %s is within a tenth of the size', (format) => {
    const whole = format === 'physx-convex' ? smallHulls(30) : large;
    for (const runs of [null, runsOfParts(whole, [1])]) {
      const options = optionsOf({ preset: 'unreal', ...(runs === null && { toUnit: 'foot' }) });
      const conversion = planConversion(gltf, options);
      const { mesh: made } = exportMesh(whole, { format, space: gltf, options, runs });
      const isTreed = bakeFormats[format].hasTree;
      const written = bakedBytes(format, { ...inputOf(made, isTreed ? [treeOf(made)] : []), source: null });
      // The tree of the whole mesh is known before the export.
      const trees = isTreed ? [treeOf(whole)] : [];
      const expected = expectedBytes(format, whole, {
        runs,
        conversion,
        facts: exportFacts(whole, runs),
        trees: trees.map(({ bytes, nodeCount }) => ({ bytes: bytes.byteLength, nodes: nodeCount })),
      });
      // The size of hulls is known only afterwards.
      expect(Math.abs(expected / written - 1)).toBeLessThan(format === 'unreal' || format === 'physx-convex' ? 0.3 : 0.1);
    }
  });

  test.each([
    ['godot-scene', 10],
    ['godot-shape', 10],
    ['godot-shape', 1],
    ['jolt-shapes', 10],
  ] as const)('of hulls as %s counts their vertices: %i', (format, count) => {
    const role: ColliderRole = { shape: 'hull', isRendered: false, isTrigger: false, of: null, from: 'format', exact: null };
    const hulls = joined(Array.from({ length: count }, (_, i) => named(`hull ${i}`, ball(12, 8))));
    const mesh = { ...hulls, parts: hulls.parts.map((part) => ({ ...part, role })) };
    const written = bakedBytes(format, { ...inputOf(mesh), source: null });
    const size = { runs: null, conversion: planConversion(gltf, optionsOf({})), facts: exportFacts(mesh, null), trees: [] };
    expect(Math.abs(expectedBytes(format, mesh, size) / written - 1)).toBeLessThan(0.1);
  });

  test.each(['godot-scene', 'godot-shape', 'jolt-shapes', 'unreal'] as const)(
    'of chosen triangles of hulls as %s counts only these',
    (format) => {
      const role: ColliderRole = { shape: 'hull', isRendered: true, isTrigger: false, of: null, from: 'format', exact: null };
      const whole = named('hull', ball(24, 12));
      const mesh = { ...whole, parts: whole.parts.map((part) => ({ ...part, role })) };
      const size = (count: number): number => {
        const runs = [60, count];
        return expectedBytes(format, mesh, {
          runs,
          conversion: planConversion(gltf, optionsOf({})),
          facts: exportFacts(mesh, runs),
          trees: [],
        });
      };
      const { mesh: few } = exportMesh(mesh, { format, space: gltf, options: optionsOf({}), runs: [60, 100] });
      const written = bakedBytes(format, { ...inputOf(few), source: null });
      expect(Math.abs(size(100) / written - 1)).toBeLessThan(0.3);
      expect(size(10)).toBeGreaterThan(0);
      expect(size(10)).toBeLessThan(size(100));
    },
  );

  test('comes with the counts and bounds of the chosen triangles', () => {
    expect(exportFacts(level, runsOfParts(level, [2]))).toEqual({
      triangles: 12,
      usedVertices: 8,
      vertices: 8,
      parts: 1,
      bounds: { min: [1, 2, 3], max: [2, 4, 6] },
    });
    expect(exportFacts(level, null)).toMatchObject({ triangles: level.indices.length / 3, parts: 4, bounds: meshBounds(level) });
  });
});

describe('formats that fix unit and axes', () => {
  const fixed = bakeFormatNames.filter((format) => bakeFormats[format].engineUp !== undefined);
  const spaces = (['+y', '+z', '-x'] as const).flatMap((up) =>
    (['right', 'left', null] as const).flatMap((handedness) => [1, 0.01, null].map((metresPerUnit) => ({ metresPerUnit, up, handedness }))),
  );

  test('are those that describe it', () => {
    expect(fixed).toEqual(bakeFormatNames.filter((format) => /metres( and [YZ] up)? are written/.test(bakeFormats[format].loses)));
  });

  test.each(fixed)('%s has the coordinates that are planned, and those of a conversion before its own', (format) => {
    const { engineUp, shapes } = bakeFormats[format];
    for (const space of spaces)
      for (const given of [
        {},
        { preset: 'unreal' },
        { preset: 'unrealX', scale: 3 },
        { preset: 'ros', toForward: '-y', flip: true },
      ] as const) {
        const isKnown = space.metresPerUnit !== null && space.handedness !== null;
        if (!isKnown && 'preset' in given) continue;
        const options = engineSpaceOptions(space, engineUp!, optionsOf(given));
        const { mesh, space: made } = exportMesh(brick, { format, space, options, runs: null });
        const before = exportMesh(brick, { format, space, options: optionsOf(given), runs: null });
        const [own, other] = [shapes!.of(mesh, made, noProgress), shapes!.of(before.mesh, before.space, noProgress)].map((written) =>
          meshBounds(pointMesh(written.shapes[0]!.form.surface.positions)),
        );
        const planned = convertedBounds(meshBounds(brick)!, planConversion(space, options));
        for (const k of [0, 1, 2])
          for (const end of ['min', 'max'] as const) {
            expect([space, given, Math.fround(own![end][k]!)]).toEqual([space, given, Math.fround(planned[end][k]!)]);
            expect(other![end][k]!).toBeCloseTo(planned[end][k]!, 5);
          }
      }
  });

  test('a mesh without axes keeps them', () => {
    const space: SourceSpace = { metresPerUnit: 0.01, up: null, handedness: null };
    expect(engineSpaceOptions(space, '+z', optionsOf({ preset: 'unity' }))).toMatchObject({
      toUnit: 'metre',
      toUp: 'same',
      toHandedness: 'same',
    });
  });

  test('the size of Unreal colliders has the rendered part and its hull', () => {
    const hulls = joined([named('a', ball(12, 8)), named('b', ball(16, 9))]);
    const facts = exportFacts(hulls, null);
    const expected = expectedBytes('unreal', hulls, { runs: null, conversion: planConversion(gltf, optionsOf({})), facts, trees: [] });
    const written = bakedBytes('unreal', { ...inputOf(hulls), source: null });
    expect(Math.abs(expected / written - 1)).toBeLessThan(0.1);
  });
});

function pointMesh(positions: Float64Array): TriangleMesh {
  const count = positions.length / 3;
  return meshOf(
    [...positions],
    Array.from({ length: 3 * count }, (_, i) => i % count),
  );
}
