import type { DocumentId } from '#host-api';
import type { LoadedMesh, FetchedTree, PageDocument, Scene } from '../store/records.ts';

/** A document at a time of an animation, with a refitted tree. It is shown instead of the mesh as read, and is in no undo step. */
export interface Pose {
  readonly document: DocumentId;
  readonly mesh: LoadedMesh;
  /** The tree that was refitted; a pose of another tree is not shown. */
  readonly of: FetchedTree;
  readonly tree: FetchedTree;
}

/** Returns the documents as shown. */
export function posedDocuments(documents: readonly PageDocument[], pose: Pose | null): readonly PageDocument[] {
  if (pose === null) return documents;
  return documents.map((document) =>
    document.summary.id === pose.document && document.mesh !== null ? { ...document, mesh: pose.mesh } : document,
  );
}

/** Returns the pose if it belongs to the tree in the scene: shown mesh and tree must match. */
export function poseOf(scene: Scene, pose: Pose | null): Pose | null {
  return pose !== null && scene.trees.get(pose.document) === pose.of ? pose : null;
}

/** Returns the scene as it is shown. A second tree of the mesh at rest does not match the pose and is not shown. */
export function posedScene(scene: Scene, pose: Pose | null): Scene {
  if (pose === null) return scene;
  return {
    ...scene,
    trees: new Map(scene.trees).set(pose.document, pose.tree),
    second: scene.second?.document === pose.document ? null : scene.second,
  };
}
