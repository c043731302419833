import {
  changeStates,
  type ChecksDiff,
  type FindingChange,
  type GeometryDiff,
  type MeshVersion,
  type TriangleChanges,
  type Versions,
} from '#core/diff';
import type { InspectorErrorData } from '#core/error';
import type { FarthestPoint, GivenRepairs, SurfaceChange, SurfaceFields } from '#core/health';
import type { Bounds, TriangleMesh } from '#core/mesh';
import type { DocumentId } from '#host-api';
import type { Placement } from '../pair/placement.ts';
import type { CompareSide } from './compare-side.ts';

/** Why there are two versions: the file was read again, a repair was previewed or applied, or the user compares two documents. */
export type ChangeCause = 'reload' | 'preview' | 'repair' | 'compare';

export type ComparisonStatus =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'running'; readonly fraction: number }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly problem: InspectorErrorData };

/** Two versions with the state of each triangle, for the view. The same object while nothing of it changes. */
export interface DrawnVersions {
  readonly before: TriangleMesh;
  readonly after: TriangleMesh;
  readonly states: TriangleChanges;
  /** The distances that a heat map shows; `null` before they are known. */
  readonly fields: SurfaceFields | null;
  /** The distance at the end of their scale, see `distanceEnd`. */
  readonly end: number;
}

/** Two versions of a mesh, and what differs between them as far as it is known. */
export interface MeshChanges {
  readonly serial: number;
  readonly cause: ChangeCause;
  /** Of the document; of two compared documents the first. */
  readonly name: string;
  /** Of the second of two compared documents; else `null`. */
  readonly otherName: string | null;
  /** The open documents that show one of the versions. Two compared ones are drawn in place of the first. */
  readonly documents: readonly DocumentId[];
  /** The two compared sides, and where their meshes were placed; empty for other causes. */
  readonly compared: readonly { readonly side: CompareSide; readonly placement: Placement }[];
  readonly before: MeshVersion;
  readonly after: MeshVersion;
  /** The options of the previewed repair; `null` for other causes. */
  readonly options: GivenRepairs | null;
  /** What the comparison is to find: `all` also checks both versions and measures their distance. */
  readonly wanted: 'geometry' | 'all';
  readonly status: ComparisonStatus;
  readonly geometry: GeometryDiff | null;
  readonly drawn: DrawnVersions | null;
  readonly facts: ChecksDiff['facts'] | null;
  readonly findings: readonly FindingChange[] | null;
  readonly surface: SurfaceChange | null;
  /** Of two compared meshes: where the largest distances are. */
  readonly farthest: Versions<FarthestPoint | null> | null;
  /** Of two compared meshes. */
  readonly fields: SurfaceFields | null;
  /** Whether the user has neither looked at it nor dismissed it. */
  readonly isNew: boolean;
}

/**
 * What the view shows in place of a mesh with changes; `off` for the mesh itself. `distanceBefore` and `distanceAfter` show one of two
 * compared meshes, coloured by its distance to the other.
 */
export type VersionView = 'off' | 'both' | 'before' | 'after' | 'distanceBefore' | 'distanceAfter';

/**
 * Returns the largest distance of both meshes, with which the scale of the heat map ends; 0 if all are on the other. Before the search for it has
 * ended, that of the centres of the pieces, which is a little smaller.
 */
export function distanceEnd({ before, after }: SurfaceFields, surface: SurfaceChange | null): number {
  let end = Math.max(surface?.removed?.found ?? 0, surface?.added?.found ?? 0);
  for (const field of [before, after]) for (const distance of field?.distances ?? []) if (distance > end) end = distance;
  return end;
}

/** Returns the bounds of the triangles that differ, source space; `null` if there are none with finite corners. */
export function changedBounds({ before, after, states }: DrawnVersions): Bounds | null {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  const add = ({ positions, indices }: TriangleMesh, own: Uint8Array): void => {
    for (let corner = 0; corner < indices.length; corner++) {
      if (own[Math.floor(corner / 3)] === changeStates.same) continue;
      for (let axis = 0; axis < 3; axis++) {
        const value = positions[3 * indices[corner]! + axis]!;
        if (value < min[axis]!) min[axis] = value;
        if (value > max[axis]!) max[axis] = value;
      }
    }
  };
  add(before, states.before);
  add(after, states.after);
  return [...min, ...max].every(Number.isFinite) ? { min, max } : null;
}

/** Returns whether nothing differs that is known. */
export function isUnchanged({ geometry, findings }: Pick<MeshChanges, 'geometry' | 'findings'>): boolean {
  return geometry?.isSame === true && (findings ?? []).every(({ before, after }) => before === after);
}

/** Returns the number of triangles of both versions that differ. */
export function differenceCount({ triangles: { changedAfter, removed, added } }: GeometryDiff): number {
  return changedAfter + removed + added;
}
