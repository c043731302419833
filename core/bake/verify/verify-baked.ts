import { triangleCount, vertexCount } from '../../mesh/triangle-mesh.ts';
import { noProgress, type Progress } from '../../progress.ts';
import type { BakeFormatName } from '../bake-formats.ts';
import type { BakeSource } from '../boxwood/contents.ts';
import { wrongAnswers } from './ask-rays.ts';
import { compareBake } from './compare-bake.ts';
import type { BakedFrom } from './difference.ts';
import { openBaked } from './open-baked.ts';
import { seededRays } from './seeded-rays.ts';

export interface VerifyRequest {
  readonly bytes: Uint8Array;
  /** Without a folder: mesh formats that their bytes do not tell are told by it. */
  readonly fileName: string;
  /** What was baked: a mesh, and what else is known to have gone in; `null` to check the file against itself alone. */
  readonly against: BakedFrom | null;
  /** How many rays; `null` for `defaultQueries` of the mesh that is read. */
  readonly queries: number | null;
  readonly seed: number;
}

/** What `boxwood verify` prints. */
export interface Verification {
  readonly ok: boolean;
  readonly format: BakeFormatName | 'gltf';
  readonly triangles: number;
  readonly vertices: number;
  readonly trees: number;
  /** Rays fired, at each tree. */
  readonly queries: number;
  /** Rays answered otherwise than by brute force, and all that differs from what was baked. */
  readonly mismatches: number;
  /** One sentence for each kind of difference. */
  readonly problems: readonly string[];
  /** What the file says it was baked from. */
  readonly source: BakeSource | null;
}

/**
 * Reads baked bytes with their real reader and asks: do its trees answer rays as testing every triangle does, and is all
 * that the format promises to keep what was baked?
 *
 * A mesh file holds no tree: it is read, a tree is built, and that is asked.
 * @throws InspectorError for bytes that cannot be read, as the reader does; `no-triangles` when there is nothing to ask;
 *   whatever `progress` throws.
 */
export async function verifyBaked(request: VerifyRequest, progress: Progress = noProgress): Promise<Verification> {
  const { bytes, fileName, against, queries, seed } = request;
  const baked = await openBaked(bytes, fileName, (fraction) => progress(openedPart * fraction));
  const { mesh, answerers } = baked;
  const rays = seededRays(mesh, queries ?? defaultQueries(triangleCount(mesh)), seed);
  const wrong = wrongAnswers(mesh, rays, answerers, (fraction) => progress(openedPart + (1 - openedPart) * fraction));
  const different = against === null ? [] : compareBake(baked, against);
  const problems = different.map(({ problem }) => problem);
  if (wrong > 0)
    problems.unshift(`${wrong} of ${rays.length * answerers.length} rays are answered otherwise than by testing every triangle`);
  return {
    ok: problems.length === 0,
    format: baked.named,
    triangles: triangleCount(mesh),
    vertices: vertexCount(mesh),
    trees: baked.trees,
    queries: rays.length * answerers.length,
    mismatches: different.reduce((sum, { count }) => sum + count, wrong),
    problems,
    source: baked.source,
  };
}

/** Reading the file and proving its trees, of all that there is to do. */
const openedPart = 0.4;

/** As many rays as take about a second against every triangle, from 16 to 1,000. */
export function defaultQueries(triangles: number): number {
  return Math.max(16, Math.min(1000, Math.floor(5e7 / Math.max(1, triangles))));
}
