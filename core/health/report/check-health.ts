import { InspectorError } from '../../error.ts';
import type { Severity } from '../../finding.ts';
import { type Kernel, theKernel } from '../../kernel/index.ts';
import type { ColliderRole } from '../../mesh/collider-role.ts';
import { triangleCount, vertexCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { engineReport, type EngineReport } from '../../engines/engine-report.ts';
import { healthOptions, type HealthOptions } from '../../options/health-options.ts';
import { checkValues } from '../../options/option.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { bodiesOf, isApart, isCollider, trianglesExcept, trianglesOf, type Body } from '../study/bodies.ts';
import { addBodyFacts, type BodyFacts } from '../study/body-facts.ts';
import { bodyMesh, type BodyMesh } from '../study/body-mesh.ts';
import type { MeshFacts } from '../study/facts.ts';
import { healthCodes, prepared, type Counted, type HealthCheck, type HealthCode, type Prepared } from '../health-check.ts';
import { healthChecks } from '../health-checks.ts';
import type { StudyHelpers } from '../study/helpers/study-helpers.ts';
import { massReport, type MassBody, type MassReport } from '../study/mass-report.ts';
import { shapeMass } from '../study/shape-mass.ts';
import { studyMesh, type MeshStudy } from '../study/mesh-study.ts';
import { joinFound, placeFound, type Elements, type PlacedFound } from './placed-found.ts';

/** An issue of a mesh, with the exact elements in flat arrays, so that it can be sent between threads. */
export interface HealthFinding {
  readonly code: HealthCode;
  readonly severity: Severity;
  readonly count: number;
  readonly counted: Counted;
  /** Whether the search ended at a limit, so `count` is a lower bound. */
  readonly isAtLeast: boolean;
  readonly title: string;
  readonly message: string;
  /** One more sentence with figures; `null` if the count is enough. */
  readonly detail: string | null;
  readonly fix: string;
  readonly elements: Elements;
  /** The affected triangles, ascending: those at the edges, vertices or pairs. */
  readonly triangles: Uint32Array;
}

export interface HealthReport {
  /** Facts of the scene of the file, without colliders that only an extension refers to. */
  readonly facts: HealthFacts;
  /** Facts of all surfaces that were checked by themselves, summed: they agree with the findings. `null` if there is one surface. */
  readonly bodyFacts: BodyFacts | null;
  /** Mass of the rendered mesh as one solid; `null` without a volume or a rendered mesh. */
  readonly mass: MassReport | null;
  /** Mass of all colliders together; `null` without colliders or volume. */
  readonly colliderMass: MassReport | null;
  readonly colliders: readonly ColliderReport[];
  /** Shapes as the engine of the options holds them; `null` without an engine. */
  readonly engine: EngineReport | null;
  /** Rolls of the body of the snag map over all surfaces, and those for which there was no room; `null` where none was rolled. */
  readonly snagRolls: SnagRolls | null;
  readonly findings: readonly HealthFinding[];
}

export interface SnagRolls {
  readonly rolls: number;
  readonly noRoom: number;
}

/** A collider that was checked by itself. */
export interface ColliderReport {
  readonly name: string;
  readonly role: ColliderRole;
  readonly triangles: number;
  readonly mass: MassReport | null;
}

export interface HealthFacts extends MeshFacts {
  /** `null` if the check did not run or the search reached its limit; the finding then has a lower bound. */
  readonly selfIntersectingPairs: number | null;
}

/** Colliders with fewer triangles are checked without the kernel: there can be thousands, and an instance costs more. */
const fewTriangles = 1024;

/**
 * Runs the health checks on a mesh and returns facts and findings. The rendered mesh is checked as one surface, and each collider by
 * itself, because colliders overlap the rendered mesh and each other. Colliders with an exact shape are not checked, because their triangles
 * are only a preview. Without the kernel TypeScript computes the same result in more time; a search that reaches its limit may end earlier.
 * @param helpers threads that help with the first large body; results do not depend on them. The caller ends them
 * @throws InspectorError `invalid-argument` for options out of range; whatever `progress` throws.
 */
export function checkHealth(
  mesh: TriangleMesh,
  options: HealthOptions,
  progress: Progress = noProgress,
  from: Kernel | null = theKernel,
  helpers: StudyHelpers | null = null,
): HealthReport {
  const checked = checkValues(healthOptions, options);
  progress(0);
  const checks = inRunOrder(chosenChecks(checked.only)).filter(({ off }) => off === undefined || checked[off.by] !== off.at);
  const isNeeded = (one: Prepared): boolean => checks.some(({ waitsFor }) => waitsFor === one);
  const offered = helpers !== null && isNeeded('pairs') ? { helpers, needsForms: isNeeded('forms') } : null;
  const scratch = new Uint32Array(vertexCount(mesh));
  const found = new Map<HealthCheck, PlacedFound[]>();
  const weight = (chosen: readonly HealthCheck[]): number => chosen.reduce((sum, check) => sum + check.weight, 0);
  const ofBodies = checks.filter(({ isOfWhole }) => isOfWhole !== true);
  const ofWhole = checks.filter(({ isOfWhole }) => isOfWhole === true);
  const share = weight(ofBodies) / Math.max(1, weight(checks)) / Math.max(1, triangleCount(mesh));
  const massOf: (MassBody & { readonly body: Body })[] = [];
  const effortOf = effortShares(mesh, checked.effort);
  let done = 0;
  let only: MeshStudy | null = null;
  let summed: BodyFacts | null = null;
  let snagRolls: SnagRolls | null = null;
  for (const [body, part] of eachBody(mesh, scratch)) {
    const triangles = triangleCount(part.mesh);
    const bodyOptions = { ...checked, effort: effortOf(triangles) };
    const study = studyMesh(part.mesh, bodyOptions, part.triangles !== null && triangles < fewTriangles ? null : from, offered);
    if (part.triangles === null) only = study;
    massOf.push({ body, ...shapeMass(mesh, body, study.massBody()) });
    const before = done;
    done += share * triangles;
    if (body.collider?.role.exact == null) {
      summed = addBodyFacts(summed, study.facts);
      runChecks(ofBodies, study, part, found, (fraction) => progress(before + fraction * share * triangles));
      if (checks.some(({ off }) => off?.by === 'snags')) snagRolls = addRolls(snagRolls, study.snags(noProgress));
    }
  }
  const whole = only ?? studyMesh(mesh, checked, from);
  const scene = sceneStudy(mesh, whole, checked, scratch, from);
  const heldShapes = whole.heldShapes(() => progress(Math.min(1, done)));
  runChecks(ofWhole, { ...whole, facts: scene.facts }, { mesh, triangles: null, vertices: null }, found, noProgress);
  // Already known if there is one body.
  const pairs = checks.some(({ code }) => code === 'self-intersections')
    ? scene.selfIntersections(() => progress(Math.min(1, done)))
    : null;
  progress(1);
  const colliders = massOf.filter(({ body }) => body.collider !== null);
  return {
    facts: { ...scene.facts, selfIntersectingPairs: pairs !== null && pairs.isComplete ? pairs.pairCount : null },
    bodyFacts: massOf.length > 1 ? summed : null,
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
    engine: checked.engine === 'none' ? null : engineReport(checked.engine, heldShapes),
    snagRolls,
    findings: healthChecks.flatMap((check) => findingsOf(check, mesh, found.get(check) ?? [], checked.maxPairs)),
  };
}

/** Returns checks with those last that wait for what helpers prepare. */
function inRunOrder(checks: readonly HealthCheck[]): readonly HealthCheck[] {
  return [undefined, ...prepared].flatMap((one) => checks.filter(({ waitsFor }) => waitsFor === one));
}

/**
 * Returns the effort for a body of some triangles. The limit is that of the whole file, which can have thousands of bodies. Each gets the
 * share of its triangles and an equal one, together at most twice the limit.
 */
function effortShares(mesh: TriangleMesh, effort: number): (triangles: number) => number {
  const bodies = bodiesOf(mesh.parts).length;
  return (triangles) => effort * Math.min(1, triangles / Math.max(1, triangleCount(mesh)) + 1 / bodies);
}

function addRolls(sum: SnagRolls | null, { rolls, noRoom }: SnagRolls): SnagRolls {
  return { rolls: (sum?.rolls ?? 0) + rolls, noRoom: (sum?.noRoom ?? 0) + noRoom };
}

/** Yields every body with its mesh. An empty rendered mesh is skipped if there are colliders. */
function* eachBody(mesh: TriangleMesh, scratch: Uint32Array): Generator<readonly [Body, BodyMesh]> {
  const [seen, ...colliders] = bodiesOf(mesh.parts);
  if (colliders.length === 0) {
    yield [seen, { mesh, triangles: null, vertices: null }];
    return;
  }
  const triangles = trianglesExcept(mesh, isCollider);
  if (triangles.length > 0) yield [seen, bodyMesh(mesh, triangles, scratch)];
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
    const result = check.find(study, (fraction) => progress((before + fraction * check.weight) / all));
    if (result !== null) addFound(found, check, placeFound(study, body, result));
    progress(all === 0 ? 1 : done / all);
  }
}

