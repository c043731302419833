import { USDLoader } from 'three/addons/loaders/USDLoader.js';
import { describe, expect, it } from 'vitest';
import type { ImportedMesh } from '#core/import/importer';
import { poseAt } from '#core/mesh/animation/pose-at';
import { openMeshAnimation, writeMeshBytes } from '#core/mesh/mesh-bytes';
import { bendingBar } from '../../fixtures/animated-fbx.ts';
import { bendingBarCrate, bendingBarUsd, meshPrim, samples, stage } from '../../fixtures/animated-usd.ts';
import { farthestFrom, playedByThree } from '../../fixtures/played-by-three.ts';
import { importBytes, importText } from './import-bytes.ts';

const read = (text: string): Promise<ImportedMesh> => importText(text, 'a.usda');
const rounded = (values: Iterable<number>): number[] => [...values].map((x) => Number(x.toFixed(9)) + 0);

function posed({ mesh: { positions }, animation: moving }: ImportedMesh, seconds: number): Float64Array {
  const out = positions.slice();
  if (moving != null) poseAt(moving, moving.clips[0]!, seconds, out);
  return out;
}

const corner = (imported: ImportedMesh, vertex: number, seconds: number): number[] =>
  rounded(posed(imported, seconds).subarray(3 * vertex, 3 * vertex + 3));
const farthest = (a: Float64Array, b: Float64Array): number =>
  a.length === b.length ? Math.max(...a.map((value, i) => Math.abs(value - b[i]!))) : Infinity;

const points = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const triangle = (more = '', metadata = ''): string => meshPrim('m', points, [[0, 1, 2]], more, metadata);
/** A triangle that moves along x. */
const sliding = (keys: Readonly<Record<number, string>>): string =>
  triangle(`double xformOp:translateX.timeSamples = ${samples(keys)}\nuniform token[] xformOpOrder = ["xformOp:translateX"]`);

describe('animations of USD', () => {
  it('stand as three.js plays a bar with bones', async () => {
    const text = bendingBarUsd(false);
    const imported = await read(text);
    expect(imported.animation?.runs.map(({ skin }) => skin?.joints.length)).toEqual([3]);
    expect(imported.animation?.clips.map(({ name, seconds }) => [name, seconds])).toEqual([['Bend', 2]]);
    const scene = new USDLoader().parse(text);
    for (const seconds of [0, 0.25, 0.5, 1, 1.7, 2]) {
      // Theirs are of 32 bits, at coordinates up to 14.
      expect(farthestFrom(playedByThree(scene, scene.animations[0]!, seconds), imported.mesh, posed(imported, seconds))).toBeLessThan(3e-6);
    }
  });

  it.each([
    ['text', 1e-12],
    ['a crate', 1e-6],
  ] as const)('stand in %s, with a blend shape, where the same scene in FBX stands', async (encoding, bound) => {
    const imported = await (encoding === 'text' ? read(bendingBarUsd()) : importBytes(bendingBarCrate(), 'a.usdc'));
    const fbx = await importText(bendingBar(), 'bar.fbx');
    expect(imported.mesh.indices).toEqual(fbx.mesh.indices);
    for (const seconds of [0, 0.3, 1, 1.9]) expect(farthest(posed(imported, seconds), posed(fbx, seconds))).toBeLessThan(bound);
    const bytes = writeMeshBytes(imported.mesh, (length) => new ArrayBuffer(length), imported.animation);
    expect(openMeshAnimation(bytes)).toEqual(imported.animation);
  });

  it('leave the rest as it is without them', async () => {
    const imported = await read(bendingBarUsd());
    const still = await read(bendingBarUsd().replaceAll('.timeSamples', '_'));
    expect(still.animation).toBeNull();
    expect(still.mesh).toEqual(imported.mesh);
  });
});

interface Operation {
  readonly order: readonly string[];
  /** `float xformOp:rotateX`, which changes. */
  readonly changing: string;
  readonly first: string;
  readonly last: string;
  readonly middle: string;
}

