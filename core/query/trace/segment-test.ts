import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { RayOptions } from '../../options/ray-options.ts';
import type { Tree } from '../../tree/layout.ts';
import { segmentHits, segmentTest, type Segment } from '../segment/segment.ts';
import type { TriangleFilter } from '../triangle-filter.ts';
import { overlapTest } from './overlap-test.ts';
import { aabbOf } from './shape-test.ts';
import type { TracedTest } from './walk.ts';

/**
 * Returns the tests of a segment for `traceWalk`. As in the query, mode `first` tests every triangle along the segment.
 * @throws InspectorError `invalid-argument` as `segmentCast`.
 */
export function tracedSegment(
  tree: Tree,
  mesh: TriangleMesh,
  segment: Segment,
  { mode, cull }: RayOptions,
  accepts: TriangleFilter,
): TracedTest {
  const shape = { ...segmentTest(mesh, segment, cull), around: aabbOf([segment.from, segment.to], 0) };
  const test = overlapTest(tree, shape, mode === 'any', accepts);
  return { ...test, result: () => Uint32Array.from(segmentHits(mesh, test.result(), segment, mode), ({ triangle }) => triangle).sort() };
}
