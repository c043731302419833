import { InspectorError } from '../error.ts';
import { seededRandom } from '../math/seeded-random.ts';
import { meshBounds } from '../mesh/bounds.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { bspOptions, type BspOptions } from '../options/bsp-options.ts';
import { checkValues } from '../options/option.ts';
import { noProgress, type Progress } from '../progress.ts';
import type { BspTree } from './bsp-tree.ts';
import { choosePlane } from './choose-plane.ts';
import { createExactSpace, type ExactSpace } from './exact-space.ts';
import { type Fragment, trianglesAsFragments } from './fragments.ts';
import { createLeafWinding } from './leaf-winding.ts';
import type { BspPlane } from './plane.ts';
import { type BspPoint, meanPoint } from './point.ts';
import { behind, inFront, sidesOf, splitPolygon } from './polygon.ts';

/** A limit against meshes where every plane has all other polygons on one side, and where each leaf is below very many triangles. */
const maxTests = 4e8;

/**
 * Returns the solid-leaf BSP tree of a closed mesh (catalogue T13).
 *
 * A leaf is solid where the winding number is not 0, so overlapping solids are united.
 *
 * Splitting planes are planes of triangles, or axis-aligned through a vertex. Points of split polygons stay known as the common point of
 * three planes, so every side is the sign of a determinant of input coordinates. Polygons in one plane are found as such, and no thin
 * polygon decides by rounding.
 *
 * Sources: Fuchs, Kedem, Naylor, "On Visible Surface Generation by A Priori Tree Structures" (1980).
 * Thibault, Naylor, "Set Operations on Polyhedra Using Binary Space Partitioning Trees" (1987); their rule for leaves needs surfaces that do
 * not cross.
 * @param limit of the tests of polygons against planes, and of triangles against the rays that find winding numbers.
 * @throws InspectorError `no-triangles`; `too-large` beyond the limits; whatever `progress` throws.
 */
export function buildBsp(
  mesh: TriangleMesh,
  options: Partial<BspOptions> = {},
  progress: Progress = noProgress,
  limit: number = maxTests,
): BspTree {
  const { planes: rule, maxSplits } = checkValues(bspOptions, options);
  const bounds = meshBounds(mesh);
  if (bounds === null) throw noArea();
  const space = createExactSpace(mesh, bounds);
  const all = trianglesAsFragments(mesh, space);
  if (all.length === 0) throw noArea();
  const build: Building = { space, planes: [], children: [], triangles: [], windings: [], splits: 0, tests: 0, depth: 0 };
  const leafWinding = createLeafWinding(space, all);
  const random = seededRandom(1);
  const stack: Task[] = [{ fragments: all, at: -1, depth: 1 }];
  let settled = 0;
  let added = 0;
  for (let task = stack.pop(); task !== undefined; task = stack.pop()) {
    const { fragments, at, depth } = task;
    const plane = choosePlane(fragments, rule, random);
    const sorted = sortBySide(build, fragments, plane);
    const node = build.planes.push(plane) - 1;
    build.triangles.push(Uint32Array.from(new Set(sorted.on.map(({ triangle }) => triangle))).sort());
    build.children.push(0, 0);
    if (at >= 0) build.children[at] = node;
    build.depth = Math.max(build.depth, depth);
    added += sorted.front.length + sorted.back.length + sorted.on.length - fragments.length;
    settled += sorted.on.length;
    checkLimits(build, maxSplits, leafWinding.tests, limit);
    for (const [side, part] of [sorted.back, sorted.front].entries()) {
      const child = 2 * node + (1 - side);
      if (part.length > 0) stack.push({ fragments: part, at: child, depth: depth + 1 });
      else build.children[child] = ~(build.windings.push(leafWinding.at(polygonCentre(space, sorted.on), plane, side === 1)) - 1);
    }
    progress(Math.min(1, settled / (all.length + added)));
  }
  const { planes, triangles, depth, splits } = build;
  return {
    mesh,
    space,
    planes,
    children: Int32Array.from(build.children),
    triangles,
    windings: Int32Array.from(build.windings),
    depth,
    splits,
  };
}

/** Returns a point inside the first of the polygons in a node's plane. Only planes of polygons have an empty side. */
function polygonCentre(space: ExactSpace, [first]: readonly Fragment[]): BspPoint {
  return meanPoint(space, first!.points.slice(0, 3));
}

interface Building {
  readonly space: ExactSpace;
  readonly planes: BspPlane[];
  readonly children: number[];
  readonly triangles: Uint32Array[];
  readonly windings: number[];
  splits: number;
  tests: number;
  depth: number;
}

interface Task {
  readonly fragments: readonly Fragment[];
  /** Where the node's index goes in `children`; -1 for the root. */
  readonly at: number;
  readonly depth: number;
}

function sortBySide(build: Building, fragments: readonly Fragment[], plane: BspPlane) {
  const { space } = build;
  const front: Fragment[] = [];
  const back: Fragment[] = [];
  const on: Fragment[] = [];
  build.tests += fragments.length;
  for (const fragment of fragments) {
    const sides = fragment.plane === plane ? 0 : sidesOf(space, plane, fragment);
    if (sides === 0) on.push(fragment);
    else if (sides === inFront) front.push(fragment);
    else if (sides === behind) back.push(fragment);
    else {
      build.splits++;
      const [above, below] = splitPolygon(space, fragment, plane);
      front.push({ ...above, triangle: fragment.triangle });
      back.push({ ...below, triangle: fragment.triangle });
    }
  }
  return { front, back, on };
}

function checkLimits({ splits, tests }: Building, maxSplits: number, rayTests: number, limit: number): void {
  if (splits <= maxSplits && tests + rayTests <= limit) return;
  const [what, fix] =
    splits > maxSplits
      ? [`splits more than ${maxSplits} polygons`, 'Use axis-first planes, raise the limit of splits, or simplify the mesh']
      : [`needs more than ${limit} tests of polygons`, 'Use axis-first planes, or simplify the mesh'];
  throw new InspectorError({ code: 'too-large', message: `The BSP tree of this mesh ${what}`, fix, location: {} });
}

function noArea(): InspectorError {
  return new InspectorError({
    code: 'no-triangles',
    message: 'The mesh has no triangle with area',
    fix: 'Run boxwood inspect to see the findings of the import',
    location: {},
  });
}
