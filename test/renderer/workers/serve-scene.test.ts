import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { importBytes } from '../../core/import/import-bytes.ts';
import { defaultValues } from '#core/options/option';
import { sceneOptions } from '#core/options/scene-options';
import { noProgress } from '#core/progress';
import { openMeshBytes } from '#core/mesh/mesh-bytes';
import { packScene, unpackScene } from '#core/scene/document/packed-scene';
import { sceneText } from '#core/scene/document/scene-text';
import { parseScene } from '#core/scene/document/parse-scene';
import type { SceneComparison } from '#core/scene/compare/compare-scene';
import { placeOptions } from '#core/options/place-options';
import { ball, box, joined } from '../../fixtures/shapes.ts';
import { runScene } from '#core/scene/run-scene';
import type { FromSceneWorker, ToSceneWorker } from '../../../renderer/state/instances/scene-messages.ts';
import { serveScene } from '../../../renderer/workers/serve-scene.ts';
import { treedScene } from '../../fixtures/narrow-scenes.ts';
import { until } from '../../main/product.ts';

const noThread = (): never => {
  throw new Error('one thread');
};

function served(
  shared: boolean,
  maxSceneBytes?: number,
): { readonly send: (message: ToSceneWorker) => void; readonly got: FromSceneWorker[] } {
  const got: FromSceneWorker[] = [];
  const send = serveScene({
    // Transferred buffers are gone for the worker.
    post: (message, transfer) => void got.push(structuredClone(message, { transfer })),
    now: () => 0,
    shared,
    ...(maxSceneBytes !== undefined && { maxSceneBytes }),
    startThread: noThread,
  });
  return { send, got };
}

