import { isClosed } from '#core/mesh/is-closed';
import { meshBounds } from '#core/mesh/bounds';
import { triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { triangleVertices } from '#core/mesh/triangle-vertices';
import { insideMany } from '#core/query/batch/inside-many';
import { insideCode, onCode, outsideCode } from '#core/query/inside/query';
import { createWindingTree } from '#core/query/inside/winding-tree';
import { afterAll, expect, it } from 'vitest';
import { SkippedTask } from '../bench/bench-task.ts';
import { cgalSides } from '../bench/cgal/cgal-process.ts';
import { seededRandom } from '../fixtures/random.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { treed } from '../fixtures/treed.ts';
import { describeCorpus } from './corpus.ts';
import { corpusMesh, corpusMeshPaths } from './corpus-mesh.ts';
import { coveringFiles } from './covering-sample.ts';

/** Points of each mesh: half of them anywhere in a box a tenth larger than its bounds, half close to its surface. */
const count = 1000;
const maxTriangles = isFullRun ? 200_000 : 6_000;

function pointsOf(mesh: TriangleMesh): Float64Array {
  const random = seededRandom(triangleCount(mesh));
  const { min, max } = meshBounds(mesh)!;
  const points: number[] = [];
  for (let i = 0; i < count / 2; i++) for (let k = 0; k < 3; k++) points.push(min[k]! + (1.1 * random() - 0.05) * (max[k]! - min[k]!));
  for (let i = 0; i < count / 2; i++) {
    const [a, b, c] = triangleVertices(mesh, Math.floor(random() * triangleCount(mesh)));
    const [u, v] = [random() / 2, random() / 2];
    const size = 10 ** (-6 * random()) * Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
    for (const k of [0, 1, 2] as const) points.push(a[k] + u * (b[k] - a[k]) + v * (c[k] - a[k]) + (2 * random() - 1) * size);
  }
  return Float64Array.from(points);
}

describeCorpus('points inside closed meshes, against CGAL', () => {
  const seen = { compared: 0, refused: 0, inside: 0, outside: 0 };
  let skipped = false;

  it.each(coveringFiles('inside-cgal', corpusMeshPaths()))('%s: the side of each point is that of CGAL', async (path) => {
    const mesh = skipped ? null : await corpusMesh(path);
    if (mesh === null || triangleCount(mesh) < 4 || triangleCount(mesh) > maxTriangles || !isClosed(mesh)) return;
    const points = pointsOf(mesh);
    let found: Awaited<ReturnType<typeof cgalSides>>;
    try {
      found = await cgalSides(mesh, points);
    } catch (thrown) {
      if (!(thrown instanceof SkippedTask)) throw thrown;
      skipped = true;
      return console.warn(`SKIPPED "points inside closed meshes, against CGAL": ${thrown.message}`);
    }
    if ('refused' in found) return void seen.refused++;
    const { sides } = found;
    const { inside, windings } = insideMany(createWindingTree(treed(mesh).tree, mesh), { points });
    const differing: string[] = [];
    expect(sides).toHaveLength(count);
    for (let i = 0; i < count; i++) {
      const winding = Math.round(windings[i]!);
      // CGAL counts crossings: inside two shells of one orientation it is outside. There only the parity is compared.
      const wanted = sides[i] === 'b' ? [onCode] : Math.abs(winding) > 1 ? [inside[i]!] : [sides[i] === 'i' ? insideCode : outsideCode];
      const isSameParity = inside[i] === onCode || (Math.abs(winding) % 2 === 1) === (sides[i] === 'i');
      if (!wanted.includes(inside[i]!) || !isSameParity) differing.push(`point ${i}: ${sides[i]}, ${inside[i]}, winding ${windings[i]}`);
      if (sides[i] === 'i') seen.inside++;
      if (sides[i] === 'o') seen.outside++;
    }
    expect(differing).toEqual([]);
    seen.compared++;
  });

  afterAll(() => {
    if (skipped) return;
    console.log(`CGAL: ${JSON.stringify(seen)}`);
    expect(seen.compared).toBeGreaterThan(10);
    expect(seen.inside).toBeGreaterThan(1000);
    expect(seen.outside).toBeGreaterThan(1000);
  });
});
