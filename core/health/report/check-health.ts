import { InspectorError } from '../../error.ts';
import type { Severity } from '../../finding.ts';
import { type Kernel, theKernel } from '../../kernel/index.ts';
import type { ColliderRole } from '../../mesh/collider-role.ts';
import { triangleCount, vertexCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { healthOptions, type HealthOptions } from '../../options/health-options.ts';
import { checkValues } from '../../options/option.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { bodiesOf, isApart, isCollider, trianglesBut, trianglesOf, type Body } from '../study/bodies.ts';
import { bodyMesh, type BodyMesh } from '../study/body-mesh.ts';
import type { MeshFacts } from '../study/facts.ts';
import { healthCodes, type Counted, type HealthCheck, type HealthCode } from '../health-check.ts';
import { healthChecks } from '../health-checks.ts';
import { massReport, type MassBody, type MassReport } from '../study/mass-report.ts';
import { shapeMass } from '../study/shape-mass.ts';
import { studyMesh, type MeshStudy } from '../study/mesh-study.ts';
import { joinFound, placeFound, type Elements, type PlacedFound } from './placed-found.ts';

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
  readonly fix: string;
  readonly elements: Elements;
  /** The triangles that it concerns, ascending: those on the edges, around the vertices, of the pairs. */
  readonly triangles: Uint32Array;
}

export interface HealthReport {
  /** Of what the scene of the file shows: colliders that only an extension refers to do not count beside it. */
  readonly facts: HealthFacts;
  /** Of all that is seen, as one solid; `null` without a volume, and where nothing is seen. */
  readonly mass: MassReport | null;
  /** Of all colliders together; `null` without any, or without a volume. */
  readonly colliderMass: MassReport | null;
  readonly colliders: readonly ColliderReport[];
  readonly findings: readonly HealthFinding[];
}

/** A collider that was looked at by itself. */
export interface ColliderReport {
  readonly name: string;
  readonly role: ColliderRole;
  readonly triangles: number;
  readonly mass: MassReport | null;
}

export interface HealthFacts extends MeshFacts {
  /** `null` when they were not looked for, or the search ended at its limit: the finding tells how many there are at least. */
  readonly selfIntersectingPairs: number | null;
}

/** A collider with fewer is not worth an instance of the kernel: there may be thousands of them. */
const fewTriangles = 1024;

/**
 * Counts what is to be counted of a mesh, and finds everything that is wrong with it, by all checks: with all that is seen as one
 * surface, and with each collider by itself, since a collider lies about what it stands for, and hulls of one body overlap.
 * A collider that its file gives in numbers is no mesh, and no check looks at the triangles that follow it.
 * Without a kernel TypeScript finds the same in more time; only a search that ends at its limit may have come less far.
 * @throws InspectorError `invalid-argument` for options out of range; whatever `progress` throws.
 */
export function checkHealth(
  mesh: TriangleMesh,
  options: HealthOptions,
  progress: Progress = noProgress,
  from: Kernel | null = theKernel,
): HealthReport {
  const checked = checkValues(healthOptions, options);
  progress(0);
  const checks = chosenChecks(checked.only).filter(({ off }) => off === undefined || checked[off.by] !== off.at);
  const scratch = new Uint32Array(vertexCount(mesh));
  const found = new Map<HealthCheck, PlacedFound[]>();
  const weight = (chosen: readonly HealthCheck[]): number => chosen.reduce((sum, check) => sum + check.weight, 0);
  const ofBodies = checks.filter(({ isOfWhole }) => isOfWhole !== true);
  const ofWhole = checks.filter(({ isOfWhole }) => isOfWhole === true);
  const share = weight(ofBodies) / Math.max(1, weight(checks)) / Math.max(1, triangleCount(mesh));
  const massOf: (MassBody & { readonly body: Body })[] = [];
  let done = 0;
  let only: MeshStudy | null = null;
  for (const [body, part] of eachBody(mesh, scratch)) {
    const triangles = triangleCount(part.mesh);
    const study = studyMesh(part.mesh, checked, part.triangles !== null && triangles < fewTriangles ? null : from);
    if (part.triangles === null) only = study;
    massOf.push({ body, ...shapeMass(mesh, body, study.massBody()) });
    const before = done;
    done += share * triangles;
    if (body.collider?.role.exact == null)
      runChecks(ofBodies, study, part, found, (fraction) => progress(before + fraction * share * triangles));
  }
  const whole = only ?? studyMesh(mesh, checked, from);
  const scene = sceneStudy(mesh, whole, checked, scratch, from);
  runChecks(ofWhole, { ...whole, facts: scene.facts }, { mesh, triangles: null, vertices: null }, found, noProgress);
  // Counted already where there is one body.
  const pairs = checks.some(({ code }) => code === 'self-intersections')
    ? scene.selfIntersections(() => progress(Math.min(1, done)))
    : null;
  progress(1);
  const colliders = massOf.filter(({ body }) => body.collider !== null);
  return {
    facts: { ...scene.facts, selfIntersectingPairs: pairs !== null && pairs.isComplete ? pairs.pairCount : null },
    mass: massReport(
      massOf.filter(({ body }) => body.collider === null),
      checked.density,
    ),
    colliderMass: massReport(colliders, checked.density),
    colliders: colliders.flatMap((one) =>
      one.body.collider === null
        ? []
        : [{ ...one.body.collider, triangles: triangleCount(one.mesh), mass: massReport([one], checked.density) }],
    ),
    findings: healthChecks.flatMap((check) => findingsOf(check, found.get(check) ?? [], checked.maxPairs)),
  };
}

