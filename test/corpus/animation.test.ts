import { GLTFLoader, type GLTF } from 'three/addons/loaders/GLTFLoader.js';
import { expect, it } from 'vitest';
import { importMesh } from '#core/import/import-mesh';
import { poseAt } from '#core/mesh/animation/pose-at';
import { meshBounds } from '#core/mesh/bounds';
import { farthestFrom, playedByThree } from '../fixtures/played-by-three.ts';
import { corpusContext, describeCorpus, readCorpus } from './corpus.ts';

const files = [
  ['khronos/CesiumMan.glb', 'a skin'],
  ['khronos/RiggedSimple.glb', 'a skin'],
  ['khronos/CesiumMilkTruck.glb', 'nodes'],
  ['khronos/BoxAnimated.glb', 'nodes'],
  ['khronos/AnimatedMorphCube.glb', 'morph targets'],
  ['tinygltf/singleBlendshapeCube_sparse.glb', 'sparse morph targets'],
] as const;

describeCorpus('animations of the corpus', () => {
  it.each(files)('%s stands as three.js plays it: %s', async (path) => {
    const bytes = readCorpus(`gltf/${path}`);
    const { mesh, animation } = await importMesh(bytes, corpusContext(`gltf/${path}`));
    expect(animation).not.toBeNull();
    const { scene, animations } = await new Promise<GLTF>((resolve, reject) =>
      new GLTFLoader().parse(withoutPictures(bytes), '', resolve, reject),
    );
    const { min, max } = meshBounds(mesh)!;
    const size = Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
    for (const [c, clip] of animation!.clips.entries()) {
      for (const share of [0, 0.13, 0.37, 0.5, 0.86, 0.999]) {
        const positions = mesh.positions.slice();
        poseAt(animation!, clip, share * clip.seconds, positions);
        // Theirs has keys, weights and displacements of 32 bits.
        expect(farthestFrom(playedByThree(scene, animations[c]!, share * clip.seconds), mesh, positions) / size).toBeLessThan(2e-6);
      }
    }
  });

  it('a skin that Draco compressed moves', async () => {
    const { mesh, animation } = await importMesh(readCorpus('gltf/draco/Fox/Fox.gltf'), corpusContext('gltf/draco/Fox/Fox.gltf'));
    expect(animation!.clips.map(({ name }) => name)).toEqual(['Survey', 'Walk', 'Run']);
    expect(animation!.runs.map(({ skin }) => skin?.joints.length)).toEqual([24]);
    const [early, late] = [0.1, 0.4].map((seconds) => {
      const positions = mesh.positions.slice();
      poseAt(animation!, animation!.clips[2]!, seconds, positions);
      return positions;
    });
    expect(Math.max(...early!.map((value, i) => Math.abs(value - late![i]!)))).toBeGreaterThan(10);
  });
});

/** The GLB without what three's loader needs a browser for. */
function withoutPictures(bytes: Uint8Array): ArrayBuffer {
  const jsonLength = new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true);
  const json = JSON.parse(Buffer.from(bytes.subarray(20, 20 + jsonLength)).toString()) as Record<string, unknown> & {
    meshes: { primitives: Record<string, unknown>[] }[];
  };
  for (const name of ['images', 'textures', 'materials', 'samplers']) json[name] = undefined;
  for (const { primitives } of json.meshes) for (const primitive of primitives) primitive['material'] = undefined;
  const text = Buffer.from(JSON.stringify(json));
  const head = Buffer.alloc(Math.ceil(text.length / 4) * 4, ' ');
  text.copy(head);
  const rest = bytes.subarray(20 + jsonLength);
  const all = Buffer.concat([Buffer.from('glTF'), words(2, 20 + head.length + rest.length, head.length), Buffer.from('JSON'), head, rest]);
  return all.buffer.slice(all.byteOffset, all.byteOffset + all.length);
}

function words(...values: readonly number[]): Buffer {
  return Buffer.from(Uint32Array.from(values).buffer);
}
