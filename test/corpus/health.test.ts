import { join } from 'node:path';
import Module from 'manifold-3d';
import { expect, it } from 'vitest';
import { checkHealth, type HealthFinding } from '#core/health/report/check-health';
import { studyMesh } from '#core/health/study/mesh-study';
import { nearVertices } from '#core/health/checks/shared/near-vertices';
import { theKernel } from '#core/kernel/index';
import { boundsCenter, meshBounds } from '#core/mesh/bounds';
import { massProperties } from '#core/mesh/mass-properties';
import { edgeCount, sidesOnEdge, topologyOfWelded } from '#core/mesh/topology';
import { partOfTriangle, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { findRoot } from '#core/mesh/union-find';
import { healthOptions, type HealthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import { noProgress } from '#core/progress';
import { corpusMesh } from './corpus-mesh.ts';
import { corpusFolder, describeCorpus, readTable } from './corpus.ts';
import { coveringFiles } from './covering-sample.ts';

async function findings(path: string, options: Partial<HealthOptions> = {}): Promise<readonly HealthFinding[]> {
  return checkHealth((await corpusMesh(path))!, { ...defaultValues(healthOptions), ...options }).findings;
}

async function finding(path: string, code: string, options: Partial<HealthOptions> = {}): Promise<HealthFinding | undefined> {
  return (await findings(path, { only: code, ...options })).find((other) => other.code === code);
}

/** Names of the parts whose volume is by more than a hundredth less than that of the convex hull of their vertices. */
async function brushesWithMissingVolume(mesh: TriangleMesh): Promise<readonly string[]> {
  const manifold = await Module();
  // It adds the functions.
  manifold.setup();
  return mesh.parts.flatMap(({ name, firstTriangle, triangleCount }) => {
    const indices = mesh.indices.slice(3 * firstTriangle, 3 * (firstTriangle + triangleCount));
    const points = [...new Set(indices)].map((vertex): [number, number, number] => [
      mesh.positions[3 * vertex]!,
      mesh.positions[3 * vertex + 1]!,
      mesh.positions[3 * vertex + 2]!,
    ]);
    const hull = manifold.Manifold.hull(points);
    const whole = hull.volume();
    hull.delete();
    return massProperties({ ...mesh, indices, parts: [] }, 1, points[0]!)!.volume < 0.99 * whole ? [name] : [];
  });
}

/** Of GEOMETRY_FACTS.tsv: welded again at 1e-6 of the diagonal, the union of all pairs within that. */
describeCorpus('welding within a tolerance', () => {
  const rows = readTable(join(corpusFolder, 'GEOMETRY_FACTS.tsv')).filter(
    (row) => Number(row['triangles']) < 150_000 && row['tol_boundary_edges'] !== '-',
  );
  const paths = new Set(
    coveringFiles(
      'welding',
      rows.map((row) => row['path'] ?? ''),
    ),
  );
  it.each(rows.map((row) => [row['path'] ?? '', row] as const).filter(([path]) => paths.has(path)))('%s', async (path, row) => {
    const mesh = (await corpusMesh(path))!;
    const { boundary, nonManifold } = edgesAfterWelding(mesh, 1e-6 * diagonalOf(mesh));
    expect({ boundary, nonManifold }).toEqual({
      boundary: Number(row['tol_boundary_edges']),
      nonManifold: Number(row['tol_nonmanifold_edges']),
    });
  });
});

function edgesAfterWelding(mesh: TriangleMesh, distance: number): { readonly boundary: number; readonly nonManifold: number } {
  const study = studyMesh(mesh, defaultValues(healthOptions), theKernel);
  const { topology } = study;
  const { clusters } = nearVertices(study, distance, 1e9, noProgress);
  const welded = topologyOfWelded(
    mesh,
    topology.welded.map((vertex) => findRoot(clusters, vertex)),
  );
  let boundary = 0;
  let nonManifold = 0;
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

/**
 * Volume, centre and inertia about it (6: xx, yy, zz, xy, yz, zx) of a solid of density 1 by integrals over its surface, not over tetrahedra as ours: Eberly, "Polyhedral Mass Properties
 * (Revisited)", 2002.
 */
function bySurface(
  { positions, indices }: TriangleMesh,
  about: readonly number[],
): { readonly volume: number; readonly centre: readonly number[]; readonly inertia: readonly number[] } {
  const sums = new Float64Array(10);
  const powers = (a: number, b: number, c: number): readonly number[] => {
    const f1 = a + b + c;
    const s = a * a + b * (a + b);
    const f2 = s + c * f1;
    return [f1, f2, a * a * a + b * s + c * f2, f2 + a * (f1 + a), f2 + b * (f1 + b), f2 + c * (f1 + c)];
  };
  for (let i = 0; i < indices.length; i += 3) {
    const at = (corner: number, axis: number): number => positions[3 * indices[i + corner]! + axis]! - about[axis]!;
    const [x, y, z] = [0, 1, 2].map((axis) => [at(0, axis), at(1, axis), at(2, axis)] as const) as [
      readonly [number, number, number],
      readonly [number, number, number],
      readonly [number, number, number],
    ];
    const area = (u: readonly number[], v: readonly number[]): number =>
      (u[1]! - u[0]!) * (v[2]! - v[0]!) - (u[2]! - u[0]!) * (v[1]! - v[0]!);
    const n = [area(y, z), area(z, x), area(x, y)] as const;
    const fx = powers(...x);
    const fy = powers(...y);
    const fz = powers(...z);
    const mixed = (u: readonly number[], f: readonly number[]): number => u[0]! * f[3]! + u[1]! * f[4]! + u[2]! * f[5]!;
    [
      n[0] * fx[0]!,
      n[0] * fx[1]!,
      n[1] * fy[1]!,
      n[2] * fz[1]!,
      n[0] * fx[2]!,
      n[1] * fy[2]!,
      n[2] * fz[2]!,
      n[0] * mixed(y, fx),
      n[1] * mixed(z, fy),
      n[2] * mixed(x, fz),
    ].forEach((term, k) => (sums[k]! += term));
  }
  const s = sums.map((sum, k) => sum / [6, 24, 24, 24, 60, 60, 60, 120, 120, 120][k]!);
  const volume = s[0]!;
  const [cx, cy, cz] = [s[1]! / volume, s[2]! / volume, s[3]! / volume] as const;
  const xx = s[4]! - volume * cx * cx;
  const yy = s[5]! - volume * cy * cy;
  const zz = s[6]! - volume * cz * cz;
  return {
    volume,
    centre: [cx + about[0]!, cy + about[1]!, cz + about[2]!],
    inertia: [yy + zz, zz + xx, xx + yy, volume * cx * cy - s[7]!, volume * cy * cz - s[8]!, volume * cz * cx - s[9]!],
  };
}

describeCorpus('inertia of closed meshes', () => {
  const closed = readTable(join(corpusFolder, 'GEOMETRY_FACTS.tsv')).filter(
    (row) => row['closed_oriented_manifold_edges'] === '1' && Number(row['triangles']) <= 20_000 && Number(row['signed_volume']) > 0,
  );

  it('is that of another formula, and its axes are principal', async () => {
    expect(closed.length).toBeGreaterThan(20);
    const apart: string[] = [];
    for (const { path } of closed) {
      const mesh = (await corpusMesh(path!))!;
      const { mass } = checkHealth({ ...mesh, parts: [] }, { ...defaultValues(healthOptions), only: 'boundary-loops', density: 2 });
      const diagonal = diagonalOf(mesh);
      const { volume, centre, inertia } = bySurface(mesh, boundsCenter(meshBounds(mesh)!));
      if (mass === null || volume < 1e-9 * diagonal ** 3) continue;
      expect([path, mass.surface]).toEqual([path, 'closed']);
      const ours = [0, 4, 8, 1, 5, 2].map((k) => mass.inertia[k]! / 2);
      const off = Math.max(
        Math.abs(mass.volume - volume) / diagonal ** 3,
        ...centre.map((x, k) => Math.abs(x - mass.centre[k]!) / diagonal),
        ...inertia.map((moment, k) => Math.abs(moment - ours[k]!) / diagonal ** 5),
      );
      const turned = mass.principalAxes.map(
        (axis, a) =>
          Math.hypot(
            ...[0, 1, 2].map(
              (row) => axis.reduce((sum, x, k) => sum + mass.inertia[3 * row + k]! * x, 0) - mass.principalMoments[a]! * axis[row]!,
            ),
          ) / mass.principalMoments[2],
      );
      if (off > 1e-9 || Math.max(...turned) > 1e-9 || Math.min(...mass.principalMoments) < 0)
        apart.push(`${path} ${off} ${Math.max(...turned)}`);
    }
    expect(apart).toEqual([]);
    expect(closed.length).toBeGreaterThan(20);
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
