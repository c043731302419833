import { ColladaLoader } from 'three/addons/loaders/ColladaLoader.js';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { ImportedMesh } from '#core/import/importer';
import { poseAt } from '#core/mesh/animation/pose-at';
import { openMeshAnimation, writeMeshBytes } from '#core/mesh/mesh-bytes';
import { animation, bendingBarCollada, colladaScene, mesh, names, source, type ColladaKeys } from '../../fixtures/animated-collada.ts';
import { bendingBar } from '../../fixtures/animated-fbx.ts';
import { PlainDomParser } from '../../fixtures/plain-dom.ts';
import { farthestFrom, playedByThree } from '../../fixtures/played-by-three.ts';
import { findingOf, importText } from './import-bytes.ts';

vi.stubGlobal('DOMParser', PlainDomParser);
afterAll(() => void vi.unstubAllGlobals());

const read = (text: string): Promise<ImportedMesh> => importText(text, 'a.dae');
const rounded = (values: Iterable<number>): number[] => [...values].map((x) => Number(x.toFixed(9)) + 0);

function posed({ mesh: { positions }, animation: moving }: ImportedMesh, seconds: number, clip = 0): Float64Array {
  const out = positions.slice();
  if (moving != null) poseAt(moving, moving.clips[clip]!, seconds, out);
  return out;
}

const corner = (imported: ImportedMesh, vertex: number, seconds: number, clip = 0): number[] =>
  rounded(posed(imported, seconds, clip).subarray(3 * vertex, 3 * vertex + 3));

const triangle = mesh('g', [1, 0, 0, 0, 1, 0, 0, 0, 1], [[0, 1, 2]]);
const shown = '<instance_geometry url="#g"/>';

/** The triangle at a node whose transforms an animation moves. */
const moving = (transforms: string, animations: string, clips = ''): string =>
  colladaScene({ geometries: triangle, nodes: `<node id="n">${transforms}${shown}</node>`, animations, clips });
const sliding = (keys: ColladaKeys): string => moving('<translate sid="t">0 0 0</translate>', animation('a', 'n/t.X', keys));

