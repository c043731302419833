import { FBXLoader } from 'three/addons/loaders/FBXLoader.js';
import { describe, expect, it } from 'vitest';
import type { ImportedMesh } from '#core/import/importer';
import { poseAt } from '#core/mesh/animation/pose-at';
import { openMeshAnimation, openMeshBytes, writeMeshBytes } from '#core/mesh/mesh-bytes';
import {
  attach,
  bendingBar,
  blendChannel,
  blendShape,
  cluster,
  curve,
  curveNode,
  layer,
  shape,
  skin,
  stack,
  type FbxKeys,
} from '../../fixtures/animated-fbx.ts';
import { farthestFrom, playedByThree } from '../../fixtures/played-by-three.ts';
import { asciiFbx, connect, geometry, model } from './fbx-fixture.ts';
import { findingOf, importText } from './import-bytes.ts';

const corner = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const unit = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const rounded = (values: Iterable<number>): number[] => [...values].map((x) => Number(x.toFixed(9)) + 0);

/** Coordinates of a vertex at times of the first clip. */
function paths({ mesh, animation }: ImportedMesh, vertex: number, times: readonly number[]): number[][] {
  return times.map((seconds) => {
    const positions = mesh.positions.slice();
    if (animation != null) poseAt(animation, animation.clips[0]!, seconds, positions);
    return rounded(positions.subarray(3 * vertex, 3 * vertex + 3));
  });
}

/** A triangle at a model, with further objects and connections. */
const scene = (objects: string, connections: string, properties: Readonly<Record<string, readonly number[]>> = {}, header = ''): string =>
  header +
  asciiFbx({
    objects: geometry(10, corner, [0, 1, -3]) + model(1, 'a', { InheritType: [1], ...properties }) + objects,
    connections: connect(1, 0) + connect(10, 1) + connections,
  });

const clip = (span: readonly [number, number] | null = null): string => stack(40, 'Go', span) + layer(41);
const clipLinks = connect(41, 40) + connect(42, 41);

/** The triangle moved along x by one curve. */
const sliding = (keys: FbxKeys, span: readonly [number, number] | null = null): string =>
  scene(clip(span) + curveNode(42) + curve(43, keys), clipLinks + attach(42, 1, 'Lcl Translation') + attach(43, 42, 'd|X'));

const bits = (value: number): number => new Int32Array(Float32Array.of(value).buffer)[0]!;

