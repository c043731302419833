import type { PackedScene } from '#core/scene';
import { sceneArchiveExtension, sceneExtension } from '#host-api';
import type { MeshToPlace } from './placed-scene.ts';

/** A scene to save. */
export interface SceneToSave {
  readonly packed: PackedScene;
  /** The meshes to save with it as one archive; `null` for the scene file alone. */
  readonly archive: SceneMeshesToSave | null;
}

export interface SceneMeshesToSave {
  /** Name of the scene without its extension. */
  readonly stem: string;
  /** The distinct meshes. */
  readonly meshes: readonly MeshToPlace[];
  /** For each mesh of the scene its place in `meshes`. */
  readonly meshOf: readonly number[];
}

/** Returns the name of a scene without its extension. */
export function sceneStem(name: string): string {
  const extension = [sceneExtension, sceneArchiveExtension].find((one) => name.toLowerCase().endsWith(`.${one}`));
  return extension === undefined ? name : name.slice(0, -1 - extension.length);
}
