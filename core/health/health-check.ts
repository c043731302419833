import type { Severity } from '../finding.ts';
import type { HealthOptions } from '../options/health-options.ts';
import type { Progress } from '../progress.ts';
import type { MeshStudy } from './study/mesh-study.ts';

/** Everything that a check can find, closed: a reader of `--json` and of a budget may rely on it. */
export const healthCodes = [
  'non-finite-vertices',
  'out-of-range-vertices',
  'unused-vertices',
  'unwelded-vertices',
  'nearly-equal-vertices',
  'repeated-vertex-triangles',
  'zero-area-triangles',
  'sliver-angle',
  'sliver-height',
  'duplicate-triangles',
  'opposite-triangles',
  'huge-triangles',
  'tiny-triangles',
  'precision-collapse',
  'precision-loss',
  'boundary-loops',
  't-junctions',
  'non-manifold-edges',
  'non-manifold-vertices',
  'inconsistent-winding',
  'non-orientable-pieces',
  'inside-out-pieces',
  'self-intersections',
  'coplanar-overlaps',
  'nested-pieces',
  'tiny-components',
  'floating-components',
  'ghost-edges',
  'open-hulls',
  'dented-hulls',
  'flat-hulls',
  'filled-hulls',
  'stray-colliders',
  'missing-colliders',
  'misnamed-colliders',
  'vertex-budget',
  'triangle-budget',
] as const;

export type HealthCode = (typeof healthCodes)[number];

export function isHealthCode(code: string): code is HealthCode {
  return (healthCodes as readonly string[]).includes(code);
}

/** What the elements of a finding are, and how many numbers each is: an edge is two vertices, a pair two triangles. */
export const elementWords = { triangle: 1, edge: 2, vertex: 1, pair: 2 } as const;

export type ElementKind = keyof typeof elementWords;

/** One thing that can be wrong with a mesh, in a file of its own. */
export interface HealthCheck {
  readonly code: HealthCode;
  /** Error: an engine will go wrong. Warning: it may. Info: a person should know. */
  readonly severity: Severity;
  /** A few words for a heading. */
  readonly title: string;
  /** One sentence: what is wrong with such elements, and what comes of it. */
  readonly meaning: string;
  /** What can be done about it, one sentence. */
  readonly fix: string;
  /** Of what `count` is the number. */
  readonly counted: Counted;
  /** Its share of the whole progress. */
  readonly weight: number;
  /** The option at whose value it does not run, and what that means. A check without one always runs. */
  readonly off?: { readonly by: keyof HealthOptions; readonly at: number | string; readonly reason: string };
  /** What runs it where a budget names it and nothing else says how. */
  readonly turnedOnBy?: Partial<HealthOptions>;
  /** Whether it looks at the mesh as a whole, once. All others look at each body by itself: see `bodiesOf`. */
  readonly isOfWhole?: true;
  /** `null` when nothing is wrong. @throws whatever `progress` throws. */
  readonly find: (study: MeshStudy, progress: Progress) => Found | null;
  /** One more sentence with the figures that matter, of all bodies: the largest hole, the area of all overlaps. */
  readonly detailOf?: (found: FoundInAll) => string;
}

/** What the checks of all bodies have found. */
export interface FoundInAll {
  readonly count: number;
  readonly elements: { readonly groups: Uint32Array | null; readonly measures: Measures | null };
  /** The sums of those of each body. */
  readonly figures: readonly number[];
}

/** A word for what is counted. */
export interface Counted {
  /** `hole` */
  readonly one: string;
  /** `holes` */
  readonly many: string;
}

/** What a check has found. */
export interface Found {
  readonly count: number;
  /** Whether the search ended at a limit, so that there may be more. */
  readonly isAtLeast?: boolean;
  readonly elements: FoundElements;
  /** As `detailOf`, from a check that looks at the whole. */
  readonly detail?: string;
  /** What `detailOf` wants to know beside the elements; they are added up over the bodies. */
  readonly figures?: readonly number[];
}

export interface FoundElements {
  /** Edges are given by their number in the study's topology. */
  readonly kind: ElementKind;
  /** One number for each triangle, edge or vertex, two for each pair. Ascending, unless they are in groups. */
  readonly numbers: Uint32Array;
  /** (G + 1) where each group begins, counted in elements: the edges of one hole. */
  readonly groups?: Uint32Array;
  /** One for each group, or for each element where there are no groups. */
  readonly measures?: Measures;
  /** Triangles that are concerned beside those of the elements. */
  readonly moreTriangles?: Uint32Array;
}

export interface Measures {
  /** What is measured: `length`. */
  readonly name: string;
  readonly values: Float64Array;
}
