import type { Severity } from '../finding.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { HealthOptions } from '../options/health-options.ts';
import type { Progress } from '../progress.ts';
import type { MeshStudy } from './study/mesh-study.ts';

/** The codes of all checks, used by `--json` and budgets. */
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
  'high-valence-vertices',
  'inconsistent-winding',
  'non-orientable-pieces',
  'inside-out-pieces',
  'self-intersections',
  'coplanar-overlaps',
  'nested-pieces',
  'thin-walls',
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
  'snag-edges',
  'fall-throughs',
  'refused-shapes',
  'vanished-triangles',
  'missing-volume',
  'phantom-volume',
  'moved-vertices',
] as const;

export type HealthCode = (typeof healthCodes)[number];

export function isHealthCode(code: string): code is HealthCode {
  return (healthCodes as readonly string[]).includes(code);
}

/** The kinds of elements, with their numbers per element: an edge is two vertices, a pair two triangles. */
export const elementWords = { triangle: 1, edge: 2, vertex: 1, pair: 2 } as const;

export type ElementKind = keyof typeof elementWords;

/** What helpers prepare, in this order: simple stars, forms of triangles, pieces, pairs of near triangles. */
export const prepared = ['stars', 'forms', 'pieces', 'pairs'] as const;

export type Prepared = (typeof prepared)[number];

/** A health check: one possible issue of a mesh, in a file of its own. */
export interface HealthCheck {
  readonly code: HealthCode;
  /** `error`: usually breaks collision. `warning`: can cause wrong collision. `info`: a hint. */
  readonly severity: Severity;
  /** A short heading. */
  readonly title: string;
  /** One sentence without a full stop: the issue, and its effect. */
  readonly meaning: string;
  /** One sentence without a full stop: how to fix it. */
  readonly fix: string;
  /** What `count` counts. */
  readonly counted: Counted;
  /** Its share of the progress: 1 is about one pass over the triangles. */
  readonly weight: number;
  /** What it needs that helpers prepare, or of several the last one: such checks run after all others, in this order. */
  readonly waitsFor?: Prepared;
  /** The option value that turns the check off, and the reason to show. Without it, the check always runs. */
  readonly off?: { readonly by: keyof HealthOptions; readonly at: number | string | boolean; readonly reason: string };
  /** Options that turn it on if a budget names it. */
  readonly turnedOnBy?: Partial<HealthOptions>;
  /** Whether it checks the whole mesh once. Other checks run on each body; see `bodiesOf`. */
  readonly isOfWhole?: true;
  /** Returns `null` if there is no issue. @throws whatever `progress` throws. */
  readonly find: (study: MeshStudy, progress: Progress) => CheckResult | null;
  /** One more sentence with figures over all bodies: the longest loop, the area of all overlaps. Elements are those of the whole mesh. */
  readonly detailOf?: (found: FoundInAll, mesh: TriangleMesh) => string;
}

/** The joined results of a check over all bodies. */
export interface FoundInAll {
  readonly count: number;
  /** `words`: `elementWords` words for each element, as indices of the whole mesh. */
  readonly elements: { readonly words: Uint32Array; readonly groups: Uint32Array | null; readonly measures: Measures | null };
  /** Sums over all bodies. */
  readonly figures: readonly number[];
}

/** The noun for what is counted. */
export interface Counted {
  /** `hole` */
  readonly one: string;
  /** `holes` */
  readonly many: string;
}

/** The result of a check. */
export interface CheckResult {
  readonly count: number;
  /** Whether the search ended at a limit, so `count` is a lower bound. */
  readonly isAtLeast?: boolean;
  readonly elements: FoundElements;
  /** As `detailOf`, for a check of the whole mesh. */
  readonly detail?: string;
  /** Figures for `detailOf` in addition to the elements; they are summed over the bodies. */
  readonly figures?: readonly number[];
}

export interface FoundElements {
  /** Edges are numbers in the topology of the study. */
  readonly kind: ElementKind;
  /** One number for each triangle, edge or vertex, two for each pair. Ascending, unless they are in groups. */
  readonly numbers: Uint32Array;
  /** (G + 1) start of each group, counted in elements: the edges of one hole. */
  readonly groups?: Uint32Array;
  /** One for each group, or for each element if there are no groups. */
  readonly measures?: Measures;
  /** Affected triangles in addition to those of the elements. */
  readonly moreTriangles?: Uint32Array;
}

export interface Measures {
  /** Name of the measure: `length`. */
  readonly name: string;
  readonly values: Float64Array;
}
