import { describe, expect, it } from 'vitest';
import type { ImportedMesh } from '#core/import/importer';
import { poseAt } from '#core/mesh/animation/pose-at';
import { bendingBarUsd, meshPrim, movedMatrix, samples, stage, tuple, turnAboutZ } from '../../fixtures/animated-usd.ts';
import { f32, importBytes, importText } from './import-bytes.ts';
import { u32s, UsdcFile } from './usdc-fixture.ts';

const read = (text: string): Promise<ImportedMesh> => importText(text, 'a.usda');

/** A vertex at a time, to nine digits. */
function corner({ mesh: { positions }, animation: moving }: ImportedMesh, vertex: number, seconds: number): number[] {
  const out = positions.slice();
  if (moving != null) poseAt(moving, moving.clips[0]!, seconds, out);
  return [...out.subarray(3 * vertex, 3 * vertex + 3)].map((x) => Number(x.toFixed(9)) + 0);
}

const warningsOf = ({ findings }: ImportedMesh): readonly string[] =>
  findings.filter(({ severity }) => severity === 'warning').map(({ code }) => code);

/** A triangle whose vertices hang on one joint each. */
const triangle = (more = '', indices = '[0, 1, 2]'): string =>
  meshPrim('m', [1, 0, 0, 0, 1, 0, 0, 0, 1], [[0, 1, 2]], `${influences(indices)}\n${more}`);
const influences = (indices: string, metadata = 'elementSize = 1\ninterpolation = "vertex"', weights = '[1, 1, 1]'): string =>
  `int[] primvars:skel:jointIndices = ${indices} (\n${metadata}\n)\nfloat[] primvars:skel:jointWeights = ${weights} (\n${metadata}\n)`;

interface Rig {
  readonly mesh?: string;
  readonly joints?: string;
  readonly bind?: string;
  readonly rest?: string;
  readonly motion?: string;
  readonly animated?: string;
  readonly root?: string;
  readonly skeleton?: string;
}

const three = `${movedMatrix(0, 0, 0)}, ${movedMatrix(0, 0, 0)}, ${movedMatrix(0, 0, 0)}`;
const slides = (first: number, last: number): string => samples({ 0: `[(0, ${first}, 0)]`, 24: `[(0, ${last}, 0)]` });

/** Joints a, a/b and c at the origin, of which an animation moves one along y from 0 to 8. */
function rig({
  mesh = triangle(),
  joints = '["a", "a/b", "c"]',
  bind = `[${three}]`,
  rest = `[${three}]`,
  motion,
  animated = '["a/b"]',
  root = 'SkelRoot',
  skeleton = '',
}: Rig): string {
  return stage(`def ${root} "r" { rel skel:skeleton = </r/s>
def Skeleton "s" { uniform token[] joints = ${joints}
uniform matrix4d[] bindTransforms = ${bind}
uniform matrix4d[] restTransforms = ${rest}
rel skel:animationSource = </r/a>
${skeleton} }
def SkelAnimation "a" { uniform token[] joints = ${animated}
${motion ?? `float3[] translations.timeSamples = ${slides(0, 8)}\nquatf[] rotations = [(1, 0, 0, 0)]\nhalf3[] scales = [(1, 1, 1)]`} }
${mesh} }`);
}

const heights = (imported: ImportedMesh, seconds = 1): readonly (number | undefined)[] =>
  [0, 1, 2].map((vertex) => corner(imported, vertex, seconds)[1]);

