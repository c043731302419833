import { join } from 'node:path';
import Module from 'manifold-3d';
import { expect, it } from 'vitest';
import { checkHealth, type HealthFinding } from '#core/health/check-health';
import { nearVertices } from '#core/health/near-vertices';
import { boundsCenter, meshBounds } from '#core/mesh/bounds';
import { massProperties } from '#core/mesh/mass-properties';
import { edgeCount, meshTopology, sidesOnEdge, topologyOfWelded } from '#core/mesh/topology';
import { partOfTriangle, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { findRoot } from '#core/mesh/union-find';
import { healthOptions, type HealthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import { noProgress } from '#core/progress';
import { corpusMesh } from './corpus-mesh.ts';
import { corpusFolder, describeCorpus, readTable } from './corpus.ts';

async function findings(path: string, options: Partial<HealthOptions> = {}): Promise<readonly HealthFinding[]> {
  return checkHealth((await corpusMesh(path))!, { ...defaultValues(healthOptions), ...options }).findings;
}

async function finding(path: string, code: string, options: Partial<HealthOptions> = {}): Promise<HealthFinding | undefined> {
  return (await findings(path, options)).find((other) => other.code === code);
}

/** Names of the parts whose volume is by more than a hundredth less than that of the convex hull of their vertices. */
async function brushesWithMissingVolume(mesh: TriangleMesh): Promise<readonly string[]> {
  const manifold = await Module();
  // It adds the functions.
  manifold.setup();
  return mesh.parts.flatMap(({ name, firstTriangle, triangleCount }) => {
    const indices = mesh.indices.slice(3 * firstTriangle, 3 * (firstTriangle + triangleCount));
    const points = [...new Set(indices)].map((vertex): [number, number, number] => [mesh.positions[3 * vertex]!, mesh.positions[3 * vertex + 1]!, mesh.positions[3 * vertex + 2]!]);
    const hull = manifold.Manifold.hull(points);
    const whole = hull.volume();
    hull.delete();
    return massProperties({ ...mesh, indices, parts: [] }, 1, points[0]!)!.volume < 0.99 * whole ? [name] : [];
  });
}

/** Of GEOMETRY_FACTS.tsv: welded again at 1e-6 of the diagonal, the union of all pairs within that. */
describeCorpus('welding within a tolerance', () => {
  const rows = readTable(join(corpusFolder, 'GEOMETRY_FACTS.tsv')).filter((row) => Number(row['triangles']) < 150_000 && row['tol_boundary_edges'] !== '-');
  it.each(rows.map((row) => [row['path'] ?? '', row] as const))('%s', async (path, row) => {
    const mesh = (await corpusMesh(path))!;
    const { boundary, nonManifold } = edgesAfterWelding(mesh, 1e-6 * diagonalOf(mesh));
    expect({ boundary, nonManifold }).toEqual({ boundary: Number(row['tol_boundary_edges']), nonManifold: Number(row['tol_nonmanifold_edges']) });
  });
});

function edgesAfterWelding(mesh: TriangleMesh, distance: number): { readonly boundary: number; readonly nonManifold: number } {
  const topology = meshTopology(mesh);
  const { clusters } = nearVertices(mesh, topology, distance, 1e9, noProgress);
  const welded = topologyOfWelded(mesh, topology.welded.map((vertex) => findRoot(clusters, vertex)));
  let boundary = 0, nonManifold = 0;
  for (let edge = 0; edge < edgeCount(welded); edge++) {
    if (sidesOnEdge(welded, edge) === 1) boundary++;
    if (sidesOnEdge(welded, edge) > 2) nonManifold++;
  }
  return { boundary, nonManifold };
}

function diagonalOf(mesh: TriangleMesh): number {
  const { min, max } = meshBounds(mesh)!;
  return Math.hypot(...max.map((high, axis) => high - min[axis]!));
}

/** Of GROUND_TRUTH.md: what trimesh has from the CAD program, and what its tessellation has. */
describeCorpus('mass properties of CAD parts', () => {
  it.each([
    ['formats/stl/angle_block.STL', 0.036127, { volume: 1.144795, mass: 0.041358, centre: [0, 0.436105, -0.599006] }, 1.145523],
    ['formats/stl/idler_riser.STL', 0.09754366, { volume: 1.488857, mass: 0.14522859, centre: [1.25, 1.21830489, 0.20084261] }, 1.487803],
  ] as const)('%s', async (path, density, cad, tessellated) => {
    const mesh = (await corpusMesh(path))!;
    const { volume, mass, centre } = massProperties(mesh, density, boundsCenter(meshBounds(mesh)!))!;
    expect(volume).toBeCloseTo(tessellated, 6);
    // The arcs of the part are chords here: a thousandth.
    expect(Math.abs(volume / cad.volume - 1)).toBeLessThan(1e-3);
    expect(Math.abs(mass / cad.mass - 1)).toBeLessThan(1e-3);
    centre.forEach((x, k) => expect(Math.abs(x - cad.centre[k]!)).toBeLessThan(2e-3));
  });
});

describeCorpus('findings of real meshes', () => {
  it('a singular vertex that every edge test misses', async () => {
    const { count, elements } = (await finding('defects/cgal/isolated_singular_vertex_one_cc.off', 'non-manifold-vertices'))!;
    expect([count, [...elements.words]]).toEqual([1, [4]]);
  });

  it('the five holes of the bunny, with all boundary edges', async () => {
    const { count, elements } = (await finding('scan/stanford-bunny.obj', 'boundary-loops'))!;
    expect([count, elements.words.length / 2]).toEqual([5, 223]);
    expect((await finding('scan/stanford-bunny.obj', 'unused-vertices'))!.count).toBe(1113);
  });

  /** GROUND_TRUTH.md calls every brush convex. Manifold's hulls of the same points say otherwise of four, and so do we. */
  it.each([
    ['oa_dm1', 529, []],
    ['aggressor', 824, []],
    ['q3dm6ish', 440, []],
    ['oa_shouse', 2811, ['brush_0784_solid', 'brush_0888_solid', 'brush_1745_solid']],
    ['oasago2', 2176, ['brush_0204_solid']],
  ] as const)('every brush of %s is a closed hull, dented where Manifold finds volume missing', async (name, brushes, dented) => {
    const path = `level/openarena/${name}.brushes.obj`;
    const mesh = (await corpusMesh(path))!;
    expect(mesh.parts).toHaveLength(brushes);
    expect(await finding(path, 'open-hulls', { hulls: 'parts' })).toBeUndefined();
    const ours = await finding(path, 'dented-hulls', { hulls: 'parts', hullTolerance: 0.01 });
    const groups = [...(ours?.elements.groups ?? [0])].slice(0, -1);
    expect(groups.map((first) => mesh.parts[partOfTriangle(mesh, ours!.elements.words[first]!)!]!.name)).toEqual(dented);
    expect(await brushesWithMissingVolume(mesh)).toEqual(dented);
  });

  it('a convex decomposition is of convex hulls, and the duck itself is none', async () => {
    const duck = 'pairs_visual_collision/bullet/duck';
    expect((await findings(`${duck}_vhacd.obj`, { hulls: 'components' })).filter(({ code }) => code.endsWith('hulls'))).toEqual([]);
    expect(await finding(`${duck}.obj`, 'dented-hulls', { hulls: 'components' })).toBeDefined();
  });

  it('a terrain in map coordinates is too far out for f32, and not for f64', async () => {
    const path = 'large_coords/openfoam_terrain_UTM.obj';
    expect((await finding(path, 'precision-loss'))!.count).toBe(21_186);
    expect(await finding(path, 'precision-loss', { engineNumbers: 'f64' })).toBeUndefined();
  });

  it('a cube whose triangles are wound at random', async () => {
    expect(await findings('defects/cgal/cube-shuffled.off')).toMatchObject([{ code: 'inconsistent-winding', count: 9 }]);
  });
});
