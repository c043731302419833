import type { DocumentId } from '#host-api';
import type { PageDocument, Scene } from '../store/records.ts';
import { withProbesMoved } from '../probe/probe-edits.ts';
import { withHidden } from '../store/scene-edits.ts';

/** Shows a repaired copy in place of its original, or the reverse: ray, sphere and moving mesh stay where they are. */
export function withShownInstead(scene: Scene, from: DocumentId, to: DocumentId): Scene {
  const moved = <Input extends { readonly document: DocumentId }>(input: Input | null): Input | null =>
    input?.document === from ? { ...input, document: to } : input;
  const movingMesh = moved(scene.movingMesh);
  return withHidden(
    withHidden(
      {
        ...scene,
        activeDocument: to,
        selection: null,
        ray: moved(scene.ray),
        sphere: moved(scene.sphere),
        ...withProbesMoved(scene, from, to),
        movingMesh: movingMesh?.fixed === from ? { ...movingMesh, fixed: to } : movingMesh,
      },
      to,
      null,
      false,
    ),
    from,
    null,
    true,
  );
}

/** Returns the original of a repaired copy, or the newest repaired copy of an original, if it is open with a mesh; else `null`. */
export function otherOfRepair(documents: readonly PageDocument[], active: PageDocument | null): PageDocument | null {
  if (active === null) return null;
  const { id, repairOf } = active.summary;
  const open = documents.filter(({ mesh }) => mesh !== null);
  const copy = open.findLast(({ summary }) => summary.repairOf === id);
  return (repairOf === null ? null : open.find(({ summary }) => summary.id === repairOf)) ?? copy ?? null;
}