describe('skeletons of USD', () => {
  it('move what an animation names, and leave other joints where they rest', async () => {
    const rest = `[${movedMatrix(0, 0, 0)}, ${movedMatrix(9, 9, 9)}, ${movedMatrix(0, 0, 3)}]`;
    const imported = await read(rig({ rest }));
    expect([0, 1, 2].map((vertex) => corner(imported, vertex, 0.5))).toEqual([
      [1, 0, 0],
      [0, 5, 0],
      [0, 0, 4],
    ]);
    expect(warningsOf(imported)).toEqual([]);
  });

  it('carry a joint by the nearest above it, in any order', async () => {
    expect(heights(await read(rig({ joints: '["a/b/x/y", "a/b", "c"]', mesh: triangle('', '[0, 1, 2]') })))).toEqual([8, 9, 0]);
  });

  it('stand where their prim stands, and the place of the mesh counts for nothing', async () => {
    const place = (x: number): string => `double3 xformOp:translate = (${x}, 0, 0)\nuniform token[] xformOpOrder = ["xformOp:translate"]`;
    const imported = await read(
      rig({ skeleton: place(100), mesh: triangle(`${place(7)}\nmatrix4d primvars:skel:geomBindTransform = ${movedMatrix(0, 0, 5)}`) }),
    );
    expect(imported.mesh.positions.subarray(0, 3)).toEqual(Float64Array.of(8, 0, 0));
    expect([0, 1].map((vertex) => corner(imported, vertex, 1))).toEqual([
      [101, 0, 5],
      [100, 9, 5],
    ]);
  });

  it('are bound in the order that the mesh says', async () => {
    expect(heights(await read(rig({ mesh: triangle('uniform token[] skel:joints = ["c", "a/b"]', '[1, 0, 0]') })))).toEqual([8, 1, 0]);
  });

  it('move a mesh and a shape as wholes by constant influences from above', async () => {
    const constant = influences('[1, 0]', 'elementSize = 2\ninterpolation = "constant"', '[0.5, 0.5]');
    const mesh = `def Xform "x" { ${constant}\n${meshPrim('m', [1, 0, 0, 0, 1, 0, 0, 0, 1], [[0, 1, 2]])}def Cube "q" { } }`;
    const imported = await read(rig({ mesh }));
    expect(heights(imported)).toEqual([4, 5, 4]);
    expect(corner(imported, 3, 1)[1]! - corner(imported, 3, 0)[1]!).toBe(4);
  });

  it('turn along the shorter arc', async () => {
    const turns = samples({ 0: `[${tuple(turnAboutZ(0))}]`, 24: `[${tuple(turnAboutZ(90).map((value) => -value))}]` });
    const imported = await read(
      rig({
        mesh: triangle('', '[1, 1, 1]'),
        motion: `float3[] translations = [(0, 0, 0)]\nquatf[] rotations.timeSamples = ${turns}\nhalf3[] scales = [(1, 2, 1)]`,
      }),
    );
    const [x = 0, y = 0] = corner(imported, 0, 0.5);
    expect([x, y].map((value) => Number(value.toFixed(9)))).toEqual([0.707106781, 0.707106781]);
  });

  it('follow a reference to where it puts them, once for each', async () => {
    const place = (x: number): string =>
      `{ double3 xformOp:translate = (${x}, 0, 0)\nuniform token[] xformOpOrder = ["xformOp:translate"] }`;
    const imported =
      await read(`${rig({})}\ndef "one" (references = </r>) ${place(30)}\ndef Xform "w" { def "r" (references = </r>) ${place(50)} }
def PointInstancer "i" { rel prototypes = </r>\nint[] protoIndices = [0]\npoint3f[] positions = [(0, 0, 70)] }`);
    expect(imported.mesh.parts).toHaveLength(4);
    expect([1, 4, 7, 10].map((vertex) => corner(imported, vertex, 1))).toEqual([
      [0, 9, 0],
      [30, 9, 0],
      [50, 9, 0],
      [0, 9, 70],
    ]);
    expect(warningsOf(imported)).toEqual([]);
  });

  it('are one where meshes of the same points stand at one place, and a finding says so', async () => {
    const imported = await read(`${rig({})}\ndef "one" (references = </r>) { }`);
    expect(imported.mesh.positions).toHaveLength(9);
    expect(warningsOf(imported)).toEqual(['not-applied']);
  });

  it('follow a reference to another file', async () => {
    const character = new TextEncoder().encode(rig({}));
    const imported = await importBytes(new TextEncoder().encode('#usda 1.0\ndef "far" (references = @b.usda@</r>) { }'), 'a.usda', {
      'b.usda': character,
    });
    expect(heights(imported)).toEqual([0, 9, 0]);
  });
});

