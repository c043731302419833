import type { SourceLocation } from './error.ts';

/** The codes of import findings: issues that do not prevent the import. Health checks have their own codes. */
export const findingCodes = [
  /** Vertices with a non-finite coordinate; their triangles cannot be drawn or hit. */
  'non-finite-vertices',
  /** Faces with fewer than three vertices, or with an index out of range: dropped, not counted in `triangles`. */
  'unusable-faces',
  /** Convex solids of a level whose planes are damaged or bound no volume: left out. */
  'unusable-brushes',
  'no-triangles',
  /** Points, lines, curves and similar elements: skipped. */
  'ignored-elements',
  /** A declared count differs from the content of the file. */
  'count-mismatch',
  /** A line or value without a meaning in this format: skipped. */
  'ignored-content',
  /** An element of the format that the import does not apply: morph targets, skins, a second scene. */
  'not-applied',
  /** Polygons that their fan triangulation does not fill: concave ones, and ones with collinear corners. */
  'folded-fans',
  /** Colliders that are not in the scene, and only part of the mesh if the import includes them. */
  'colliders-apart',
  /** A violation of the format that leaves the geometry readable. */
  'format-violation',
] as const;

export type FindingCode = (typeof findingCodes)[number];

export type Severity = 'error' | 'warning' | 'info';

/** An issue of the input that did not prevent the import. */
export interface Finding {
  readonly code: FindingCode;
  readonly severity: Severity;
  /** Number of affected elements. */
  readonly count: number;
  readonly message: string;
  readonly fix: string;
  /** The first locations, at most `maxLocations`. */
  readonly locations: readonly SourceLocation[];
  /** The code of the tool that found it, for instance glTF-Validator's. */
  readonly detail?: string;
}

/** Max number of locations of a finding; `count` has the total. It limits the cost of files with very many issues. */
export const maxLocations = 2048;
