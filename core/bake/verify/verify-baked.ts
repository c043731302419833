import { triangleCount, vertexCount } from '../../mesh/triangle-mesh.ts';
import { noProgress, type Progress } from '../../progress.ts';
import type { BakeFormatName } from '../bake-format.ts';
import { bakeFormats } from '../bake-formats.ts';
import type { BakeSource } from '../boxwood/contents.ts';
import { countWrongRays } from './count-wrong-rays.ts';
import { compareBake } from './compare-bake.ts';
import type { BakedFrom } from './difference.ts';
import { type OpenBaked, openBaked, type ReadSideFile } from './open-baked.ts';
import { seededRays } from './seeded-rays.ts';

export interface VerifyRequest {
  readonly bytes: Uint8Array;
  /** File name without a folder; it selects the mesh format if the bytes do not. */
  readonly fileName: string;
  /** The input of the bake; `null` to check the file against itself only. */
  readonly against: BakedFrom | null;
  /** Number of rays; `null` for `defaultQueries` of the mesh. */
  readonly queries: number | null;
  readonly seed: number;
  /** Returns the bytes of a side file by its path; for formats with side files. */
  readonly readSideFile?: ReadSideFile | undefined;
}

/** The result that `boxwood verify` prints. */
export interface Verification {
  readonly ok: boolean;
  readonly format: BakeFormatName | 'gltf';
  /** All; for formats of engine shapes those that collide. */
  readonly triangles: number;
  /** For formats of engine shapes the triangles of parts that are only rendered; 0 for others. */
  readonly renderedTriangles: number;
  readonly vertices: number;
  readonly trees: number;
  /** Number of ray queries, over all trees. */
  readonly queries: number;
  /** Rays with a result different from brute force, plus all differences from the input. */
  readonly mismatches: number;
  /** One sentence for each kind of difference. */
  readonly problems: readonly string[];
  /** The source that the file names. */
  readonly source: BakeSource | null;
}

/**
 * Verifies baked bytes. Reads them with the reader of their format, compares ray queries on the trees with brute force, and compares the
 * content with the input of the bake. For a mesh file, a tree is built for the queries.
 * @throws InspectorError as the reader; `no-triangles` for a mesh without finite triangles; whatever `progress` throws.
 */
export async function verifyBaked(request: VerifyRequest, progress: Progress = noProgress): Promise<Verification> {
  const { bytes, fileName, against, queries, seed, readSideFile } = request;
  const baked = await openBaked(bytes, fileName, (fraction) => progress(openedPart * fraction), readSideFile);
  const { mesh, rayTests } = baked;
  const rays = seededRays(mesh, queries ?? defaultQueries(triangleCount(mesh)), seed);
  const wrong = countWrongRays(mesh, rays, rayTests, (fraction) => progress(openedPart + (1 - openedPart) * fraction));
  const renderedTriangles = onlyRendered(baked);
  const different = against === null ? [] : compareBake(baked, against);
  const problems = different.map(({ problem }) => problem);
  if (wrong > 0) problems.unshift(`${wrong} of ${rays.length * rayTests.length} rays return other hits than brute force`);
  return {
    ok: problems.length === 0,
    format: baked.named,
    triangles: triangleCount(mesh) - renderedTriangles,
    renderedTriangles,
    vertices: vertexCount(mesh),
    trees: baked.trees,
    queries: rays.length * rayTests.length,
    mismatches: different.reduce((sum, { count }) => sum + count, wrong),
    problems,
    source: baked.source,
  };
}

function onlyRendered({ format, mesh: { parts } }: OpenBaked): number {
  if (bakeFormats[format].shapes === undefined || !parts.some(({ role }) => role !== undefined)) return 0;
  return parts.reduce((sum, { role, triangleCount: own }) => (role === undefined ? sum + own : sum), 0);
}

/** Fraction of the progress for reading the file and checking its trees. */
const openedPart = 0.4;

/** Returns the number of rays that take about a second with brute force, from 16 to 1,000. */
export function defaultQueries(triangles: number): number {
  return Math.max(16, Math.min(1000, Math.floor(5e7 / Math.max(1, triangles))));
}
