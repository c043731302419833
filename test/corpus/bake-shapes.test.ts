import { beforeAll, beforeEach, expect, it } from 'vitest';
import { shapesOfMesh } from '#core/bake/bodies/shapes-of-mesh';
import { singleShapes } from '#core/bake/bodies/single-shapes';
import { bakeMesh } from '#core/bake/bake-mesh';
import type { BakeFormatName } from '#core/bake/bake-format';
import { importBulletShapes } from '#core/bake/bullet-shapes/import-bullet-shapes';
import { convexRadiusError } from '#core/bake/jolt-shapes/layout';
import { readJoltShapes } from '#core/bake/jolt-shapes/read-jolt-shapes';
import { importJoltState } from '#core/bake/jolt-state/import-jolt-state';
import { importPhysxConvex } from '#core/bake/physx-convex/import-physx-convex';
import { seededRays } from '#core/bake/verify/seeded-rays';
import { convexHull } from '#core/convex/hull/convex-hull';
import { hullTriangles } from '#core/convex/hull/hull-triangles';
import { InspectorError } from '#core/error';
import { cross, length, minus, normalized } from '#core/math/vec3';
import { boundsCenter, meshBounds } from '#core/mesh/bounds';
import { triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { triangleVertices } from '#core/mesh/triangle-vertices';
import { noProgress } from '#core/progress';
import { closestPoint } from '#core/query/closest/closest';
import { raycast, type Ray } from '#core/query/ray/ray';
import type { Tree } from '#core/tree/layout';
import type { BulletHit, BulletPart } from '../bench/bullet/bullet-process.ts';
import { inputOf, treeOf } from '../core/bake/bake-input.ts';
import { colliderRole, joinedParts } from '../fixtures/collider-parts.ts';
import { startJoltCompound } from '../fixtures/jolt-shapes.ts';
import { type JoltStates, startJoltStates } from '../fixtures/jolt-state.ts';
import { type Physx, startPhysx } from '../fixtures/physx-mesh.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { judgeBallStops, judgeSolidRays, wrongBallSweeps } from '../fixtures/solid-rays.ts';
import { withBullet } from '../fixtures/with-bullet.ts';
import { describeCorpus } from './corpus.ts';
import { corpusImport, corpusMeshPaths } from './corpus-mesh.ts';
import { coveringFiles } from './covering-sample.ts';
import { f32Hits, unexplained } from './f32-hits.ts';
import { finiteMesh } from './finite-mesh.ts';
import { expectReadmeRow } from './readme-row.ts';

const maxTriangles = isFullRun ? 100_000 : 10_000;
/** A short run casts few rays at a mesh of few triangles: most of those aimed at edges and vertices would hit the same ones again. */
const raysAt = (mesh: TriangleMesh): number => (isFullRun ? 1000 : Math.min(200, 20 + 5 * triangleCount(mesh)));
/** Sweeps take longer than rays, so there are fewer. */
const firstOf = (aimed: readonly Ray[]): readonly Ray[] => aimed.slice(0, aimed.length / 5);
/** Every mesh is scaled to this size, because the casts of Bullet on hulls end at an absolute distance. */
const size = 10;
const far = 80;
/** The ray casts of Bullet on convex shapes end at a squared distance of 1e-4: `btSubSimplexConvexCast.cpp`. */
const castTolerance = 0.0105;
/** Rounding of f32 arithmetic over the length of a ray. */
const rounding = 1e-5 * far;
/** Radius of the ball that is swept in Bullet. */
const radius = 0.05;
/** Bullet ends the sweeps of convex shapes within a millimetre of the surface: `btContinuousConvexCollision.cpp`. As much for the distance that it measures. */
const bulletStop = 2e-3;
/** Of a larger ball in Jolt, which rounds the corners of hulls, by at most `mMaxErrorConvexRadius`; and as much as Bullet for the cast. */
const joltRadius = 0.5;
const joltStop = convexRadiusError + bulletStop;
const maxHullPoints = 200;

type Counted = 'PhysX hulls' | 'Jolt shapes' | 'Bullet shapes' | 'Bullet tree in place';

describeCorpus('real meshes baked as hulls and compounds, loaded by engines', () => {
  let physx: Physx;
  let jolt: JoltStates;
  let build: Awaited<ReturnType<typeof startJoltCompound>>;
  let started = 0;
  let bullet: string | null = null;
  /** Largest difference of the radius from the distance of the surface where a sweep ends. */
  const joltError = { file: 0, built: 0 };
  const seen: Record<Counted, Counts> = {
    'PhysX hulls': counts(),
    'Jolt shapes': counts(),
    'Bullet shapes': counts(),
    'Bullet tree in place': counts(),
  };
  beforeAll(async () => {
    physx = await startPhysx();
  });
  beforeEach(async () => {
    // The memory of one instance does not suffice for the shapes of all files.
    if (started++ % 20 === 0) [jolt, build] = [await startJoltStates(), await startJoltCompound()];
  });

  it.each(coveringFiles('bake-shapes', corpusMeshPaths()))('%s is hit where it was', async (path) => {
    const mesh = await sizedMesh(path);
    if (mesh === null) return;
    const hull = hullOf(mesh);
    if (hull !== null) againstPhysx(hull);
    const both = hull === null ? asTriangles(mesh) : joinedParts([asTriangles(mesh), moved(hull, 1.5 * size)]);
    againstJolt(both);
    await withBullet(async (load) => {
      const [file, built] = [await load(bytesOf('bullet-shapes', both)), await load(bulletParts(both))];
      bullet = file.version;
      const opened = importBulletShapes(bytesOf('bullet-shapes', both)).mesh;
      const aimed = seededRays(opened, raysAt(opened), 20);
      const found = await file.rays(aimed, far);
      const same = await built.rays(aimed, far);
      addRays('Bullet shapes', opened, aimed, [found, same], castTolerance);
      const swept = firstOf(aimed);
      const [stops, sameStops] = [await file.sweeps(swept, radius, far), await built.sweeps(swept, radius, far)];
      addStops('Bullet shapes', opened, swept, stops);
      const shapes = seen['Bullet shapes'];
      stops.forEach((stop, i) => {
        // Boxes of another tree may hold a triangle that the ball barely touches; where a sweep ends is judged above.
        if (stop !== sameStops[i]) shapes.otherSweeps++;
      });
      const [ours, theirs] = [await load(bakeMesh('bullet-bvh', inputOf(mesh)).bytes), await load(mesh)];
      const own = seededRays(mesh, raysAt(mesh), 21);
      const [a, b] = [await ours.rays(own, far), await theirs.rays(own, far)];
      const tree = treeOf(mesh);
      const sum = seen['Bullet tree in place'];
      own.forEach((ray, i) => {
        if (a[i]?.distance === b[i]?.distance) sum.same++;
        else if ([a[i], b[i]].every((hit) => hit == null || toSurface(tree, mesh, ray, hit.distance) <= rounding)) sum.beside++;
        else sum.wrong.push(`${path}: ${a[i]?.distance} and ${b[i]?.distance}`);
      });
      addStops('Bullet tree in place', mesh, firstOf(own), await ours.sweeps(firstOf(own), radius, far));
      sum.meshes++;
    });
  });

  function againstPhysx(hull: TriangleMesh): void {
    const bytes = bytesOf('physx-convex', hull);
    const loaded = physx.loadConvex(bytes)!;
    const opened = importPhysxConvex(bytes).mesh;
    const tree = treeOf(opened);
    const aimed = seededRays(opened, raysAt(opened), 20);
    const judged = judgeSolidRays(tree, opened, aimed, loaded.ray, { rounding: 1e-4, chord: 2e-3 * size });
    const sum = seen['PhysX hulls'];
    sum.meshes++;
    sum.same += judged.same + judged.inside;
    sum.beside += judged.beside;
    sum.wrong.push(...judged.wrong);
    const sweep = { radius: 0.05 * size, far, rounding: 1e-3 * size };
    const swept = firstOf(aimed);
    sum.sweeps += swept.length;
    sum.wrong.push(...wrongBallSweeps(tree, opened, swept, (ray) => loaded.sweep(ray, sweep.radius, far), sweep));
  }

  /** Binary state that Jolt restores, compared with the same shapes built by Jolt from the text. */
  function againstJolt(mesh: TriangleMesh): void {
    const bytes = bytesOrNull('jolt-state', mesh);
    if (bytes === null) return;
    const { held, read, saved } = jolt.restore(bytes);
    expect(Buffer.from(saved()).equals(read)).toBe(true);
    const theirs = build(readJoltShapes(bytesOf('jolt-shapes', mesh)));
    const opened = importJoltState(bytes).mesh;
    const aimed = seededRays(opened, raysAt(opened), 20);
    const tree = treeOf(opened);
    const sum = seen['Jolt shapes'];
    sum.meshes++;
    for (const ray of aimed) {
      const [a, b] = [held.ray(ray, far), theirs.ray(ray, far)];
      if (a === b || (a !== null && b !== null && Math.abs(a - b) <= rounding)) sum.same++;
      else if ([a, b].every((distance) => distance === null || toSurface(tree, opened, ray, distance) <= rounding)) sum.beside++;
      else if ([a, b].every((distance) => unexplained(f32Hits(opened, ray), distance) === null)) sum.beside++;
      else sum.wrong.push(`${a} and ${b} of ${JSON.stringify(ray)}`);
    }
    const swept = firstOf(aimed);
    const sweep = { radius: joltRadius, far, within: joltStop };
    const [own, built] = [held, theirs].map((shapes) =>
      judgeBallStops(tree, opened, swept, (ray) => shapes.sweep(ray, joltRadius, far), sweep),
    );
    sum.sweeps += swept.length;
    sum.wrong.push(...own!.wrong);
    joltError.file = Math.max(joltError.file, own!.error);
    joltError.built = Math.max(joltError.built, built!.error);
  }

  function addRays(
    name: Counted,
    mesh: TriangleMesh,
    aimed: readonly Ray[],
    [found, built]: readonly [readonly (BulletHit | null)[], readonly (BulletHit | null)[]],
    within: number,
  ): void {
    const tree = treeOf(mesh);
    const sum = seen[name];
    sum.meshes++;
    aimed.forEach((ray, i) => {
      const [own, same] = [found[i]?.distance ?? null, built[i]?.distance ?? null];
      const hit = raycast(tree, mesh, { ...ray, far }).hits[0] ?? null;
      const exact = hit?.distance ?? null;
      if (own === exact || (own !== null && exact !== null && Math.abs(own - exact) <= within)) sum.same++;
      else if (own === null) {
        const isClear =
          hit!.triangle < mesh.parts[0]!.triangleCount &&
          hit!.barycentric.every((weight) => weight > 0.01) &&
          heightOf(mesh, hit!.triangle) > rounding;
        if (isClear) sum.wrong.push(`no hit for ${exact} of ${JSON.stringify(ray)}`);
        else sum.beside++;
      } else if (own === 0 || toSurface(tree, mesh, ray, own) <= within) sum.beside++;
      // After 32 steps a cast of Bullet on a hull ends with a hit, although it may be away from it: just so on a hull that it built itself.
      else if (own === same) sum.ended++;
      // Or a ray that the tree of Bullet finds at an edge before.
      else if (same !== null && toSurface(tree, mesh, ray, same) <= within) sum.beside++;
      else sum.wrong.push(`${own}, and ${same} as built by Bullet, for ${exact} of ${JSON.stringify(ray)}`);
    });
  }

  function addStops(name: Counted, mesh: TriangleMesh, swept: readonly Ray[], stops: readonly (number | null)[]): void {
    const sum = seen[name];
    sum.sweeps += swept.length;
    sum.wrong.push(...judgeBallStops(treeOf(mesh), mesh, swept, (_, i) => stops[i]!, { radius, far, within: bulletStop }).wrong);
  }

  it('are some', () => {
    const versions: Readonly<Record<Counted, string | null>> = {
      'PhysX hulls': `PhysX ${physx.version}`,
      'Jolt shapes': jolt.version,
      'Bullet shapes': bullet,
      'Bullet tree in place': bullet,
    };
    for (const [name, version] of Object.entries(versions) as [Counted, string | null][]) {
      const { meshes, same, beside, ended, sweeps, otherSweeps, wrong } = seen[name];
      process.stdout.write(
        `${name}, ${version}: ${meshes} meshes, ${same} rays equal, ${beside} beside an edge, ${ended} casts that end away from a hull, ${sweeps} sweeps, ${otherSweeps} of them other than built, ${wrong.length} wrong\n`,
      );
    }
    const { file, built } = joltError;
    process.stdout.write(`Jolt ends sweeps up to ${file} m off the surface of shapes of a file, ${built} m off those that it built\n`);
    for (const [name, version] of Object.entries(versions) as [Counted, string | null][]) {
      const { meshes, same, beside, ended, sweeps, otherSweeps, wrong } = seen[name];
      if (version === null) continue;
      expect({ name, wrong }).toEqual({ name, wrong: [] });
      expect(meshes).toBeGreaterThan(isFullRun ? 100 : 30);
      expect(otherSweeps).toBeLessThan(Math.max(1, sweeps / 500));
      expect(ended).toBeLessThan(same / 200);
      // Half of the rays are aimed at edges and vertices.
      expect(beside).toBeLessThan(same / 8);
      expectReadmeRow(name, { rays: same + beside + ended, sweeps });
    }
  });
});

interface Counts {
  meshes: number;
  same: number;
  beside: number;
  /** Casts that an engine ends away from a hull. */
  ended: number;
  sweeps: number;
  /** Sweeps that end elsewhere than on the same shapes built by the engine. */
  otherSweeps: number;
  readonly wrong: string[];
}

function counts(): Counts {
  return { meshes: 0, same: 0, beside: 0, ended: 0, sweeps: 0, otherSweeps: 0, wrong: [] };
}

/** Returns a mesh of the corpus about the origin; `null` for those that are not compared. */
async function sizedMesh(path: string): Promise<TriangleMesh | null> {
  const read = await corpusImport(path);
  if (read instanceof InspectorError) return null;
  const mesh = finiteMesh(read.mesh);
  const bounds = meshBounds(mesh);
  if (bounds === null || mesh.indices.length === 0 || mesh.indices.length / 3 > maxTriangles) return null;
  const extent = Math.max(...bounds.max.map((value, k) => value - bounds.min[k]!));
  if (!(extent > 0 && extent < 1e30)) return null;
  const centre = boundsCenter(bounds);
  return { ...mesh, positions: mesh.positions.map((value, i) => Math.fround(((value - centre[i % 3]!) * size) / extent)) };
}

/** Returns the hull of some vertices, as a collider; `null` if they are nearly in a plane. */
function hullOf({ positions, indices }: TriangleMesh): TriangleMesh | null {
  const used = [...new Set(indices)];
  const whole = convexHull(Float64Array.from(used.flatMap((vertex) => [...positions.subarray(3 * vertex, 3 * vertex + 3)])));
  const step = Math.ceil(whole.positions.length / 3 / maxHullPoints);
  const hull = convexHull(whole.positions.filter((_, i) => Math.floor(i / 3) % step === 0));
  const thinnest = [0, 1, 2].map((k) => {
    const values = hull.positions.filter((_, i) => i % 3 === k);
    return values.reduce((most, value) => Math.max(most, value)) - values.reduce((least, value) => Math.min(least, value));
  });
  if (hull.dimension < 3 || Math.min(...thinnest) < 1e-2 * size || hull.faceFirst.length > 255) return null;
  const triangles = hullTriangles(hull);
  const part = {
    name: 'hull',
    firstTriangle: 0,
    triangleCount: triangles.length / 3,
    worldFromPart: null,
    role: colliderRole({ shape: 'hull' }),
  };
  return { positions: hull.positions, indices: triangles, parts: [part] };
}

function asTriangles(mesh: TriangleMesh): TriangleMesh {
  const role = colliderRole({ shape: 'triangles' });
  return { ...mesh, parts: [{ name: 'mesh', firstTriangle: 0, triangleCount: mesh.indices.length / 3, worldFromPart: null, role }] };
}

function moved(mesh: TriangleMesh, distance: number): TriangleMesh {
  return { ...mesh, positions: mesh.positions.map((value, i) => (i % 3 === 0 ? value + distance : value)) };
}

/** Returns the smallest height of a triangle. */
function heightOf(mesh: TriangleMesh, triangle: number): number {
  const [a, b, c] = triangleVertices(mesh, triangle);
  const sides = [minus(b, a), minus(c, b), minus(a, c)] as const;
  return length(cross(sides[0], sides[1])) / Math.max(...sides.map(length));
}

/** Returns the parts of a mesh for a compound that Bullet builds, in the rounded coordinates that files have. */
function bulletParts(mesh: TriangleMesh): readonly BulletPart[] {
  return singleShapes(shapesOfMesh(mesh, noProgress).shapes, 'Bullet').map(({ shape: { form }, centre, vertices }) => {
    const indices = form.kind === 'exact' ? new Uint32Array() : form.surface.triangles;
    return { isHull: form.kind === 'hull', origin: centre, mesh: { positions: vertices, indices } };
  });
}

function bytesOf(format: BakeFormatName, mesh: TriangleMesh): Uint8Array {
  return bakeMesh(format, inputOf(mesh, [])).bytes;
}

/** Returns `null` where all triangles are degenerate to Jolt. */
function bytesOrNull(format: BakeFormatName, mesh: TriangleMesh): Uint8Array | null {
  try {
    return bytesOf(format, mesh);
  } catch (error) {
    if (error instanceof InspectorError && error.code === 'no-triangles') return null;
    throw error;
  }
}

function toSurface(tree: Tree, mesh: TriangleMesh, { origin, direction }: Ray, distance: number): number {
  const [x, y, z] = normalized(direction)!;
  return closestPoint(tree, mesh, [origin[0] + x * distance, origin[1] + y * distance, origin[2] + z * distance]).closest!.distance;
}