describe('shapes of USD', () => {
  const weights = samples({ 0: '[0, 0]', 24: '[1, 1]' });
  const motion = `uniform token[] blendShapes = ["other", "up"]\nfloat[] blendShapeWeights.timeSamples = ${weights}`;
  const shaped = (shape: string, points = ''): string =>
    rig({
      animated: '[]',
      motion,
      mesh: meshPrim(
        'm',
        [1, 0, 0, 0, 1, 0, 0, 0, 1],
        [[0, 1, 2]],
        `${points}uniform token[] skel:blendShapes = ["up"]\nrel skel:blendShapeTargets = <up>\ndef BlendShape "up" { ${shape} }`,
      ),
    });

  it('move the points that they name, by the name of the shape', async () => {
    const imported = await read(shaped('uniform int[] pointIndices = [2]\nuniform vector3f[] offsets = [(0, 6, 0)]'));
    expect([0, 0.5, 1].map((seconds) => heights(imported, seconds)[2])).toEqual([0, 3, 6]);
  });

  it('go through in-betweens, ordered by their weights', async () => {
    const inbetween = (name: string, y: number, weight: string): string =>
      `uniform vector3f[] inbetweens:${name} = [(0, ${y}, 0), (0, 0, 0), (0, 0, 0)] (\n${weight}\n)\nuniform vector3f[] inbetweens:${name}:normalOffsets = [(1, 1, 1)]`;
    const imported = await read(
      shaped(
        `uniform vector3f[] offsets = [(0, 8, 0), (0, 0, 0), (0, 0, 0)]\n${inbetween('late', 1, 'weight = 0.75')}\n${inbetween('early', 10, 'weight = 0.25')}\n${inbetween('none', 99, '')}`,
      ),
    );
    expect([0, 0.125, 0.25, 0.5, 0.75, 0.875, 1].map((seconds) => heights(imported, seconds)[0])).toEqual([0, 5, 10, 5.5, 1, 4.5, 8]);
  });

  it('are laid over points that change over time', async () => {
    const points = `point3f[] points.timeSamples = ${samples({ 0: '[(1, 0, 0), (0, 1, 0), (0, 0, 1)]', 12: '[(1, 0, 0), (0, 1, 0), (20, 0, 1)]', 24: '[(1, 0, 0), (0, 1, 0), (20, 0, 41)]' })}\n`;
    const imported = await read(shaped('uniform int[] pointIndices = [2]\nuniform vector3f[] offsets = [(0, 6, 0)]', points));
    expect([0, 0.25, 0.5, 0.75, 1, 2].map((seconds) => corner(imported, 2, seconds))).toEqual([
      [0, 0, 1],
      [10, 1.5, 1],
      [20, 3, 1],
      [20, 4.5, 21],
      [20, 6, 41],
      [20, 6, 41],
    ]);
    expect([...imported.mesh.positions]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  });
});

const faults: Readonly<Record<string, { readonly rig: Rig; readonly says: string }>> = {
  'a joint that is not there': { rig: { mesh: triangle('', '[0, 3, 0]') }, says: 'vertex 1 names joint 3 of 3' },
  'a joint below 0': { rig: { mesh: triangle('', '[0, -1, 0]') }, says: 'vertex 1 names joint -1 of 3' },
  'a weight that is not finite': { rig: { mesh: triangle().replace('[1, 1, 1]', '[1, nan, 1]') }, says: 'a weight is not finite' },
  'fewer weights than indices': { rig: { mesh: triangle().replace('[1, 1, 1]', '[1, 1]') }, says: '2 weights for 3 joint indices' },
  'fewer indices than vertices': {
    rig: { mesh: triangle('', '[0, 1]').replace('[1, 1, 1]', '[1, 1]') },
    says: '2 joint indices for 3 times 1',
  },
  'a joint of the mesh that the skeleton has not': {
    rig: { mesh: triangle('uniform token[] skel:joints = ["a", "nobody"]') },
    says: '"nobody" is not in the skeleton',
  },
  'too few bind transforms': {
    rig: { bind: `[${movedMatrix(0, 0, 0)}]` },
    says: 'does not have a bind transform for each of its 3 joints',
  },
  'a singular bind transform': {
    rig: { bind: `[${three.replace('(1, 0, 0, 0)', '(0, 0, 0, 0)')}]` },
    says: 'the bind transform of a joint is singular or not finite',
  },
  'two joints with the same path': { rig: { joints: '["a", "a/b", "a"]' }, says: 'two joints of a skeleton have the same path' },
  'a bind transform of the mesh that is not finite': {
    rig: { mesh: triangle(`matrix4d primvars:skel:geomBindTransform = ${movedMatrix(0, 0, Number.NaN).replace('NaN', 'nan')}`) },
    says: '16 finite numbers',
  },
  'a sample that is not finite': {
    rig: {
      motion: 'float3[] translations.timeSamples = { 0: [(0, inf, 0)] }\nquatf[] rotations = [(1, 0, 0, 0)]\nhalf3[] scales = [(1, 1, 1)]',
    },
    says: 'a sample has a number that is not finite',
  },
  'an index of a shape out of range': {
    rig: {
      animated: '[]',
      motion: 'uniform token[] blendShapes = ["u"]\nfloat[] blendShapeWeights.timeSamples = { 0: [1] }',
      mesh: triangle(
        'uniform token[] skel:blendShapes = ["u"]\nrel skel:blendShapeTargets = <u>\ndef BlendShape "u" { int[] pointIndices = [3]\nvector3f[] offsets = [(0, 0, 0)] }',
      ),
    },
    says: 'moves vertex 3 of 3',
  },
  'more offsets of a shape than points': {
    rig: {
      animated: '[]',
      motion: 'uniform token[] blendShapes = ["u"]\nfloat[] blendShapeWeights.timeSamples = { 0: [1] }',
      mesh: triangle(
        'uniform token[] skel:blendShapes = ["u"]\nrel skel:blendShapeTargets = <u>\ndef BlendShape "u" { vector3f[] offsets = [(0, 0, 0)] }',
      ),
    },
    says: '1 offsets for 3 points',
  },
  'text that breaks off in a list': { rig: { mesh: triangle().replace('[0, 1, 2] (', '[0, 1 2] (') }, says: 'A comma is missing' },
};

describe('broken animations of USD', () => {
  it.each(Object.entries(faults))('%s: the mesh is read at rest, with a finding', async (_, { rig: parts, says }) => {
    const imported = await read(rig(parts));
    expect(imported.animation).toBeNull();
    expect(imported.mesh.indices).toHaveLength(3);
    expect(
      imported.findings
        .filter(({ severity }) => severity === 'warning')
        .map(({ message, locations }) => [message.includes(says) ? says : message, locations.length]),
    ).toEqual([[says, 1]]);
    expect(imported.findings.find(({ severity }) => severity === 'warning')?.locations[0]?.line).toBeGreaterThan(0);
  });

  it('samples with another count are left out, and times in another order are sorted', async () => {
    const motion = `float3[] translations.timeSamples = { 24: [(0, 8, 0)], 0: [(0, 0, 0)], 6: [(0, 0, 0), (1, 1, 1)], 12: None }\nquatf[] rotations = [(1, 0, 0, 0)]\nhalf3[] scales = [(1, 1, 1)]`;
    const imported = await read(rig({ motion }));
    expect(heights(imported, 0.5)[1]).toBe(5);
    expect(imported.findings.filter(({ severity }) => severity === 'warning').map(({ code, count }) => [code, count])).toEqual([
      ['count-mismatch', 2],
    ]);
  });

  it.each([
    [
      'no rest transforms: joints that nothing moves stand as they were bound',
      { rest: '[]', bind: `[${movedMatrix(0, 0, 0)}, ${movedMatrix(0, 0, 0)}, ${movedMatrix(5, 5, 5)}]` },
      ['count-mismatch'],
      [0, 9, 0],
    ],
    [
      'an animation that is not there',
      {
        motion: `} def SkelAnimation "other" { float[] blendShapeWeights.timeSamples = { 0: [0] } } def Mesh "n" {\npoint3f[] points.timeSamples = { 0: [] }`,
        skeleton: 'rel skel:animationSource = </r/x>',
      },
      ['not-applied'],
      [0, 1, 0],
    ],
    [
      'no scales: the joints are at rest',
      { motion: `float3[] translations.timeSamples = ${slides(0, 8)}\nquatf[] rotations = [(1, 0, 0, 0)]` },
      ['not-applied'],
      [0, 1, 0],
    ],
    ['weights that have another sum than 1', { mesh: triangle().replace('[1, 1, 1]', '[1, 0.25, 0]') }, ['format-violation'], [0, 9, 0]],
    [
      'a shape that is not there',
      {
        mesh: triangle('uniform token[] skel:blendShapes = ["u"]\nrel skel:blendShapeTargets = <u>'),
        motion: `float3[] translations.timeSamples = ${slides(0, 8)}\nquatf[] rotations = [(1, 0, 0, 0)]\nhalf3[] scales = [(1, 1, 1)]\nuniform token[] blendShapes = ["u"]\nfloat[] blendShapeWeights = [1]`,
      },
      ['format-violation'],
      [0, 9, 0],
    ],
    ['dual quaternions', { mesh: triangle('uniform token primvars:skel:skinningMethod = "dualQuaternion"') }, ['not-applied'], [0, 9, 0]],
  ] as const)('%s: the rest plays, with a finding', async (_, parts, warnings, expected) => {
    const imported = await read(rig(parts));
    expect(warningsOf(imported)).toEqual(warnings);
    expect(heights(imported)).toEqual(expected);
  });

  it('a skin that is not below a SkelRoot does not play, with a finding', async () => {
    const imported = await read(rig({ root: 'Xform' }));
    expect(imported.animation).toBeNull();
    expect(imported.findings.map(({ message }) => message).join(' ')).toContain('not below a SkelRoot');
  });

  it('times beyond all numbers leave the mesh at rest, and of samples at one time the first counts, as at rest', async () => {
    const header = (text: string, line: string): string => text.replace('timeCodesPerSecond = 24', line);
    for (const perSecond of ['1e-320', '1e-307']) {
      const far = await read(header(rig({}), `timeCodesPerSecond = ${perSecond}`).replace('0: [(0, 0, 0)]', '-24: [(0, 0, 0)]'));
      expect([far.animation, warningsOf(far)]).toEqual([null, ['not-applied']]);
    }
    const points = meshPrim('p', [], [[0, 1, 2]]).replace(
      'points = []',
      'points.timeSamples = { 0: [(1, 0, 0), (0, 1, 0), (0, 0, 1)], 0: [(5, 0, 0), (0, 1, 0), (0, 0, 1)], 24: [(3, 0, 0), (0, 1, 0), (0, 0, 1)] }',
    );
    const twice = await read(stage(points));
    expect([0, 0.5].map((seconds) => corner(twice, 0, seconds)[0])).toEqual([1, 2]);
    expect(twice.mesh.positions[0]).toBe(1);
  });

  it('times that a layer shifts, scales or counts in other units are reported', async () => {
    const read = (text: string, other: string): Promise<ImportedMesh> =>
      importBytes(new TextEncoder().encode(`#usda 1.0\n${text}`), 'a.usda', { 'b.usda': new TextEncoder().encode(other) });
    const arc = (offset: string): string => `def "far" (references = @b.usda@</r>${offset}) { }`;
    const slow = rig({}).replace('timeCodesPerSecond = 24', 'timeCodesPerSecond = 30');
    expect(warningsOf(await read(arc(''), rig({})))).toEqual([]);
    expect(warningsOf(await read(arc(' (offset = 24; scale = 2)'), rig({})))).toEqual(['not-applied']);
    expect(warningsOf(await read(arc(''), slow))).toEqual(['not-applied']);
    expect(warningsOf(await read('(subLayers = [@b.usda@ (offset = 5)])', rig({})))).toEqual(['not-applied']);
    expect(warningsOf(await read('(subLayers = [@b.usda@])', rig({})))).toEqual([]);
    expect(warningsOf(await read('(subLayers = [@b.usda@])', slow))).toEqual(['not-applied']);
  });

  it('one skinned mesh is one in the note that it stands at rest', async () => {
    expect((await read(bendingBarUsd())).findings.filter(({ message }) => message.startsWith('Skins')).map(({ count }) => count)).toEqual([
      1,
    ]);
  });

  it('a shape that is named twice is played once', async () => {
    const motion = 'uniform token[] blendShapes = ["u"]\nfloat[] blendShapeWeights.timeSamples = { 0: [1] }';
    const mesh = meshPrim(
      'm',
      [1, 0, 0, 0, 1, 0, 0, 0, 1],
      [[0, 1, 2]],
      'uniform token[] skel:blendShapes = ["u", "u"]\nrel skel:blendShapeTargets = [<u>, <u>]\ndef BlendShape "u" { vector3f[] offsets = [(0, 1, 0), (0, 0, 0), (0, 0, 0)] }',
    );
    const imported = await read(rig({ animated: '[]', motion, mesh }));
    expect(warningsOf(imported)).toEqual(['format-violation']);
    expect(heights(imported)).toEqual([1, 1, 0]);
  });

  it('a crate with another number of times than of samples is read at rest', async () => {
    const crate = (times: readonly number[]): Uint8Array => {
      const file = new UsdcFile();
      file.spec('/', 7, {}).spec('/m', 6, { specifier: file.inlined(42, 0), typeName: file.inlined(11, file.token('Mesh')) });
      const points = [0, 3].map((x) => file.array(24, 3, f32([x, 0, 0, 0, 1, 0, 0, 0, 1])));
      file.spec('/m.points', 1, { timeSamples: file.timeSamples(times, points) });
      file
        .spec('/m.faceVertexCounts', 1, { default: file.array(3, 1, u32s(3)) })
        .spec('/m.faceVertexIndices', 1, { default: file.array(3, 3, u32s(0, 1, 2)) });
      return file.bytes();
    };
    const whole = await importBytes(crate([0, 24]), 'a.usdc');
    expect(corner(whole, 0, 0.5)).toEqual([1.5, 0, 0]);
    const broken = await importBytes(crate([0, 12, 24]), 'a.usdc');
    expect([broken.animation, warningsOf(broken)]).toEqual([null, ['not-applied']]);
    expect(broken.mesh).toEqual(whole.mesh);
  });
});
