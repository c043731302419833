import type { SourceLocation } from './error.ts';

/** What an import can find without refusing the file, closed. Health checks will add theirs beside it. */
export const findingCodes = [
  /** Vertices with a coordinate that is not a finite number; triangles that use one cannot be drawn or hit. */
  'non-finite-vertices',
  /** Faces with fewer than three vertices, or with an index out of range: dropped, not counted in `triangles`. */
  'unusable-faces',
  'no-triangles',
  /** Points, lines, curves and the like: read past. */
  'ignored-elements',
  /** A count in the file differs from what the file holds. */
  'count-mismatch',
  /** A line or value that means nothing in this format: read past. */
  'ignored-content',
  /** An element of the format that the import does not apply: morph targets, skins, a second scene. */
  'not-applied',
  /** Polygons whose fan does not fill them: concave ones, and ones with corners on a line. */
  'folded-fans',
  /** Colliders that are not shown by the scene, and are not part of the mesh unless one asks for them. */
  'colliders-apart',
  /** A rule of the format is broken in a way that leaves the geometry readable. */
  'format-violation',
] as const;

export type FindingCode = (typeof findingCodes)[number];

export type Severity = 'error' | 'warning' | 'info';

/** Something a person should know about the input. Findings are data: the file was read all the same. */
export interface Finding {
  readonly code: FindingCode;
  readonly severity: Severity;
  /** How many elements it concerns. */
  readonly count: number;
  readonly message: string;
  readonly fix: string;
  /** The first places, at most `maxPlaces`. */
  readonly locations: readonly SourceLocation[];
  /** The code of the tool that found it, for instance glTF-Validator's. */
  readonly detail?: string;
}

/** A finding lists at most this many places; `count` tells how many there are. More would make a file of nothing but faults cost more to tell of than to read. */
export const maxLocations = 2048;
