import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkHealth, type HealthFacts } from '#core/health/report/check-health';
import { triangleCount } from '#core/mesh/triangle-mesh';
import { healthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import { isFullRun } from '../fixtures/scale.ts';
import { corpusMesh } from './corpus-mesh.ts';
import { corpusFiles, corpusFolder, describeCorpus, readTable } from './corpus.ts';

/** Columns of GEOMETRY_FACTS.tsv, by the names that `facts` has for them. Counts are compared as they are. */
const counts = {
  triangles: 'triangles',
  weldedVertices: 'welded_vertices',
  edges: 'edges',
  boundaryEdges: 'boundary_edges',
  nonManifoldEdges: 'nonmanifold_edges',
  inconsistentEdges: 'inconsistent_edges',
  duplicateTriangles: 'duplicate_faces',
  repeatedVertexTriangles: 'repeated_vertex_faces',
  zeroAreaTriangles: 'zero_area_exact',
  components: 'components',
  selfIntersectingPairs: 'si_pairs',
  nonFiniteVertices: 'nonfinite_vertices',
} as const satisfies Partial<Record<keyof HealthFacts, string>>;

const onlyIntersections = { ...defaultValues(healthOptions), only: 'self-intersections' };
/** Larger meshes get in a short run only the check that the facts tell of: the others take as long again, and change no fact. */
const maxForAllChecks = 2_000;

/** Where an import differs from a fact, with who is right: `fact-differences.tsv`. */
const differences = readTable(join(import.meta.dirname, 'fact-differences.tsv'));

/** Formats of the manifest without a row of facts: side files, and what the facts' own readers did not take (FBX, COLLADA, 3MF, USD, Draco). */
const outOfScope = [
  '3MF',
  'COLLADA',
  'Draco',
  'FBX ascii/other',
  'FBX binary',
  'JSON',
  'Q3 BSP v46',
  'USDA',
  'USDC',
  'USDZ',
  'glTF buffer',
];

/** Files with triangles of the other formats that have no row: the first has no finite vertex. */
const withoutRow = ['formats/obj/draco/inf_nan.obj', 'formats/ply/fuze_ascii.ply'];

describeCorpus('facts of every mesh', () => {
  const rows = readTable(join(corpusFolder, 'GEOMETRY_FACTS.tsv'));
  const factPaths = new Set(rows.map(({ path }) => path));

  it('are there for every file in scope', () => {
    const files = corpusFiles().filter(({ path }) => !path.startsWith('malformed/'));
    const formats = new Set(files.filter(({ path }) => factPaths.has(path)).map(({ format }) => format));
    expect([...new Set(files.map(({ format }) => format))].filter((format) => !formats.has(format)).sort()).toEqual(outOfScope);
    const without = files.filter(({ path, format, triangles }) => formats.has(format) && !factPaths.has(path) && (triangles ?? 0) > 0);
    expect(without.map(({ path }) => path)).toEqual(withoutRow);
  });

  it.each(rows.map((row) => [row['path'] ?? '', row] as const))('%s', async (path, row) => {
    const mesh = (await corpusMesh(path))!;
    const isWhole = isFullRun || triangleCount(mesh) <= maxForAllChecks;
    const report = checkHealth(mesh, isWhole ? defaultValues(healthOptions) : onlyIntersections);
    const { facts } = report;
    const ours = Object.fromEntries(Object.keys(counts).map((name) => [name, facts[name as keyof typeof counts]]));
    const theirs = Object.fromEntries(Object.entries(counts).map(([name, column]) => [name, Number(row[column])]));
    expect(ours).toEqual(theirs);

    const area = Number(row['area']);
    expect(Math.abs(facts.area - area)).toBeLessThanOrEqual(1e-9 * area);
    const min = numbersOf(row, 'bbox_min');
    const largest = numbersOf(row, 'bbox_max');
    const diagonal = Math.hypot(...largest.map((high, axis) => high - min[axis]!));
    expect(Math.abs(facts.signedVolume - Number(row['signed_volume']))).toBeLessThanOrEqual(1e-9 * area * diagonal);
    expect([nineDigits(facts.boundsMin ?? []), nineDigits(facts.boundsMax ?? [])]).toEqual([nineDigits(min), nineDigits(largest)]);

    // The corpus tells of all triangles as one surface, colliders too.
    const isOneSurface = mesh.parts.length <= 1;
    const { findings } = isOneSurface ? report : checkHealth({ ...mesh, parts: [] }, onlyIntersections);
    const intersections = findings.find(({ code }) => code === 'self-intersections');
    expect(intersections?.triangles.length ?? 0).toBe(Number(row['si_faces']));
    expect((intersections?.elements.words.length ?? 0) / 2).toBe(Number(row['si_pairs']));
  });
});

/** The fact, or what the table of differences puts in its place as long as the fact is what the table says. */
function numbersOf(row: Record<string, string>, fact: string): number[] {
  const difference = differences.find((other) => other['path'] === row['path'] && other['fact'] === fact && other['theirs'] === row[fact]);
  return (difference?.['ours'] ?? row[fact] ?? '').split(' ').map(Number);
}

/** The facts are printed so; -0 counts as 0. */
function nineDigits(values: readonly number[]): string {
  return values.map((value) => Number(value.toPrecision(9)) + 0).join(' ');
}