describe('animations of COLLADA', () => {
  it('stand as three.js plays a bar with bones', async () => {
    const text = bendingBarCollada(false);
    const imported = await read(text);
    expect(imported.animation?.runs.map(({ skin }) => skin?.joints.length)).toEqual([3]);
    const { scene } = new ColladaLoader().parse(text, '')!;
    for (const seconds of [0, 0.25, 0.5, 1, 1.7, 2]) {
      const positions = posed(imported, seconds);
      // Theirs are of 32 bits, at coordinates up to 14.
      expect(farthestFrom(playedByThree(scene, scene.animations[0]!, seconds), imported.mesh, positions)).toBeLessThan(3e-6);
    }
  });

  it('stand, with a morph below the skin, where the same scene in FBX stands', async () => {
    const imported = await read(bendingBarCollada());
    const fbx = await importText(bendingBar(), 'bar.fbx');
    expect(imported.mesh.indices).toEqual(fbx.mesh.indices);
    for (const seconds of [0, 0.3, 1, 1.9]) {
      const theirs = posed(fbx, seconds);
      expect(Math.max(...posed(imported, seconds).map((value, i) => Math.abs(value - theirs[i]!)))).toBeLessThan(1e-12);
    }
    const bytes = writeMeshBytes(imported.mesh, (length) => new ArrayBuffer(length), imported.animation);
    expect(openMeshAnimation(bytes)).toEqual(imported.animation);
  });

  it('leave the rest as it is without them', async () => {
    const imported = await read(bendingBarCollada());
    const still = await read(bendingBarCollada().replace(/<library_animations>.*<\/library_animations>/, ''));
    expect(still.animation).toBeNull();
    expect(imported.mesh).toEqual(still.mesh);
    expect(imported.findings).toEqual(
      still.findings.map((finding) => ({ ...finding, locations: findingOf(imported, 'not-applied')!.locations })),
    );
  });

  it.each<[string, ColladaKeys, readonly number[]]>([
    ['in straight lines', { seconds: [0, 1, 3], values: [0, 4, 0] }, [0, 2, 4, 3, 2, 0]],
    ['by steps', { seconds: [0, 1, 3], values: [0, 4, 0], ways: ['STEP'] }, [0, 0, 4, 4, 4, 0]],
    ['each key in its way', { seconds: [0, 1, 3], values: [0, 4, 0], ways: ['LINEAR', 'STEP', 'LINEAR'] }, [0, 2, 4, 4, 4, 0]],
    // Level points a third of the way off: 3t² − 2t³ of each way.
    [
      'along Bézier points',
      {
        seconds: [0, 1, 3],
        values: [0, 4, 0],
        ways: ['BEZIER'],
        leaving: [1 / 3, 0, 1 + 2 / 3, 4, 3, 0],
        arriving: [0, 0, 2 / 3, 4, 3 - 2 / 3, 0],
      },
      [0, 2, 4, 4 * (1 - 0.15625), 2, 0],
    ],
    [
      'along Bézier points without times',
      { seconds: [0, 1], values: [0, 4], ways: ['BEZIER'], leaving: [1, 4], arriving: [0, 4] },
      [0, 2 + 0.375, 4, 4, 4, 4],
    ],
    [
      'along Hermite tangents',
      { seconds: [0, 1], values: [0, 4], ways: ['HERMITE'], leaving: [3, 0], arriving: [0, 0] },
      [0, 2 + 0.375, 4, 4, 4, 4],
    ],
  ])('go %s', async (_, keys, x) => {
    const imported = await read(sliding(keys));
    expect(imported.findings).toEqual([]);
    [0, 0.5, 1, 1.5, 2, 3].forEach((seconds, i) => expect(corner(imported, 0, seconds)[0]).toBeCloseTo(x[i]! + 1, 9));
  });

  it('go straight along other curves, and say so', async () => {
    const imported = await read(sliding({ seconds: [0, 1], values: [0, 4], ways: ['BSPLINE'] }));
    expect(corner(imported, 0, 0.5)).toEqual([3, 0, 0]);
    expect(findingOf(imported, 'not-applied')?.severity).toBe('warning');
  });

  it.each<[string, string, string, ColladaKeys, readonly number[]]>([
    [
      'all of a translation',
      '<translate sid="t">0 0 0</translate>',
      'n/t',
      { seconds: [0, 1], values: [0, 0, 0, 2, 4, 6], stride: 3 },
      [2, 2, 3],
    ],
    ['a part by its letter', '<translate sid="t">0 7 0</translate>', 'n/t.Z', { seconds: [0, 1], values: [0, 6] }, [1, 7, 3]],
    ['a part by its number', '<scale sid="s">1 1 1</scale>', 'n/s(0)', { seconds: [0, 1], values: [1, 5] }, [3, 0, 0]],
    ['an angle', '<rotate sid="r">0 0 1 0</rotate>', 'n/r.ANGLE', { seconds: [0, 1], values: [0, 180] }, [0, 1, 0]],
    [
      'one of several transforms',
      '<translate>0 0 9</translate><rotate sid="r">0 0 1 0</rotate>',
      'n/r.ANGLE',
      { seconds: [0, 1], values: [0, 180] },
      [0, 1, 9],
    ],
    // Column 3, row 1: along y.
    [
      'a number of a matrix',
      '<matrix sid="m">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix>',
      'n/m(3)(1)',
      { seconds: [0, 1], values: [0, 8] },
      [1, 4, 0],
    ],
    // Half of a turn by 90°, not the half of its numbers.
    [
      'a matrix as a whole',
      '<matrix sid="m">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix>',
      'n/m',
      {
        seconds: [0, 1],
        values: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -1, 0, 4, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
        stride: 16,
      },
      [2 + Math.SQRT1_2, Math.SQRT1_2, 0],
    ],
    [
      'a matrix with shear, number by number',
      '<matrix sid="m">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix>',
      'n/m',
      {
        seconds: [0, 1],
        values: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 3, 0, 0, 4, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
        stride: 16,
      },
      [4, 0.5, 0],
    ],
  ])('move %s', async (_, transforms, target, keys, wanted) => {
    const imported = await read(moving(transforms, animation('a', target, keys)));
    expect(imported.findings).toEqual([]);
    expect(corner(imported, 0, 0.5)).toEqual(rounded(wanted));
    const still = await read(moving(transforms, ''));
    expect(imported.mesh.positions).toEqual(still.mesh.positions);
  });

  it('move a matrix that mirrors', async () => {
    const values = [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1];
    const imported = await read(
      moving('<matrix sid="m">-1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix>', animation('a', 'n/m', { seconds: [0, 1], values, stride: 16 })),
    );
    expect([0, 1].map((vertex) => corner(imported, vertex, 1))).toEqual([
      [-1, 0, 0],
      [0, 0, 1],
    ]);
    expect(corner(imported, 0, 0.5)).toEqual([-1, 0, 0]);
    // A turn, and not the line between both: numbers of a matrix would give 0.5.
    expect(corner(imported, 1, 0.5)).toEqual(rounded([0, Math.SQRT1_2, Math.SQRT1_2]));
  });

  it('are clips by name where the file has any, from their start to their end', async () => {
    const clips =
      '<animation_clip id="c" name="Rise" start="1" end="2"><instance_animation url="#a"/></animation_clip><animation_clip id="d"><instance_animation url="#a"/></animation_clip>';
    const imported = await read(
      moving('<translate sid="t">0 0 0</translate>', animation('a', 'n/t.Y', { seconds: [0, 4], values: [0, 8] }), clips),
    );
    expect(imported.animation?.clips.map(({ name, seconds }) => [name, seconds])).toEqual([
      ['Rise', 1],
      ['d', 4],
    ]);
    expect([corner(imported, 0, 0.5), corner(imported, 0, 0.5, 1)]).toEqual([
      [1, 3, 0],
      [1, 1, 0],
    ]);
    expect((await read(sliding({ seconds: [0, 1], values: [0, 1] }))).animation?.clips[0]?.name).toBe('a');
  });

  it('move every place at which a node is instanced', async () => {
    const nodes = `<node id="n"><translate sid="t">0 0 0</translate>${shown}</node><node><translate>0 0 5</translate><instance_node url="#n"/></node>`;
    const imported = await read(
      colladaScene({ geometries: triangle, nodes, animations: animation('a', 'n/t.X', { seconds: [0, 1], values: [0, 4] }) }),
    );
    expect([0, 3].map((vertex) => corner(imported, vertex, 1))).toEqual([
      [5, 0, 0],
      [5, 0, 5],
    ]);
  });

  it('add displacements where a morph is relative', async () => {
    const controllers = `<controller id="c"><morph source="#g" method="RELATIVE">${names('shapes', ['far'], 'IDREF_array')}${source('w', [0.5])}<targets><input semantic="MORPH_TARGET" source="#shapes"/><input semantic="MORPH_WEIGHT" source="#w"/></targets></morph></controller>`;
    const document = (target: string): string =>
      colladaScene({
        geometries: triangle + mesh('far', [0, 0, 4, 0, 0, 0, 0, 0, 0], [[0, 1, 2]]),
        controllers,
        nodes: '<node><instance_controller url="#c"/></node>',
        animations: animation('a', target, { seconds: [0, 1], values: [1, 3] }),
      });
    for (const target of ['w(0)', 'w-array(0)', 'w']) expect(corner(await read(document(target)), 0, 1)).toEqual([1, 0, 12]);
  });

  const skinned = ({ joints = ['a', 'b'], binds = 2, weights = '0 0 1 0 1 0 -1 1' } = {}): string => {
    const unit = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    const controllers = `<controller id="c"><skin source="#g">${names('joints', joints)}${source('binds', Array.from({ length: binds }, () => unit).flat(), 16)}${source('w', [0.5, 1])}<joints><input semantic="JOINT" source="#joints"/><input semantic="INV_BIND_MATRIX" source="#binds"/></joints><vertex_weights count="3"><input semantic="JOINT" source="#joints" offset="0"/><input semantic="WEIGHT" source="#w" offset="1"/><vcount>2 1 1</vcount><v>${weights}</v></vertex_weights></skin></controller>`;
    const other = '<node sid="b"><translate>0 50 0</translate></node>';
    return colladaScene({
      geometries: triangle,
      controllers,
      nodes: `${other}<node id="root"><node sid="a"/><node sid="b" id="moving"><translate sid="t">0 0 0</translate></node></node><node><translate>100 0 0</translate><instance_controller url="#c"><skeleton>#root</skeleton></instance_controller></node>`,
      animations: animation('x', 'moving/t.Z', { seconds: [0, 1], values: [0, 8] }),
    });
  };

  it('bend a skin by the joints below its skeleton, and leave unbound vertices at the node', async () => {
    const imported = await read(skinned());
    expect([0, 1, 2].map((vertex) => corner(imported, vertex, 1))).toEqual([
      [1, 0, 4],
      [0, 1, 8],
      [100, 0, 1],
    ]);
  });

  it.each<[string, string]>([
    ['a joint that is not there', skinned({ joints: ['a', 'x'] })],
    ['too few inverse bind matrices', skinned({ binds: 1 })],
    ['a weight that is not there', skinned({ weights: '0 0 1 9 1 0 -1 1' })],
    ['a joint beyond the list', skinned({ weights: '0 0 7 0 1 0 -1 1' })],
    ['too few influences', skinned({ weights: '0 0 1 0' })],
    ['times that fall', sliding({ seconds: [1, 0], values: [0, 1] })],
    ['too few values', sliding({ seconds: [0, 1], values: [0] })],
    ['a value that is none', sliding({ seconds: [0, 1], values: [0, Number.NaN] })],
    ['too few tangents', sliding({ seconds: [0, 1], values: [0, 1], ways: ['BEZIER'], leaving: [0, 0, 0, 0, 0, 0] })],
    ['a sampler that is not there', sliding({ seconds: [0, 1], values: [0, 1] }).replace('source="#a-sampler"', 'source="#gone"')],
  ])('with %s leave the mesh at rest, and say so', async (_, text) => {
    const imported = await read(text);
    expect(imported.animation).toBeNull();
    expect(imported.findings.filter(({ message }) => message.startsWith('The animations cannot be played: '))).toMatchObject([
      { code: 'not-applied', severity: 'warning', count: 1 },
    ]);
    expect(imported.mesh.indices).toHaveLength(3);
  });

  it('of hidden nodes, or of missing members, move nothing', async () => {
    const imported = await read(
      moving('<translate sid="t">0 0 0</translate>', animation('a', 'camera/x', { seconds: [0, 1], values: [0, 1] })),
    );
    expect([imported.animation, imported.findings]).toEqual([null, []]);
    const odd = await read(moving('<translate sid="t">0 0 0</translate>', animation('a', 'n/t.W', { seconds: [0, 1], values: [0, 1] })));
    expect(odd.animation).toBeNull();
    expect(findingOf(odd, 'format-violation')).toMatchObject({ severity: 'warning', count: 1 });
  });
});
