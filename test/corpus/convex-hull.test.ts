import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { triangleGroups, groupPoints } from '#core/convex/triangle-groups';
import { bodyRecord, decomposeMesh } from '#core/convex/decompose/decompose-mesh';
import { convexHull } from '#core/convex/hull/convex-hull';
import { hullMeasures } from '#core/convex/hull/hull-measures';
import { meshBounds } from '#core/mesh/bounds';
import { surfaceMeasures } from '#core/mesh/surface-measures';
import { decomposeOptions } from '#core/options/decompose-options';
import { defaultValues } from '#core/options/option';
import { describe, expect, it } from 'vitest';
import { SkippedTask } from '../bench/bench-task.ts';
import { compileCgal } from '../bench/cgal/compile-cgal.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { describeCorpus } from './corpus.ts';
import { corpusMesh, corpusMeshPaths } from './corpus-mesh.ts';
import { coveringFiles } from './covering-sample.ts';

/** Vertices above which a mesh is left to the full run. */
const maxVertices = isFullRun ? Infinity : 60_000;

function compiled(): string | null {
  try {
    return compileCgal('hulls-and-sides');
  } catch (thrown) {
    if (!(thrown instanceof SkippedTask)) throw thrown;
    console.warn(`SKIPPED "convex hulls against CGAL": ${thrown.message}`);
    return null;
  }
}

const program = compiled();

/** Returns a line for each set of points: its number of vertices and faces, volume and area. */
function hullsOfCgal(path: string, sets: readonly Uint8Array[]): string {
  const file = join(temporaryFolder(), 'points.bin');
  writeFileSync(file, Buffer.concat(sets));
  const { status, stdout } = spawnSync(path, ['hulls', file], { encoding: 'utf8', maxBuffer: 1 << 26 });
  expect(status).toBe(0);
  return stdout;
}

describeCorpus('convex hulls of the corpus', () => {
  if (program === null) return describe.skip('against CGAL (not installed)', () => it('needs CGAL', () => {}));
  it('of the brushes of a level have the volume of the level by CGAL, so their union has no phantom volume', async () => {
    const mesh = (await corpusMesh('level/openarena/oa_dm1.brushes.obj'))!;
    const options = { ...defaultValues(decomposeOptions), method: 'hull' } as const;
    const { bodies, phantomVolume, missingVolume } = await decomposeMesh(mesh, options, {});
    const sets = triangleGroups(mesh, 'part').map((group) => {
      const points = groupPoints(mesh, group);
      return Buffer.concat([Buffer.from(Uint32Array.of(points.length / 3).buffer), Buffer.from(points.slice().buffer)]);
    });
    const theirs = hullsOfCgal(program, sets)
      .trim()
      .split('\n')
      .map((line) => Number(line.split(' ')[2]));
    expect(bodies).toHaveLength(529);
    expect(theirs).toHaveLength(529);
    const sum = theirs.reduce((total, volume) => total + volume, 0);
    const own = bodies.reduce((total, body) => total + bodyRecord(body).volume!, 0);
    expect(own / sum).toBeCloseTo(1, 12);
    // The brushes fill their hulls but for the six digits of their vertices. So the true phantom volume is at most this.
    const atMost = sum - surfaceMeasures(mesh).volume!;
    expect(atMost).toBeGreaterThan(0);
    expect(atMost).toBeLessThan(1e-4);
    expect({ phantomVolume, missingVolume }).toEqual({ phantomVolume: 0, missingVolume: 0 });
  });

  it('have the vertices, faces, volume and area of those of CGAL', async () => {
    const names: string[] = [];
    const ours: (readonly number[] | null)[] = [];
    const sets: Uint8Array[] = [];
    for (const path of coveringFiles('convex-hull', corpusMeshPaths())) {
      const mesh = await corpusMesh(path);
      if (mesh === null || mesh.positions.length / 3 > maxVertices || meshBounds(mesh) === null) continue;
      const points = groupPoints(mesh, triangleGroups(mesh, 'whole')[0]!);
      const hull = convexHull(points);
      const { volume, area } = hullMeasures(hull);
      names.push(path);
      ours.push(hull.dimension < 3 ? null : [hull.positions.length / 3, hull.faceFirst.length - 1, volume, area]);
      sets.push(new Uint8Array(Uint32Array.of(points.length / 3).buffer), new Uint8Array(points.slice().buffer));
    }
    const stdout = hullsOfCgal(program, sets);
    const theirs = stdout.trim().split('\n');
    expect(theirs.length).toBe(names.length);
    expect(names.length).toBeGreaterThan(isFullRun ? 200 : 40);
    theirs.forEach((line, i) => {
      const own = ours[i]!;
      if (line === 'flat' || own === null) return expect(own === null, names[i]).toBe(line === 'flat');
      const [vertices, faces, volume, area] = line.split(' ').map(Number);
      expect([own[0], own[1]], names[i]).toEqual([vertices, faces]);
      // Of the thinnest hulls, rounding leaves no digit of the volume.
      expect(Math.abs(own[2]! - volume!), names[i]).toBeLessThanOrEqual(1e-7 * volume! + 1e-13 * area! ** 1.5);
      expect(own[3]! / area!, names[i]).toBeCloseTo(1, 6);
    });
  });
});
