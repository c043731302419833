import type { ColliderRegions, MadeCollider } from '#core/job';
import { type ColliderOptions, colliderOptions, type DecomposeOptions, decomposeOptions, defaultValues } from '#core/options';
import type { InspectorErrorData } from '#core/error';
import type { ColliderComparison, DocumentId } from '#host-api';

/** The colliders that this tab makes. */
export interface ColliderState {
  readonly options: ColliderOptions;
  /** Whether the figures follow the options. */
  readonly isLive: boolean;
  /** Whether only the selected parts of the mesh are used, if some are selected. */
  readonly ofSelected: boolean;
  /** The figures of the options; `null` without any, and after a change of the options until theirs are known. */
  readonly preview: Outcome<{ readonly made: MadeCollider; readonly parts: readonly number[] | null }> | null;
  /** The colliders of every method. */
  readonly comparison: Outcome<{ readonly compared: ColliderComparison }> | null;
  /** Where a collider is far from its mesh, by the last search. */
  readonly regions: Outcome<{ readonly regions: ColliderRegions }> | null;
  /** The figures of colliders that were made in this tab, by their documents. */
  readonly made: ReadonlyMap<DocumentId, MeasuredCollider>;
  /** Those of them that no undo removes: the history has forgotten the steps before the one that made them. */
  readonly lasting: ReadonlySet<DocumentId>;
  /** The collider that the next one is shown in place of: that which was edited. */
  readonly replaces: DocumentId | null;
}

/** What a row of a comparison has too. */
export type MadeFigures = Omit<MadeCollider, 'triangles'>;

/** The figures of a collider, and the options that it was made with; `null` after an edit. */
export interface MeasuredCollider {
  readonly made: MadeFigures;
  readonly options: ColliderOptions | null;
}

/** The result of a job about a mesh, or why there is none. */
export type Outcome<Result> = { readonly document: DocumentId } & (Result | { readonly problem: InspectorErrorData });

export const firstColliders: ColliderState = {
  options: defaultValues(colliderOptions),
  isLive: false,
  ofSelected: true,
  preview: null,
  comparison: null,
  regions: null,
  made: new Map(),
  lasting: new Set(),
  replaces: null,
};

/** Returns the options of a comparison: those that both tables have. */
export function comparisonOptions({
  maxHulls,
  maxVertices,
  concavity,
  resolution,
  threshold,
  maxTriangles,
}: ColliderOptions): DecomposeOptions {
  return { ...defaultValues(decomposeOptions), maxHulls, maxVertices, concavity, resolution, threshold, maxTriangles };
}