function addFound(found: Map<HealthCheck, PlacedFound[]>, check: HealthCheck, added: PlacedFound): void {
  const before = found.get(check);
  if (before === undefined) found.set(check, [added]);
  else before.push(added);
}

/** Returns the study of the mesh without colliders that only an extension refers to; of the whole mesh if nothing else is left. */
function sceneStudy(mesh: TriangleMesh, whole: MeshStudy, options: HealthOptions, scratch: Uint32Array, from: Kernel | null): MeshStudy {
  if (!mesh.parts.some(isApart)) return whole;
  const triangles = trianglesExcept(mesh, isApart);
  return triangles.length === 0 ? whole : studyMesh(bodyMesh(mesh, triangles, scratch).mesh, options, from);
}

/** Returns the checks that `only` names; all if it is empty. @throws InspectorError `invalid-argument` for an unknown code. */
export function chosenChecks(only: string): readonly HealthCheck[] {
  if (only.trim() === '') return healthChecks;
  const codes = only.split(',').map((code) => code.trim());
  const unknown = codes.find((code) => !healthChecks.some((check) => check.code === code));
  if (unknown === undefined) return healthChecks.filter(({ code }) => codes.includes(code));
  const fix = `Known codes: ${healthCodes.join(', ')}`;
  throw new InspectorError({ code: 'invalid-argument', message: `Unknown check "${unknown}"`, fix, location: {} });
}

function findingsOf(
  check: HealthCheck,
  mesh: TriangleMesh,
  [first, ...others]: readonly PlacedFound[],
  maxPairs: number,
): readonly HealthFinding[] {
  if (first === undefined) return [];
  const { code, severity, counted, title, meaning, fix } = check;
  const { detail, figures, ...found } = joinFound([first, ...others], maxPairs);
  const text = check.detailOf?.({ ...found, figures }, mesh) ?? '';
  return [{ code, severity, counted, title, message: meaning, fix, ...found, detail: text === '' ? detail : text }];
}
