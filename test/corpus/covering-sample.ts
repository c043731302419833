import { isFullRun } from '../fixtures/scale.ts';
import { corpusFiles } from './corpus.ts';

/**
 * Small files that get every variant (tree kind, split, format) in every run: degenerate, flat, repeated, not manifold, not finite, open, closed and far from
 * the origin.
 */
export const hardFiles: ReadonlySet<string> = new Set([
  'defects/cgal/degtri_sliding.off',
  'defects/cgal/isolated_singular_vertex_one_cc.off',
  'defects/cgal/overlapping_triangles.off',
  'defects/trimesh/joined_tetrahedra.obj',
  'defects/trimesh/soup.stl',
  'defects/trimesh/wallhole.obj',
  'formats/obj/assimp/concave_polygon.obj',
  'formats/obj/assimp/number_formats.obj',
  'formats/obj/draco/degenerate_mesh.obj',
  'formats/obj/draco/inf_nan.obj',
  'formats/ply/plane_tri.ply',
  'gltf/trimesh/no_indices_3storybuilding.glb',
  'intersect/cgal/cube_on_cube_edge.off',
  'intersect/parry/stairs.obj',
]);

/** Variants that a file of few triangles gets at most. */
const maxOfSmallFile = 2;

/** Of the files of a format a suite gets one in six in a short run, of all files above `large` triangles one in sixteen, of those above `huge` none. */
const shares = { small: 6, large: 16 } as const;
const large = 15_000;
/** Files that short runs leave to the suites of all files: facts, imports and parallel builds. */
const huge = 150_000;

/**
 * The files of `paths` that a suite looks at: all of them in the full run. Otherwise the hard ones and a share of every format, at least one of
 * each. Which ones depends only on the names, and differs from suite to suite, so that together they take nearly every file but the huge ones.
 */
export function coveringFiles(suite: string, paths: readonly string[]): readonly string[] {
  if (isFullRun) return paths;
  const inManifest = new Map(corpusFiles().map((file) => [file.path, file]));
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const file = inManifest.get(path);
    if ((file?.triangles ?? 0) > huge) continue;
    const key = (file?.triangles ?? 0) > large ? 'large' : `small ${file?.format}`;
    groups.set(key, [...(groups.get(key) ?? []), path]);
  }
  const chosen = new Set(paths.filter((path) => hardFiles.has(path)));
  for (const [key, group] of groups) {
    const order = group.toSorted((p, q) => hashOf(`${suite} ${p}`) - hashOf(`${suite} ${q}`));
    const count = Math.ceil(group.length / (key === 'large' ? shares.large : shares.small));
    for (const path of order.slice(0, count)) chosen.add(path);
  }
  return paths.filter((path) => chosen.has(path));
}

/**
 * The variants that a run checks on one file: all of them in the full run and for the hard files. Otherwise as many as fit `budget`, where one variant costs
 * `cost` (in triangles, for most suites), one or two. Which ones depends only on the names, so every variant gets its share of the files. Of
 * the files that exceed the budget, three in four get the first variant, which is the quickest.
 */
export function coveringSample<Name extends string>(
  path: string,
  variants: readonly Name[],
  cost: number,
  budget: number,
): readonly Name[] {
  if (isFullRun || hardFiles.has(path)) return variants;
  if (cost > budget && hashOf(path) % 4 !== 0) return variants.slice(0, 1);
  const count = Math.max(1, Math.min(maxOfSmallFile, Math.floor(budget / Math.max(1, cost))));
  return variants.toSorted((p, q) => hashOf(`${path} ${p}`) - hashOf(`${path} ${q}`)).slice(0, count);
}

/** 32 bits of FNV-1a, mixed so that texts with a long common prefix are in no order. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
