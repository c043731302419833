import { unknownSpace } from '../../mesh/source-space.ts';
import { noProgress } from '../../progress.ts';
import { bakeFormats } from '../bake-formats.ts';
import { compareShapes } from '../bodies/compare-shapes.ts';
import { compareContents } from './compare-contents.ts';
import { compareMesh } from './compare-mesh.ts';
import { compareRuns } from './compare-runs.ts';
import type { BakedFrom, Difference } from './difference.ts';
import type { OpenBaked } from './open-baked.ts';

/**
 * Returns the differences between a baked file and its input, in everything that the format keeps. These are vertices and triangles bit by
 * bit, and names and ranges of parts. For `.boxwood` they are also transforms, trees, source, space, findings and ignored findings. For formats of
 * shapes they are names, uses, primitives with their poses, and surfaces, in the space of the format.
 */
export function compareBake(baked: OpenBaked, from: BakedFrom): readonly Difference[] {
  const { shapes } = bakeFormats[baked.format];
  if (shapes !== undefined)
    return compareShapes(baked.mesh, shapes.of(from.mesh, from.space ?? unknownSpace, noProgress).shapes, shapes.reading);
  return [...compareMesh(baked, from), ...compareRuns(baked, from.mesh), ...compareContents(baked, from)];
}
