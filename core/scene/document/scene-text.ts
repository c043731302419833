import { everyLayer, type SceneDocument, type SceneInstance } from './scene-document.ts';

/** Returns the text of a scene file, one instance on each line. `parseScene` reads it as the same scene. Defaults are left out. */
export function sceneText({ meshes, instances }: SceneDocument): string {
  const head = `{"format":"boxwood-scene","version":1,"meshes":${JSON.stringify(meshes)},"instances":[`;
  return `${head}${instances.length === 0 ? '' : '\n'}${instances.map(instanceText).join(',\n')}\n]}\n`;
}

function instanceText({ mesh, matrix, set, layer, mask, motion }: SceneInstance): string {
  return JSON.stringify({
    mesh,
    // JSON has no -0; both zeros place alike.
    matrix,
    ...(set === 'moving' ? {} : { set }),
    ...(layer === 1 ? {} : { layer }),
    ...(mask === everyLayer ? {} : { mask }),
    ...(motion === null ? {} : { motion }),
  });
}
