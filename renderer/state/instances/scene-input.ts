import type { PackedScene } from '#core/scene';
import type { DocumentId } from '#host-api';

/** A scene of many instances of open documents. World space is the space of the scene. */
export interface SceneInput {
  /** File name. */
  readonly name: string;
  readonly packed: PackedScene;
  /** The document of each mesh of the scene. */
  readonly documents: readonly DocumentId[];
}

/** Returns the number of instances. */
export function instanceCount({ packed }: SceneInput): number {
  return packed.meshOf.length;
}

/** Returns a scene without the instances of a closed document: `null` if it has that document, since its other pairs would be wrong. */
export function withoutSceneOf(scene: SceneInput | null, document: DocumentId): SceneInput | null {
  return scene?.documents.includes(document) === true ? null : scene;
}

/** Returns a scene with another document in the place of one. */
export function withSceneMoved(scene: SceneInput | null, from: DocumentId, to: DocumentId): SceneInput | null {
  if (scene?.documents.includes(from) !== true) return scene;
  return { ...scene, documents: scene.documents.map((id) => (id === from ? to : id)) };
}
