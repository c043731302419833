import type { DocumentId } from '#host-api';
import type { LoadedMesh, LoadedTree, OpenDocument, Scene } from '../store/records.ts';

/** A document as it is at a time of an animation, with its tree refitted: shown in the place of what was read, and in no undo step. */
export interface Pose {
  readonly document: DocumentId;
  readonly mesh: LoadedMesh;
  /** The tree that was refitted; a pose of another is not shown. */
  readonly of: LoadedTree;
  readonly tree: LoadedTree;
}

/** The documents as they are shown. */
export function posedDocuments(documents: readonly OpenDocument[], pose: Pose | null): readonly OpenDocument[] {
  if (pose === null) return documents;
  return documents.map((document) =>
    document.summary.id === pose.document && document.mesh !== null ? { ...document, mesh: pose.mesh } : document,
  );
}

/** The pose, if it is of the tree in the scene: a mesh and a tree that are shown belong together. */
export function poseOf(scene: Scene, pose: Pose | null): Pose | null {
  return pose !== null && scene.trees.get(pose.document) === pose.of ? pose : null;
}

/** Returns the scene as it is shown. A second tree of the mesh at rest would not fit to the pose, and is not shown. */
export function posedScene(scene: Scene, pose: Pose | null): Scene {
  if (pose === null) return scene;
  return {
    ...scene,
    trees: new Map(scene.trees).set(pose.document, pose.tree),
    second: scene.second?.document === pose.document ? null : scene.second,
  };
}
