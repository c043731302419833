/** What the interface and its host exchange about scenes of many instances; `host-api.ts` exports all of it. */

/** Extension of scene files. */
export const sceneExtension = 'boxwood-scene.json';

/** A scene of many instances, whose meshes are open or about to be. */
export interface OpenedScene {
  /** File name without its folder. */
  readonly name: string;
  /** Temporary path of the text of the scene. */
  readonly path: string;
  /** The document of each mesh of the scene, in its order. */
  readonly documents: readonly number[];
}
