import { bakeFormats } from '#core/bake';
import { unknownSpace } from '#core/mesh';
import { everyLayer, packScene, placeInstances, placeParts, type SceneInstance, sceneText } from '#core/scene';
import { noProgress } from '#core/progress';
import type { PlacedScene, PlaceRequest } from '../state/instances/placed-scene.ts';

/** Returns placed instances. A surface becomes a static instance, the first. @throws InspectorError as `placeInstances`. */
export function placedBy({ meshes, names, surface, options }: PlaceRequest): PlacedScene {
  if (options.arrange === 'parts') return placedParts(meshes[0]!, names[0]!, options);
  const instances = placeInstances({ meshes, surface }, options);
  const ground: SceneInstance = { mesh: meshes.length, matrix: identity, set: 'static', layer: 1, mask: everyLayer, motion: null };
  const scene = packScene({ meshes: names, instances: surface === null ? instances : [ground, ...instances] });
  return { scene, files: [], text: '' };
}

const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

function placedParts(mesh: PlaceRequest['meshes'][0], name: string, options: PlaceRequest['options']): PlacedScene {
  const { meshes, instances } = placeParts(mesh, options);
  const stem = name.replace(/\.\w+$/, '');
  const files = meshes.map((own, k) => {
    const input = { mesh: own, trees: [], source: null, space: unknownSpace, findings: [], ignored: [] };
    return { name: `${stem}-mesh-${k}.obj`, text: new TextDecoder().decode(bakeFormats.obj.write(input, noProgress).bytes) };
  });
  const scene = { meshes: files.map((file) => file.name), instances };
  return { scene: packScene(scene), files, text: sceneText(scene) };
}