/** Every body with its mesh, one at a time: what is seen is passed over where that is nothing beside colliders. */
function* eachBody(mesh: TriangleMesh, scratch: Uint32Array): Generator<readonly [Body, BodyMesh]> {
  const [seen, ...colliders] = bodiesOf(mesh.parts);
  const triangles = trianglesBut(mesh, isCollider);
  if (triangles.length > 0 || colliders.length === 0) yield [seen, bodyMesh(mesh, triangles, scratch)];
  for (const body of colliders) {
    const own = trianglesOf(mesh, body.parts);
    if (own.length > 0) yield [body, bodyMesh(mesh, own, scratch)];
  }
}

function runChecks(
  checks: readonly HealthCheck[],
  study: MeshStudy,
  body: BodyMesh,
  found: Map<HealthCheck, PlacedFound[]>,
  progress: Progress,
): void {
  const all = checks.reduce((sum, { weight }) => sum + weight, 0);
  let done = 0;
  for (const check of checks) {
    const before = done;
    done += check.weight;
    const its = check.find(study, (fraction) => progress((before + fraction * check.weight) / all));
    if (its !== null) addFound(found, check, placeFound(study, body, its));
    progress(all === 0 ? 1 : done / all);
  }
}

function addFound(found: Map<HealthCheck, PlacedFound[]>, check: HealthCheck, its: PlacedFound): void {
  const before = found.get(check);
  if (before === undefined) found.set(check, [its]);
  else before.push(its);
}

/** Of the mesh without the colliders that only an extension refers to; of them, where there is nothing else. */
function sceneStudy(mesh: TriangleMesh, whole: MeshStudy, options: HealthOptions, scratch: Uint32Array, from: Kernel | null): MeshStudy {
  if (!mesh.parts.some(isApart)) return whole;
  const triangles = trianglesBut(mesh, isApart);
  return triangles.length === 0 ? whole : studyMesh(bodyMesh(mesh, triangles, scratch).mesh, options, from);
}

/** The checks that `only` names, all of them where it is empty. @throws InspectorError `invalid-argument` for a code that is none. */
export function chosenChecks(only: string): readonly HealthCheck[] {
  if (only.trim() === '') return healthChecks;
  const codes = only.split(',').map((code) => code.trim());
  const unknown = codes.find((code) => !healthChecks.some((check) => check.code === code));
  if (unknown === undefined) return healthChecks.filter(({ code }) => codes.includes(code));
  const fix = `Known codes: ${healthCodes.join(', ')}`;
  throw new InspectorError({ code: 'invalid-argument', message: `There is no check "${unknown}"`, fix, location: {} });
}

function findingsOf(check: HealthCheck, [first, ...others]: readonly PlacedFound[], maxPairs: number): readonly HealthFinding[] {
  if (first === undefined) return [];
  const { code, severity, counted, title, meaning, fix } = check;
  const { detail, figures, ...found } = joinFound([first, ...others], maxPairs);
  const told = check.detailOf?.({ ...found, figures }) ?? '';
  return [{ code, severity, counted, title, message: meaning, fix, ...found, detail: told === '' ? detail : told }];
}
