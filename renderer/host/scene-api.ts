/** What the interface and its host exchange about scenes of many instances; `host-api.ts` exports all of it. */

/** Extension of scene files. */
export const sceneExtension = 'boxwood-scene.json';

/** Extension of ZIP archives of a scene with its meshes. */
export const sceneArchiveExtension = 'boxwood-scene.zip';

/** Returns whether a path names a scene, as a file or as an archive. */
export function isScenePath(path: string): boolean {
  return [sceneExtension, sceneArchiveExtension].some((extension) => path.toLowerCase().endsWith(`.${extension}`));
}

/** A scene of many instances, whose meshes are open or about to be. */
export interface OpenedScene {
  /** File name without its folder. */
  readonly name: string;
  /** Temporary path of the text of the scene. */
  readonly path: string;
  /** The document of each mesh of the scene, in its order. */
  readonly documents: readonly number[];
}
