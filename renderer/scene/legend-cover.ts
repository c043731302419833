/** What covers or replaces the colours of meshes, so that the legend names only colours in the view. */
import type { Bounds } from '#core/mesh';
import type { DocumentId } from '#host-api';
import type { MeshChanges, VersionView } from '../state/changes/mesh-changes.ts';
import { drawnVersions, isDrawnElsewhere } from '../state/changes/shown-changes.ts';
import { boundsToWorld, placementOf } from '../state/pair/placement.ts';
import type { Store } from '../state/store/store.ts';
import { isMeshReplaced } from './bsp-layer.ts';

/** Returns whether the view shows a document in its own colours: nothing is drawn in place of it, and no heat map covers it. */
export function showsOwnColours(store: Store, id: DocumentId): boolean {
  if (drawnVersions(store, id) !== null || isDrawnElsewhere(store, id) || isMeshReplaced(store, id)) return false;
  return !isUnderHeat(store, [worldBounds(store, id)]);
}

/** Returns whether a heat map covers all versions that the view shows. */
export function areVersionsUnderHeat(store: Store, view: VersionView, { cause, geometry }: MeshChanges): boolean {
  const { activeDocument } = store.scene.value;
  const placement = cause === 'compare' || activeDocument === null ? null : placementOf(store.scene.value, activeDocument);
  const { before = null, after = null } = geometry?.bounds ?? {};
  const isOfBefore = view === 'before' || view === 'distanceBefore';
  const drawn = view === 'both' ? [before, after] : [isOfBefore ? before : after];
  return isUnderHeat(
    store,
    drawn.map((bounds) => bounds && boundsToWorld(placement, bounds)),
  );
}

/**
 * Returns whether a heat map of ray costs, which has a scale of its own, covers these bounds in world space. It colours the bounds of the active
 * mesh. With a min value the meshes show through.
 */
function isUnderHeat(store: Store, all: readonly (Bounds | null)[]): boolean {
  const { activeDocument, display } = store.scene.value;
  if (display.heat === null || display.heatFrom > 0 || activeDocument === null || store.activeTree.value === null) return false;
  const covered = worldBounds(store, activeDocument);
  return covered !== null && all.every((bounds) => bounds !== null && isInside(bounds, covered));
}

function worldBounds(store: Store, id: DocumentId): Bounds | null {
  const bounds = store.shown.value.find(({ summary }) => summary.id === id)?.mesh?.bounds ?? null;
  return bounds && boundsToWorld(placementOf(store.scene.value, id), bounds);
}

function isInside({ min, max }: Bounds, outer: Bounds): boolean {
  return min.every((value, axis) => value >= outer.min[axis]!) && max.every((value, axis) => value <= outer.max[axis]!);
}
