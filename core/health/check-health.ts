import { InspectorError } from '../error.ts';
import type { Severity } from '../finding.ts';
import { theKernel, type Kernel } from '../kernel/compile-kernel.ts';
import type { Vec3 } from '../math/vec3.ts';
import { boundsCenter } from '../mesh/bounds.ts';
import { massProperties, type MassProperties } from '../mesh/mass-properties.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { healthOptions, type HealthOptions } from '../options/health-options.ts';
import { checkValues } from '../options/option.ts';
import { noProgress, type Progress } from '../progress.ts';
import type { MeshFacts } from './facts.ts';
import { concernedTriangles } from './concerned-triangles.ts';
import { elementTriangles } from './element-triangles.ts';
import { healthCodes, type Counted, type ElementKind, type Found, type HealthCheck, type HealthCode, type Measures } from './health-check.ts';
import { healthChecks } from './health-checks.ts';
import { studyMesh, type MeshStudy } from './mesh-study.ts';

/** Something wrong with a mesh, with the exact elements. Flat arrays: it goes between threads as it is. */
export interface HealthFinding {
  readonly code: HealthCode;
  readonly severity: Severity;
  readonly count: number;
  readonly counted: Counted;
  /** Whether the search ended at a limit, so that there may be more. */
  readonly isAtLeast: boolean;
  readonly title: string;
  readonly message: string;
  /** One more sentence with figures; `null` where the count says all. */
  readonly detail: string | null;
  readonly cure: string;
  readonly elements: Elements;
  /** The triangles that it concerns, ascending: those on the edges, around the vertices, of the pairs. */
  readonly triangles: Uint32Array;
}

export interface Elements {
  readonly kind: ElementKind;
  /** As many words an element as `elementWords` says; an edge has its lowest vertices at either end, the lower first. */
  readonly words: Uint32Array;
  /** (N) see `elementTriangles`. */
  readonly triangles: Uint32Array;
  /** (G + 1) where each group begins, counted in elements; `null` without groups. */
  readonly groups: Uint32Array | null;
  /** One for each group, or for each element where there are no groups. */
  readonly measures: Measures | null;
}

export interface HealthReport {
  readonly facts: HealthFacts;
  /** Exact but for rounding where the mesh is closed and wound alike; `null` without a volume. */
  readonly mass: MassProperties | null;
  readonly findings: readonly HealthFinding[];
}

export interface HealthFacts extends MeshFacts {
  /** `null` when they were not looked for, or the search ended at its limit: the finding tells how many there are at least. */
  readonly selfIntersectingPairs: number | null;
}

/**
 * Counts what is to be counted of a mesh, and finds everything that is wrong with it, by all checks. Without a kernel TypeScript finds
 * the same in more time; only a search that ends at its limit may have come less far.
 * @throws InspectorError `invalid-argument` for options out of range; whatever `progress` throws.
 */
export function checkHealth(mesh: TriangleMesh, options: HealthOptions, progress: Progress = noProgress, from: Kernel | null = theKernel): HealthReport {
  const study = studyMesh(mesh, checkValues(healthOptions, options), from);
  progress(0);
  const checks = chosenChecks(options.only);
  const all = checks.reduce((sum, { weight }) => sum + weight, 0);
  let done = 0;
  const findings: HealthFinding[] = [];
  for (const check of checks) {
    const before = done;
    done += check.weight;
    const found = check.find(study, (fraction) => progress((before + fraction * check.weight) / all));
    if (found !== null) findings.push(findingOf(study, check, found));
    progress(all === 0 ? 1 : done / all);
  }
  const pairs = checks.some(({ code }) => code === 'self-intersections') ? study.selfIntersections(noProgress) : null;
  const facts = { ...study.facts, selfIntersectingPairs: pairs !== null && pairs.isComplete ? pairs.pairCount : null };
  return { facts, mass: massProperties(mesh, options.density, middleOf(study.facts)), findings };
}

/** The checks that `only` names, all of them where it is empty. @throws InspectorError `invalid-argument` for a code that is none. */
export function chosenChecks(only: string): readonly HealthCheck[] {
  if (only.trim() === '') return healthChecks;
  const codes = only.split(',').map((code) => code.trim());
  const unknown = codes.find((code) => !healthChecks.some((check) => check.code === code));
  if (unknown === undefined) return healthChecks.filter(({ code }) => codes.includes(code));
  const cure = `Known codes: ${healthCodes.join(', ')}`;
  throw new InspectorError({ code: 'invalid-argument', message: `There is no check "${unknown}"`, cure, place: {} });
}

function middleOf({ boundsMin, boundsMax }: MeshFacts): Vec3 {
  return boundsMin === null || boundsMax === null ? [0, 0, 0] : boundsCenter({ min: boundsMin, max: boundsMax });
}

function findingOf(study: MeshStudy, check: HealthCheck, found: Found): HealthFinding {
  const { code, severity, counted, title, meaning, cure } = check;
  const { kind, numbers, groups = null, measures = null } = found.elements;
  const words = kind === 'edge' ? edgeWords(study, numbers) : numbers;
  return {
    code,
    severity,
    count: found.count,
    counted,
    isAtLeast: found.isAtLeast ?? false,
    title,
    message: meaning,
    detail: found.detail ?? null,
    cure,
    elements: { kind, words, triangles: elementTriangles(study, found.elements), groups, measures },
    triangles: concernedTriangles(study, found.elements),
  };
}

function edgeWords({ topology: { edgeVertices } }: MeshStudy, edges: Uint32Array): Uint32Array {
  const words = new Uint32Array(2 * edges.length);
  for (let i = 0; i < edges.length; i++) {
    words[2 * i] = edgeVertices[2 * edges[i]];
    words[2 * i + 1] = edgeVertices[2 * edges[i] + 1];
  }
  return words;
}