const operations: Readonly<Record<string, Operation>> = {
  translate: {
    order: ['xformOp:translate'],
    changing: 'double3 xformOp:translate',
    first: '(1, 2, 3)',
    last: '(3, 0, 3)',
    middle: '(2, 1, 3)',
  },
  translateY: { order: ['xformOp:translateY'], changing: 'double xformOp:translateY', first: '1', last: '4', middle: '2.5' },
  scale: { order: ['xformOp:scale'], changing: 'float3 xformOp:scale', first: '(1, 2, 3)', last: '(3, 0, -3)', middle: '(2, 1, 0)' },
  scaleZ: { order: ['xformOp:scaleZ'], changing: 'float xformOp:scaleZ', first: '1', last: '4', middle: '2.5' },
  rotateX: { order: ['xformOp:rotateX'], changing: 'float xformOp:rotateX', first: '10', last: '400', middle: '205' },
  rotateZYX: {
    order: ['xformOp:rotateZYX'],
    changing: 'float3 xformOp:rotateZYX',
    first: '(10, 20, 30)',
    last: '(30, -20, 90)',
    middle: '(20, 0, 60)',
  },
  'rotateYXZ, turned back': {
    order: ['!invert!xformOp:rotateYXZ'],
    changing: 'float3 xformOp:rotateYXZ',
    first: '(10, 20, 30)',
    last: '(30, -20, 90)',
    middle: '(20, 0, 60)',
  },
  'a pivot': {
    order: ['xformOp:translate:pivot', 'xformOp:rotateZ', '!invert!xformOp:translate:pivot'],
    changing: 'float3 xformOp:translate:pivot',
    first: '(1, 2, 3)',
    last: '(3, 0, 3)',
    middle: '(2, 1, 3)',
  },
  orient: {
    order: ['xformOp:rotateZ', 'xformOp:orient', 'xformOp:scaleX'],
    changing: 'quatf xformOp:orient',
    first: '(1, 0, 0, 0)',
    last: '(0, 1, 0, 0)',
    middle: '(0.7071067811865476, 0.7071067811865476, 0, 0)',
  },
  'orient, turned back': {
    order: ['!invert!xformOp:orient'],
    changing: 'quatf xformOp:orient',
    first: '(1, 0, 0, 0)',
    last: '(0, 0, 1, 0)',
    middle: '(0.7071067811865476, 0, 0.7071067811865476, 0)',
  },
  transform: {
    order: ['xformOp:scaleX', 'xformOp:transform'],
    changing: 'matrix4d xformOp:transform',
    first: '((1, 2, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (4, 5, 6, 1))',
    last: '((3, 0, 0, 0), (0, 1, 4, 0), (0, 0, 1, 0), (4, 7, 6, 1))',
    middle: '((2, 1, 0, 0), (0, 1, 2, 0), (0, 0, 1, 0), (4, 6, 6, 1))',
  },
  'behind a reset': {
    order: ['xformOp:scaleX', '!resetXformStack!', 'xformOp:translate'],
    changing: 'double3 xformOp:translate',
    first: '(1, 2, 3)',
    last: '(3, 0, 3)',
    middle: '(2, 1, 3)',
  },
};

describe('transforms of USD that change over time', () => {
  it.each(Object.entries(operations))(
    '%s: midway the mesh is that of the stage saved there',
    async (_, { order, changing, first, last, middle }) => {
      const others = ['float xformOp:scaleX = 3', 'float xformOp:rotateZ = 30']
        .filter((line) => !line.startsWith(`${changing} `))
        .join('\n');
      const own = (value: string): string =>
        triangle(`${changing}${value}\n${others}\nuniform token[] xformOpOrder = ${JSON.stringify(order)}`);
      const at = (value: string): string =>
        stage(
          `def Xform "above" {\ndouble3 xformOp:translate = (5, 5, 5)\nuniform token[] xformOpOrder = ["xformOp:translate"]\n${own(value)}}`,
        );
      const imported = await read(at(`.timeSamples = ${samples({ 10: first, 34: last })}`));
      expect(imported.animation?.clips[0]?.seconds).toBe(1);
      for (const [seconds, value] of [
        [0, first],
        [0.5, middle],
        [1, last],
        [9, last],
      ] as const) {
        const { mesh } = await read(at(` = ${value}`));
        expect(farthest(posed(imported, seconds), mesh.positions)).toBeLessThan(1e-12);
      }
      expect(imported.mesh.positions).toEqual((await read(at(` = ${first}`))).mesh.positions);
    },
  );

  it('go on over the span that the stage says, at its time codes a second', async () => {
    const text = (header: string): string => stage(sliding({ 10: '0', 20: '10' }), header);
    const imported = await read(text('timeCodesPerSecond = 10\nstartTimeCode = 5\nendTimeCode = 25'));
    expect(imported.animation?.clips[0]?.seconds).toBe(2);
    expect([0, 0.5, 1, 1.5, 2].map((seconds) => corner(imported, 0, seconds)[0])).toEqual([1, 1, 6, 11, 11]);
    expect((await read(text('framesPerSecond = 5'))).animation?.clips[0]?.seconds).toBe(2);
    // No key lies in it.
    expect((await read(text('startTimeCode = 100\nendTimeCode = 124'))).animation?.clips[0]?.seconds).toBeCloseTo(10 / 24, 12);
  });

  it('move an instance in an instance, and what a reference brings', async () => {
    const text =
      stage(`def Xform "a" (references = </p>) { double3 xformOp:translate = (0, 7, 0)\nuniform token[] xformOpOrder = ["xformOp:translate"] }
class "p" { ${sliding({ 0: '0', 24: '10' })} }
def PointInstancer "i" { rel prototypes = </a>\nint[] protoIndices = [0, 0]\npoint3f[] positions = [(0, 0, 0), (0, 0, 5)]\nquath[] orientations = [(1, 0, 0, 0), (0, 0, 0, 1)] }`);
    const imported = await read(text);
    expect([0, 3, 6].map((vertex) => corner(imported, vertex, 0.5))).toEqual([
      [6, 7, 0],
      [6, 7, 0],
      [-6, -7, 5],
    ]);
  });

  it('read a default of their own at rest, and their samples as they play', async () => {
    const imported = await read(stage(sliding({ 0: '0', 24: '10' }).replace('double ', 'double xformOp:translateX = 100\ndouble ')));
    expect(imported.mesh.positions[0]).toBe(101);
    expect(corner(imported, 0, 0.5)).toEqual([6, 0, 0]);
  });
});