describe('animations of FBX', () => {
  it('stand as three.js plays a bar with bones and a blend shape', async () => {
    const text = bendingBar();
    const imported = await importText(text, 'bar.fbx');
    expect(imported.animation?.clips.map(({ name, seconds }) => [name, seconds])).toEqual([['Bend', 2]]);
    expect(imported.animation?.runs.map(({ targets, skin: bones }) => [targets.length, bones?.joints.length])).toEqual([[1, 3]]);
    const root = new FBXLoader().parse(Uint8Array.from(Buffer.from(text)).buffer, '');
    for (const seconds of [0, 0.25, 0.5, 1, 1.7, 2]) {
      const positions = imported.mesh.positions.slice();
      poseAt(imported.animation!, imported.animation!.clips[0]!, seconds, positions);
      // Theirs are of 32 bits, at coordinates up to 14.
      expect(farthestFrom(playedByThree(root, root.animations[0]!, seconds), imported.mesh, positions)).toBeLessThan(3e-6);
    }
  });

  it('leave the rest of the bar as it is without them, and travel through bytes', async () => {
    const imported = await importText(bendingBar(), 'bar.fbx');
    const still = await importText(bendingBar().replaceAll('AnimationCurveNode', 'Other'), 'bar.fbx');
    expect(still.animation).toBeNull();
    expect(imported.mesh).toEqual(still.mesh);
    expect(findingOf(imported, 'not-applied')).toMatchObject({ severity: 'info', count: 2 });
    const bytes = writeMeshBytes(imported.mesh, (length) => new ArrayBuffer(length), imported.animation);
    expect(openMeshBytes(bytes)).toEqual(imported.mesh);
    expect(openMeshAnimation(bytes)).toEqual(imported.animation);
  });

  it('turn about pivots, behind a turn before, in the order of the model', async () => {
    const properties = {
      RotationActive: [1],
      RotationOrder: [5],
      PreRotation: [0, 0, 90],
      RotationPivot: [1, 0, 0],
      'Lcl Translation': [0, 0, 5],
    };
    const turn = scene(
      clip() + curveNode(42, { 'd|X': 90 }) + curve(43, { seconds: [0, 1], values: [0, 90] }),
      clipLinks + attach(42, 1, 'Lcl Rotation') + attach(43, 42, 'd|Y'),
      properties,
    );
    const imported = await importText(turn, 'a.fbx');
    const still = (rotation: readonly number[]): Promise<ImportedMesh> =>
      importText(scene('', '', { ...properties, 'Lcl Rotation': rotation }), 'a.fbx');
    for (const [seconds, rotation] of [
      [0, [90, 0, 0]],
      [0.5, [90, 45, 0]],
      [1, [90, 90, 0]],
    ] as const) {
      for (const vertex of [0, 1, 2]) expect(paths(imported, vertex, [seconds])).toEqual(paths(await still(rotation), vertex, [0]));
    }
  });

  it.each<[string, FbxKeys, readonly number[]]>([
    ['in straight lines', { seconds: [0, 1, 3], values: [0, 4, 0] }, [0, 2, 4, 3, 2, 0]],
    ['by steps', { seconds: [0, 1, 3], values: [0, 4, 0], flags: 2 }, [0, 0, 4, 4, 4, 0]],
    ['by steps to the next key', { seconds: [0, 1, 3], values: [0, 4, 0], flags: 2 | 0x100 }, [0, 4, 4, 0, 0, 0]],
    // Level tangents: 3t² − 2t³ of each way.
    ['along tangents of the file', { seconds: [0, 1, 3], values: [0, 4, 0], flags: 8 | 0x400 }, [0, 2, 4, 4 * (1 - 0.15625), 2, 0]],
    // From slope 3 to slope 0: h10 · 3 = 3(t³ − 2t² + t) more.
    ['along a steep tangent', { seconds: [0, 1], values: [0, 4], flags: 8 | 0x400, data: [bits(3), 0, 0, 0] }, [0, 2 + 0.375, 4, 4, 4, 4]],
    // Times independent: the slope at 1 s is that from 0 to 3 s, none; at the ends that of the line.
    [
      'along tangents found by rule',
      { seconds: [0, 1, 3], values: [0, 4, 0], flags: 8 | 0x100 | 0x2000 },
      [0, 2.5, 4, 3.375 + 0.1875, 2.5, 0],
    ],
    // Kochanek and Bartels with nothing said is Catmull and Rom's: at 1 s (4 − 2) / 2.
    [
      'along tangents of tension, continuity and bias',
      { seconds: [0, 1, 3], values: [0, 4, 0], flags: 8 | 0x200 },
      [0, 2.375, 4, 3.375 + 0.46875, 2.75, 0],
    ],
    // Both as long as the way: x(t) = t³ + 3(1 − t)t², and level, so at the middle of time half of the value.
    [
      'along tangents with lengths',
      { seconds: [0, 1], values: [0, 4], flags: 8 | 0x400 | 0x3000000, data: [0, 0, 9999 | (9999 << 16), 0] },
      [0, 2, 4, 4, 4, 4],
    ],
  ])('go %s', async (_, keys, x) => {
    const wanted = x.map((value) => value + 1);
    const found = paths(await importText(sliding(keys), 'a.fbx'), 0, [0, 0.5, 1, 1.5, 2, 3]).map(([at]) => at!);
    found.forEach((value, i) => expect(value).toBeCloseTo(wanted[i]!, 6));
  });

  it('begin where the stack does, and are as long', async () => {
    const imported = await importText(sliding({ seconds: [1, 3], values: [0, 8] }, [2, 5]), 'a.fbx');
    expect(imported.animation?.clips.map(({ seconds }) => seconds)).toEqual([3]);
    expect(paths(imported, 0, [0, 0.5, 1, 3]).map(([x]) => x)).toEqual([5, 7, 9, 9]);
    const other = await importText(sliding({ seconds: [1, 3], values: [0, 8] }, [7, 9]), 'a.fbx');
    expect(other.animation?.clips.map(({ seconds }) => seconds)).toEqual([2]);
    expect(paths(other, 0, [0, 2]).map(([x]) => x)).toEqual([1, 9]);
  });

  it('say where curves go on beyond their keys, or a stack has layers that move something', async () => {
    const keys = { seconds: [0, 1], values: [0, 8] };
    const cyclic = sliding(keys).replace(
      '\t\tKeyVer: 4008\n',
      '\t\tKeyVer: 4008\n\t\tPost-Extrapolation:  {\n\t\t\tType: R\n\t\t\tRepetition: -1\n\t\t}\n',
    );
    expect((await importText(cyclic, 'a.fbx')).findings.map(({ message }) => message)).toEqual([
      'Curves continue beyond their keys (in cycles or along a slope); they are held constant there',
    ]);
    expect((await importText(cyclic.replace('Type: R', 'Type: C'), 'a.fbx')).findings).toEqual([]);
    const layered = scene(
      clip() + layer(51) + curveNode(42) + curve(43, keys) + curveNode(52) + curve(53, keys),
      clipLinks +
        connect(51, 40) +
        connect(52, 51) +
        attach(42, 1, 'Lcl Translation') +
        attach(43, 42, 'd|X') +
        attach(52, 1, 'Lcl Translation') +
        attach(53, 52, 'd|Y'),
    );
    const imported = await importText(layered, 'a.fbx');
    expect(imported.findings.map(({ message }) => message)).toEqual(['Animations have several layers, of which the first is played']);
    expect(paths(imported, 0, [1])).toEqual([[9, 0, 0]]);
  });

  it('go through in-betweens, and along their line beyond them', async () => {
    const objects =
      blendShape(30) +
      blendChannel(31, [50, 100], 25) +
      shape(32, [0], [4, 0, 0]) +
      shape(33, [0], [0, 6, 0]) +
      clip() +
      curveNode(42) +
      curve(43, { seconds: [0, 1], values: [0, 200] });
    const imported = await importText(
      scene(
        objects,
        clipLinks +
          connect(30, 10) +
          connect(31, 30) +
          connect(32, 31) +
          connect(33, 31) +
          attach(42, 31, 'DeformPercent') +
          attach(43, 42, 'd|DeformPercent'),
      ),
      'a.fbx',
    );
    expect(paths(imported, 0, [0, 0.125, 0.25, 0.375, 0.5, 1])).toEqual([
      [1, 0, 0],
      [3, 0, 0],
      [5, 0, 0],
      [3, 3, 0],
      [1, 6, 0],
      [-7, 18, 0],
    ]);
    expect(paths(imported, 1, [1])).toEqual([[0, 1, 0]]);
  });

  /** Two bones, the second of which moves; the third vertex has no weights. */
  const skinned = ({
    vertices = [0, 1],
    weights = [1, 3],
    transform = unit,
    type = 'Linear',
    keys = { seconds: [0, 1], values: [0, 8] } as FbxKeys,
  } = {}): string =>
    scene(
      model(2, 'still') +
        model(3, 'moving') +
        skin(20, type) +
        cluster(21, [1], [1], unit, unit) +
        cluster(22, vertices, weights, transform, unit) +
        clip() +
        curveNode(42) +
        curve(43, keys),
      clipLinks +
        connect(2, 0) +
        connect(3, 0) +
        connect(20, 10) +
        connect(21, 20) +
        connect(22, 20) +
        connect(2, 21) +
        connect(3, 22) +
        attach(42, 3, 'Lcl Translation') +
        attach(43, 42, 'd|Z'),
      { 'Lcl Translation': [100, 0, 0] },
    );

  it('bend a skin by shares of its bones, and leave what no bone weighs at the model', async () => {
    const imported = await importText(skinned(), 'a.fbx');
    expect([0, 1, 2].map((vertex) => paths(imported, vertex, [1])[0])).toEqual([
      [1, 0, 8],
      [0, 1, 6],
      [100, 0, 1],
    ]);
    expect(imported.findings.map(({ message }) => message)).toEqual([
      'Skins and morph targets are not applied: the mesh is the scene at rest',
    ]);
    const twisted = await importText(skinned({ type: 'DualQuaternion' }), 'a.fbx');
    expect(twisted.findings.map(({ severity }) => severity)).toEqual(['info', 'warning']);
    // A cluster without its own transform was bound where the model stands.
    const bound = await importText(skinned({ transform: [] }), 'a.fbx');
    expect(paths(bound, 0, [1])).toEqual([[101, 0, 8]]);
  });

  it('bend a skin by the bones that are there, and say which clusters have none', async () => {
    const imported = await importText(skinned().replace(connect(2, 21), ''), 'a.fbx');
    expect([0, 1, 2].map((vertex) => paths(imported, vertex, [1])[0])).toEqual([
      [1, 0, 8],
      [0, 1, 8],
      [100, 0, 1],
    ]);
    expect(imported.findings.filter(({ severity }) => severity === 'warning').map(({ code, count }) => [code, count])).toEqual([
      ['not-applied', 1],
    ]);
  });

  it.each<[string, string]>([
    ['a vertex that is not there', skinned({ vertices: [0, 7] })],
    ['fewer weights than vertices', skinned({ weights: [1] })],
    ['a weight that is not finite', skinned({ weights: [1, Number.NaN] })],
    ['a transform of few numbers', skinned({ transform: [1, 2, 3] })],
    ['times that fall', skinned({ keys: { seconds: [1, 0], values: [0, 8] } })],
    ['a key without a value', skinned({ keys: { seconds: [0, 1], values: [0] } })],
    ['a value that is none', skinned({ keys: { seconds: [0, 1], values: [0, Number.NaN] } })],
    ['too few numbers of tangents', skinned({ keys: { seconds: [0, 1], values: [0, 8], data: [0] } })],
  ])('with %s leave the mesh at rest, and say so', async (_, text) => {
    const imported = await importText(text, 'a.fbx');
    expect(imported.animation).toBeNull();
    expect(imported.findings.filter(({ message }) => message.startsWith('The animations cannot be played: '))).toMatchObject([
      { code: 'not-applied', severity: 'warning', count: 1 },
    ]);
    expect([...imported.mesh.positions.subarray(0, 3)]).toEqual([101, 0, 0]);
  });

  it('count time as the header says', async () => {
    const header = (protocol: number): string =>
      `FBXHeaderExtension:  {\n\tFBXHeaderVersion: 1004\n\tFBXVersion: 7700\n\tOtherFlags:  {\n\t\tTCDefinition: ${protocol}\n\t}\n}\n`;
    const text = (protocol: number): string =>
      sliding({ seconds: [0, 1.411], values: [0, 8] }).replace(/FBXHeaderExtension[^}]*\}\n/, header(protocol));
    expect((await importText(text(127), 'a.fbx')).animation?.clips[0]?.seconds).toBeCloseTo(1.411, 6);
    expect((await importText(text(0), 'a.fbx')).animation?.clips[0]?.seconds).toBeCloseTo(461.7961, 3);
  });
});