describe.each([true, false])('the scene worker, shared memory %s', (shared) => {
  it('finds the pairs of each step as a run does', async () => {
    const { bytes, scene } = treedScene(24, 7, 3);
    const options = { ...defaultValues(sceneOptions), narrow: true, steps: 3 };
    const { steps, firstPairs, firstOverlaps } = await runScene(bytes, scene, options, noProgress, noThread);
    const { send, got } = served(shared);
    const meshes = bytes.map(({ mesh, tree }) => ({ ...openMeshBytes(mesh), tree }));
    send({ kind: 'open', scene: packScene(scene), meshes, options });
    for (let step = 0; step < 3; step++) {
      send({ kind: 'step', step });
      await until(() => got.length > step);
    }
    const frames = got.map((message) => (message.kind === 'stepped' ? message.frame : null)!);
    expect(frames.map(({ facts: { pairs, tests, swaps, narrow } }) => [pairs, tests, swaps, narrow!.spheres, narrow!.overlaps])).toEqual(
      steps.map(({ pairs, tests, swaps, narrow }) => [pairs, tests, swaps, narrow!.spheres, narrow!.overlaps]),
    );
    const [{ pairs, stages }] = frames as [(typeof frames)[0]];
    expect(pairs).toEqual(firstPairs);
    expect([...stages].filter((stage) => stage === 2)).toHaveLength(firstOverlaps!.length / 2);
    expect(frames[0]!.boxes).not.toEqual(frames[1]!.boxes);
  });

  it('writes a scene file piece by piece, as the text of the scene', async () => {
    const { scene } = treedScene(24, 8, 3);
    const { send, got } = served(shared);
    send({ kind: 'write', scene: { packed: packScene(scene), archive: null } });
    const [reply] = got;
    expect(reply!.kind === 'written' && (await reply!.file.text())).toBe(sceneText(scene));
  });

  it('writes a scene with its meshes as one archive, whose meshes are the same numbers', async () => {
    const { scene, meshes } = treedScene(24, 8, 3);
    const own = meshes.map((mesh) => ({ ...mesh, positions: mesh.positions.map((value) => value / 3 + 1e-9) }));
    const { send, got } = served(shared);
    const archive = { stem: 'wood', meshes: own.slice(0, 2), meshOf: [0, 1, 0] };
    send({ kind: 'write', scene: { packed: packScene(scene), archive } });
    const [reply] = got.filter(({ kind }) => kind !== 'progress');
    const files = unzipSync(new Uint8Array(reply!.kind === 'written' ? await reply!.file.arrayBuffer() : []));
    expect(Object.keys(files)).toEqual(['wood.boxwood-scene.json', 'wood-mesh-0.obj', 'wood-mesh-1.obj']);
    const read = parseScene(new TextDecoder().decode(files['wood.boxwood-scene.json']));
    expect(read).toEqual({ ...scene, meshes: ['wood-mesh-0.obj', 'wood-mesh-1.obj', 'wood-mesh-0.obj'] });
    for (const [k, mesh] of own.slice(0, 2).entries()) {
      const { mesh: again } = await importBytes(files[`wood-mesh-${k}.obj`]!, 'a.obj');
      expect([again.positions, again.indices]).toEqual([mesh.positions, mesh.indices]);
    }
  });

  it('refuses to write a scene that could not be read again, with and without its meshes', () => {
    const { scene, meshes } = treedScene(24, 8, 3);
    const length = sceneText(scene).length;
    for (const archive of [null, { stem: 'wood', meshes, meshOf: [0, 1, 2] }]) {
      const { send, got } = served(shared, length - 1);
      send({ kind: 'write', scene: { packed: packScene(scene), archive } });
      const message = `The scene file would have more than ${length - 1} bytes, and could not be opened again`;
      expect(got.at(-1)).toMatchObject({ kind: 'failed', problem: { code: 'too-large', message, fix: expect.stringContaining('Record') } });
    }
    const { send, got } = served(shared, length);
    send({ kind: 'write', scene: { packed: packScene(scene), archive: null } });
    expect(got.at(-1)).toMatchObject({ kind: 'written' });
  });

  it('reads the text of a scene, and reports what is wrong in it', async () => {
    const { scene } = treedScene(24, 8, 3);
    const { send, got } = served(shared);
    const read = (text: string): void => send({ kind: 'read', bytes: new TextEncoder().encode(text).buffer });
    read(sceneText(scene));
    read('{"format":"boxwood-scene","version":1,"meshes":[],"instances":[{"mesh":3,"matrix":[]}]}');
    expect(got[0]!.kind === 'read' && unpackScene(got[0]!.scene)).toEqual(scene);
    expect(got[1]).toMatchObject({ kind: 'failed', problem: { code: 'malformed', location: { pointer: '/instances/0/mesh' } } });
  });

  it('places instances, and the parts of a file with their distinct meshes', () => {
    const { send, got } = served(shared);
    const [mesh, other] = [box(), ball(8, 6)];
    const options = { ...defaultValues(placeOptions), count: 5 };
    send({
      kind: 'place',
      request: { meshes: [mesh], names: ['box.obj', 'ball.obj'], surface: other, options: { ...options, arrange: 'scatter' } },
    });
    const file = joined([mesh, mesh, other]);
    send({ kind: 'place', request: { meshes: [file], names: ['level.glb'], surface: null, options: { ...options, arrange: 'parts' } } });
    const [scattered, parts] = got.map((message) => (message.kind === 'placed' ? message.placed : null)!);
    expect(unpackScene(scattered!.scene).instances.map(({ mesh: index, set }) => `${index} ${set}`)).toEqual([
      '1 static',
      ...Array.from({ length: 5 }, () => '0 moving'),
    ]);
    expect(parts!.files.map(({ name }) => name)).toEqual(['level-mesh-0.obj', 'level-mesh-1.obj']);
    expect(parseScene(parts!.text)).toEqual(unpackScene(parts!.scene));
    expect(parts!.files[0]!.text.match(/^f /gm)).toHaveLength(12);
  });

  it('compares the methods on a scene', () => {
    const { bytes, scene } = treedScene(24, 9, 3);
    const { send, got } = served(shared);
    const meshes = bytes.map(({ mesh }) => ({ ...openMeshBytes(mesh), tree: null }));
    send({ kind: 'compare', scene: packScene(scene), meshes, options: { ...defaultValues(sceneOptions), steps: 2 } });
    const [{ broad, leaves }] = got.map((message) => (message.kind === 'compared' ? message.comparison : null)!) as [SceneComparison];
    expect([...new Set(broad.map(({ instances }) => instances))]).toEqual([3, 6, 12, 24]);
    expect(new Set(broad.filter(({ instances }) => instances === 24).map(({ pairs }) => pairs)).size).toBe(1);
    expect(leaves).toHaveLength(4);
  });

  it('reports a scene that cannot be placed, and takes no step of it', () => {
    const { send, got } = served(shared);
    const { scene } = treedScene(24, 8, 3);
    const empty = { positions: new Float64Array(0), indices: new Uint32Array(0), tree: null };
    send({ kind: 'open', scene: packScene(scene), meshes: scene.meshes.map(() => empty), options: defaultValues(sceneOptions) });
    send({ kind: 'step', step: 0 });
    expect(got).toHaveLength(1);
    expect(got[0]).toMatchObject({ kind: 'failed', problem: { code: 'no-triangles', location: { pointer: '/meshes/0' } } });
  });
});
