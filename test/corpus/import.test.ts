import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { InspectorError } from '#core/error';
import type { ImportedMesh } from '#core/import/importer';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { corpusFiles, corpusFolder, describeCorpus, readTable, type CorpusFile } from './corpus.ts';
import { corpusImport } from './corpus-mesh.ts';

/** Formats of the manifest that are read; everything else has to be refused by name. */
const inScope = /^(OBJ|STL ascii|STL binary|PLY .*|OFF|glTF|GLB|FBX .*|COLLADA|3MF|Draco|USD[ACZ]|Q3 BSP .*)$/;

const here = dirname(fileURLToPath(import.meta.url));
/** Where we differ from the manifest, with who is right and why. `ours` is a count or the code of a refusal. */
const differences = new Map(readTable(join(here, 'import-differences.tsv')).map((row) => [row['path'] ?? '', row]));

/** Where we differ from a fact, by path and fact. */
const factDifferences = new Map(readTable(join(here, 'fact-differences.tsv')).map((row) => [`${row['path']} ${row['fact']}`, row]));

/** What was read of a file that has to be readable. */
async function imported(path: string): Promise<ImportedMesh> {
  const found = await corpusImport(path);
  if (found instanceof InspectorError) throw found;
  return found;
}

describeCorpus('files of the manifest', () => {
  const files = corpusFiles().filter(({ path }) => !path.startsWith('malformed/'));
  const read = files.filter(({ format }) => inScope.test(format));
  const refused = files.filter(({ format }) => !inScope.test(format));

  it('are of formats that are read and of others', () => {
    expect([read.length, refused.length].every((count) => count > 0)).toBe(true);
  });

  it('differ from the manifest only where the table of differences says so', () => {
    const paths = new Set(read.map(({ path }) => path));
    expect([...differences.keys()].filter((path) => !paths.has(path))).toEqual([]);
  });

  it.each(read.map((file) => [file.path, file] as const))('%s has its triangles', async (path, file) => {
    const found = await corpusImport(path);
    const ours = found instanceof InspectorError ? found.code : String(found.mesh.indices.length / 3);
    const manifest = file.triangles === null ? '-' : String(file.triangles);
    const difference = differences.get(path);
    if (difference === undefined) expect(ours).toBe(manifest);
    else expect({ manifest, ours }).toEqual({ manifest: difference['manifest'], ours: difference['ours'] });
    if (!(found instanceof InspectorError)) checkMesh(found.mesh, file);
  });

  it.each(refused.map(({ path }) => path))('%s is refused by name', async (path) => {
    expect(await corpusImport(path)).toMatchObject({ code: 'unsupported-format' });
  });
});

describeCorpus('exact facts of the corpus', () => {
  const facts = readTable(join(corpusFolder, 'GEOMETRY_FACTS.tsv')).filter(({ path }) => {
    const ours = differences.get(path ?? '')?.['ours'];
    return ours === undefined || /^\d+$/.test(ours);
  });

  it.each(facts.map((row) => [row['path'] ?? '', row] as const))('%s has its bounds, triangles and broken vertices', async (path, row) => {
    const { mesh, findings } = await imported(path);
    const { min, max } = finiteBounds(mesh);
    const counted = (code: string): number =>
      findings.filter((finding) => finding.code === code && finding.severity === 'error').reduce((sum, { count }) => sum + count, 0);
    expect({
      triangles: mesh.indices.length / 3,
      bbox_min: nineDigits(min),
      bbox_max: nineDigits(max),
      nonfinite_vertices: counted('non-finite-vertices'),
      unusable_faces: counted('unusable-faces'),
    }).toEqual({
      triangles: Number(row['triangles']),
      bbox_min: nineDigits(numbersOf(wantedFact(row, 'bbox_min'))),
      bbox_max: nineDigits(numbersOf(wantedFact(row, 'bbox_max'))),
      nonfinite_vertices: Number(row['nonfinite_vertices']),
      unusable_faces: Number(row['unusable_faces']),
    });
  });
});

describeCorpus('facts of scenes', () => {
  const facts = readTable(join(here, 'scene-facts.tsv'));

  it.each(facts.map((row) => [row['path'] ?? '', row] as const))('%s has its triangles, bounds and area', async (path, row) => {
    const { mesh } = await imported(path);
    const { min, max } = finiteBounds(mesh);
    expect({ triangles: mesh.indices.length / 3, min: nineDigits(min), max: nineDigits(max) }).toEqual({
      triangles: Number(row['triangles']),
      min: nineDigits(numbersOf(row['bbox_min'])),
      max: nineDigits(numbersOf(row['bbox_max'])),
    });
    if (row['area'] !== '-') expect(areaOf(mesh) / Number(row['area'])).toBeCloseTo(1, 9);
  });
});

/** The fact, or what the table of differences puts in its place as long as the fact is what the table says. */
function wantedFact(row: Record<string, string>, fact: string): string | undefined {
  const difference = factDifferences.get(`${row['path']} ${fact}`);
  return difference !== undefined && difference['theirs'] === row[fact] ? difference['ours'] : row[fact];
}

/** Formats whose vertices the manifest counts once for each corner with a normal or a colour of its own: we count positions. */
const countsCorners = /^(COLLADA|FBX .*)$/;

/** What every mesh promises: indices in range, and parts that cover the triangles once in order. */
function checkMesh({ positions, indices, parts }: TriangleMesh, { vertices, path, format }: CorpusFile): void {
  const vertexCount = positions.length / 3;
  if (vertices !== null && !differences.has(path) && !countsCorners.test(format)) expect(vertexCount).toBe(vertices);
  let max = -1;
  for (const index of indices) if (index > max) max = index;
  expect(max).toBeLessThan(vertexCount);
  let next = 0;
  for (const { firstTriangle, triangleCount } of parts) {
    expect(firstTriangle).toBe(next);
    expect(triangleCount).toBeGreaterThan(0);
    next += triangleCount;
  }
  expect(next).toBe(indices.length / 3);
}

/** Of the finite vertices that triangles use, as the facts were counted. */
function finiteBounds({ positions, indices }: TriangleMesh): { min: number[]; max: number[] } {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const index of indices) {
    const at = 3 * index;
    if (!Number.isFinite(positions[at]!) || !Number.isFinite(positions[at + 1]!) || !Number.isFinite(positions[at + 2]!)) continue;
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[at + axis]!;
      if (value < min[axis]!) min[axis] = value;
      if (value > max[axis]!) max[axis] = value;
    }
  }
  return { min, max };
}

function areaOf({ positions, indices }: TriangleMesh): number {
  let twice = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [ax = 0, ay = 0, az = 0] = positions.subarray(3 * indices[i]!);
    const [bx = 0, by = 0, bz = 0] = positions.subarray(3 * indices[i + 1]!);
    const [cx = 0, cy = 0, cz = 0] = positions.subarray(3 * indices[i + 2]!);
    const [ux, uy, uz, vx, vy, vz] = [bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az];
    twice += Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
  }
  return twice / 2;
}

function numbersOf(text = ''): number[] {
  return text.split(' ').map(Number);
}

/** The facts are printed so; -0 counts as 0. */
function nineDigits(values: readonly number[]): string {
  return values.map((value) => Number(value.toPrecision(9)) + 0).join(' ');
}
