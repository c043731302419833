import { join } from 'node:path';
import Module from 'manifold-3d';
import { beforeAll, expect, it } from 'vitest';
import { checkHealth, type HealthReport } from '#core/health/report/check-health';
import { boundsCenter, meshBounds } from '#core/mesh/bounds';
import { edgeCount, isForward, meshTopology } from '#core/mesh/topology';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { healthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import { corpusMesh, corpusMeshPaths } from './corpus-mesh.ts';
import { corpusFolder, describeCorpus, readTable } from './corpus.ts';
import { physxFlags, physxValidator, type PhysxFlag } from './physx-validator.ts';

/** Both programs look at every pair of triangles. */
const maxTriangles = 2500;
const known = readTable(join(import.meta.dirname, 'second-opinions.tsv'));

/**
 * PhysX's `validateTriangleMesh` and Manifold about the meshes of the corpus, in f32 about their middle, as PhysX has them, with equal
 * positions made one. Where PhysX and we differ is in `second-opinions.tsv`, with who is right and why. Manifold takes a mesh
 * exactly where as many triangles run along every edge in one direction as in the other.
 */
describeCorpus('second opinions', () => {
  const options = { ...defaultValues(healthOptions), only: 'self-intersections,nearly-equal-vertices' };
  let physx: Awaited<ReturnType<typeof physxValidator>>;
  let manifold: Awaited<ReturnType<typeof Module>>;
  beforeAll(async () => {
    physx = await physxValidator();
    manifold = await Module();
    // It adds the functions.
    manifold.setup();
  });

  it('of PhysX and Manifold agree with ours, or the table says why not', async () => {
    const differences: string[] = [];
    let meshes = 0;
    const facts = readTable(join(corpusFolder, 'GEOMETRY_FACTS.tsv'));
    const small = new Set(facts.flatMap((row) => (Number(row['triangles']) <= maxTriangles ? [row['path'] ?? ''] : [])));
    for (const path of corpusMeshPaths().filter((name) => small.has(name))) {
      const mesh = asPhysx(await corpusMesh(path));
      if (mesh === null) continue;
      meshes++;
      const ours = flagsOf(checkHealth(mesh, options));
      const theirs = physx(mesh);
      for (const flag of physxFlags)
        if (theirs.has(flag) !== ours.has(flag)) differences.push(`${path} ${flag} ${theirs.has(flag) ? 'PhysX' : 'Boxwood'}`);
      expect(isTaken(mesh), `${path}: Manifold`).toBe(areEdgesBalanced(mesh));
    }
    expect(meshes).toBeGreaterThan(90);
    expect(differences.toSorted()).toEqual(known.map((row) => `${row['path']} ${row['flag']} ${row['found by']}`).toSorted());
    for (const row of known) expect([row['right'], row['reason']]).toEqual(['ours', expect.stringMatching(/\w{3}/)]);
  });

  /**
   * PhysX collects, for every triangle, those whose boxes meet its own, and then tests not these but as many from the front of the mesh: `triangles[j]`
   * where `triangles[candidateTriangleIndices[j]]` is meant (`ExtDelaunayBoundaryInserter.cpp`, `meshContainsSelfIntersections`, 5.6).
   */
  it('of PhysX is ours where a crossing pair stands at the front of the mesh, which it misses elsewhere', async () => {
    const missed = known.filter((row) => row['reason']?.includes('PhysX tests the first triangles of the mesh'));
    expect(missed).toHaveLength(9);
    for (const { path = '' } of missed) {
      const mesh = asPhysx(await corpusMesh(path))!;
      const { words } = checkHealth(mesh, options).findings.find(({ code }) => code === 'self-intersections')!.elements;
      const pairs = Array.from({ length: words.length / 2 }, (_, pair) => words.subarray(2 * pair, 2 * pair + 2)).filter(
        ([a, b]) => !shareVertex(mesh, a!, b!),
      );
      expect(
        pairs.some((pair) => physx(withFirst(mesh, pair)).has('eSELF_INTERSECTIONS')),
        path,
      ).toBe(true);
    }
  });

  function isTaken({ positions, indices }: TriangleMesh): boolean {
    try {
      const solid = new manifold.Manifold(
        new manifold.Mesh({ numProp: 3, vertProperties: Float32Array.from(positions), triVerts: indices }),
      );
      const status = solid.status();
      solid.delete();
      return status === 'NoError';
    } catch {
      return false;
    }
  }
});

function flagsOf({
  findings,
  facts: { boundaryEdges, nonManifoldEdges, inconsistentEdges, selfIntersectingPairs },
}: HealthReport): ReadonlySet<PhysxFlag> {
  const flags = new Set<PhysxFlag>();
  if (boundaryEdges > 0) flags.add('eOPEN_BOUNDARIES');
  if (nonManifoldEdges > 0) flags.add('eEDGE_SHARED_BY_MORE_THAN_TWO_TRIANGLES');
  if (inconsistentEdges > 0) flags.add('eINCONSISTENT_TRIANGLE_ORIENTATION');
  if (selfIntersectingPairs !== 0) flags.add('eSELF_INTERSECTIONS');
  if (findings.some(({ code }) => code === 'nearly-equal-vertices')) flags.add('eCONTAINS_DUPLICATE_POINTS');
  return flags;
}

/** Finite triangles of three different positions of 32 bits; `null` without any. */
function asPhysx(mesh: TriangleMesh | null): TriangleMesh | null {
  const bounds = mesh === null ? null : meshBounds(mesh);
  if (mesh === null || bounds === null) return null;
  const centre = boundsCenter(bounds);
  const numbers = new Map<string, number>();
  const positions: number[] = [];
  const indices: number[] = [];
  const numberOf = (vertex: number): number => {
    const point = [0, 1, 2].map((axis) => Math.fround(mesh.positions[3 * vertex + axis]! - centre[axis]!) + 0);
    const key = point.join();
    const number = numbers.get(key) ?? numbers.size;
    if (number === numbers.size) positions.push(...point);
    numbers.set(key, number);
    return number;
  };
  for (let triangle = 0; triangle < triangleCount(mesh); triangle++) {
    if (!isFiniteTriangle(mesh, triangle)) continue;
    const corners = [0, 1, 2].map((corner) => numberOf(mesh.indices[3 * triangle + corner]!));
    if (new Set(corners).size === 3) indices.push(...corners);
  }
  if (indices.length === 0) return null;
  return {
    positions: Float64Array.from(positions),
    indices: Uint32Array.from(indices),
    parts: [{ name: '', firstTriangle: 0, triangleCount: indices.length / 3, worldFromPart: null }],
  };
}

function shareVertex({ indices }: TriangleMesh, a: number, b: number): boolean {
  return indices.subarray(3 * a, 3 * a + 3).some((vertex) => indices.subarray(3 * b, 3 * b + 3).includes(vertex));
}

/** The same mesh with these triangles in front. */
function withFirst(mesh: TriangleMesh, first: Uint32Array): TriangleMesh {
  const order = [
    ...first,
    ...Array.from({ length: triangleCount(mesh) }, (_, triangle) => triangle).filter((triangle) => !first.includes(triangle)),
  ];
  return { ...mesh, indices: Uint32Array.from(order.flatMap((triangle) => [...mesh.indices.subarray(3 * triangle, 3 * triangle + 3)])) };
}

function areEdgesBalanced(mesh: TriangleMesh): boolean {
  const topology = meshTopology(mesh);
  for (let edge = 0; edge < edgeCount(topology); edge++) {
    let forward = 0;
    for (let at = topology.edgeFirst[edge]!; at < topology.edgeFirst[edge + 1]!; at++)
      forward += isForward(topology, topology.edgeSides[at]!) ? 1 : -1;
    if (forward !== 0) return false;
  }
  return true;
}
