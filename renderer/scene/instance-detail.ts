/** How much of a scene is drawn in detail. */
export interface DetailBudget {
  /** Triangles of instances that are drawn as their mesh. */
  readonly triangles: number;
  /** Triangles beyond these, for one instance each of prominent meshes; see `planDetail`. */
  readonly beyond: number;
  /** Triangles beyond these, for further instances that are large in the picture. */
  readonly further: number;
  /** Instances that are drawn as boxes. */
  readonly boxes: number;
}

/** Without a graphics card a frame with this budget takes some tenths of a second; with large instances up to some seconds. */
const softwareBudget: DetailBudget = { triangles: 100_000, beyond: 10_000_000, further: 400_000, boxes: 3000 };
const hardwareBudget: DetailBudget = { triangles: 10_000_000, beyond: 10_000_000, further: 10_000_000, boxes: 100_000 };

/** Returns what a renderer draws in detail. Scenes with fewer triangles are drawn as meshes. @param renderer see `rendererName` */
export function detailBudget(renderer: string): DetailBudget {
  return renderer === 'software GL' ? softwareBudget : hardwareBudget;
}

/** Instances with a smaller diameter, in device pixels, are drawn as boxes at most; with an even smaller one as points. */
const minMeshPixels = 6;
const minBoxPixels = 3;
/** The diameter of a prominent instance, in heights of the picture, at least. */
const prominentShare = 0.25;
/** Steps of depth into which instances are sorted. */
const depthSteps = 2048;

/** What the camera sees; view space. */
export interface DetailCamera {
  /** (16) clip from view space, column-major. */
  readonly clip: ArrayLike<number>;
  /** Element (1, 1) of the projection. */
  readonly vertical: number;
  /** Height of the picture, device pixels. */
  readonly height: number;
}

/** What is planned: instances in sight, nearest first. */
export interface DetailPlan {
  /** (n) instances; `count` are in use. */
  readonly order: Uint32Array;
  /** (n) `detail` of the instance at each place of `order`. */
  readonly levels: Uint8Array;
  count: number;
  /** (n) memory. */
  readonly depths: Float32Array;
  readonly places: Float32Array;
  readonly steps: Uint16Array;
  readonly starts: Uint32Array;
}

export const detail = { point: 0, box: 1, mesh: 2 } as const;

export function createDetailPlan(instances: number): DetailPlan {
  return {
    order: new Uint32Array(instances),
    levels: new Uint8Array(instances),
    count: 0,
    depths: new Float32Array(instances),
    places: new Float32Array(instances),
    steps: new Uint16Array(instances),
    starts: new Uint32Array(depthSteps),
  };
}

/** The mesh of each instance. */
export interface DetailMeshes {
  /** (n) index of a mesh. */
  readonly meshOf: Uint32Array;
  /** Triangles of each mesh. */
  readonly triangles: readonly number[];
}

/**
 * Plans how instances are drawn. Those out of sight are left out. The nearest ones are meshes until the budget ends, then boxes, then points,
 * which are also those of a few pixels. A level must not become a box around the crates in it. Therefore the nearest instance of a mesh that
 * is larger than the whole budget, or large in the picture, is drawn whatever is left. Further ones that are large in the picture have a
 * budget of their own, so that a second level is no box next to the first.
 * Nearest first is also the fastest order to draw: hidden pixels are skipped. Hot.
 * @param spheres (4·n) centre and radius in view space
 */
export function planDetail(
  plan: DetailPlan,
  spheres: Float32Array,
  meshes: DetailMeshes,
  camera: DetailCamera,
  budget: DetailBudget,
): void {
  sortByDepth(plan, spheres, camera);
  const { order, levels, depths, count } = plan;
  const isPast = new Uint8Array(meshes.triangles.length);
  const prominent = prominentShare * camera.height;
  let { triangles, beyond, further, boxes } = budget;
  for (let at = 0; at < count; at++) {
    const instance = order[at]!;
    const mesh = meshes.meshOf[instance]!;
    const isNearest = isPast[mesh] === 0;
    isPast[mesh] = 1;
    // Clip w is the distance along the view direction, or 1 for a parallel projection.
    const pixels = (spheres[4 * instance + 3]! * camera.vertical * camera.height) / depths[instance]!;
    const own = meshes.triangles[mesh]!;
    if (pixels >= minMeshPixels && own <= triangles) {
      triangles -= own;
      levels[at] = detail.mesh;
    } else if (pixels >= minMeshPixels && isNearest && own <= beyond && (own > budget.triangles || pixels >= prominent)) {
      beyond -= own;
      levels[at] = detail.mesh;
    } else if (pixels >= Math.max(prominent, minMeshPixels) && !isNearest && own <= further) {
      further -= own;
      levels[at] = detail.mesh;
    } else if (pixels >= minBoxPixels && boxes > 0) {
      boxes--;
      levels[at] = detail.box;
    } else levels[at] = detail.point;
  }
}

/** Returns how many instances of a mesh a plan draws as meshes, at most. */
export function meshRoom(triangles: number, members: number, budget: DetailBudget): number {
  const fitting = (limit: number): number => Math.floor(limit / Math.max(1, triangles));
  // One beyond the budget is the nearest of its mesh.
  return Math.min(members, fitting(budget.triangles) + (triangles <= budget.beyond ? 1 : 0) + fitting(budget.further));
}

/** Sorts the instances in sight by depth, by counting, and writes clip w of each. */
function sortByDepth(plan: DetailPlan, spheres: Float32Array, { clip }: DetailCamera): void {
  const { order, depths, places, steps, starts } = plan;
  const planes = sidePlanes(clip);
  const [wx, wy, wz, ww] = [clip[3]!, clip[7]!, clip[11]!, clip[15]!];
  // A parallel projection has the same w everywhere: clip z grows with the distance.
  const row = wx === 0 && wy === 0 && wz === 0 ? 2 : 3;
  const [dx, dy, dz] = [clip[row]!, clip[4 + row]!, clip[8 + row]!];
  let nearest = Infinity;
  let farthest = -Infinity;
  for (let i = 0; i < depths.length; i++) {
    const x = spheres[4 * i]!;
    const y = spheres[4 * i + 1]!;
    const z = spheres[4 * i + 2]!;
    const radius = spheres[4 * i + 3]!;
    let isSeen = true;
    for (let p = 0; p < planes.length && isSeen; p += 4)
      isSeen = planes[p]! * x + planes[p + 1]! * y + planes[p + 2]! * z + planes[p + 3]! >= -radius;
    steps[i] = isSeen ? 0 : depthSteps;
    if (!isSeen) continue;
    depths[i] = Math.max(wx * x + wy * y + wz * z + ww, 1e-30);
    const place = dx * x + dy * y + dz * z;
    places[i] = place;
    if (place < nearest) nearest = place;
    if (place > farthest) farthest = place;
  }
  const scale = farthest > nearest ? (depthSteps - 1) / (farthest - nearest) : 0;
  starts.fill(0);
  for (let i = 0; i < steps.length; i++) {
    if (steps[i] === depthSteps) continue;
    steps[i] = (places[i]! - nearest) * scale;
    starts[steps[i]!]!++;
  }
  let before = 0;
  for (let step = 0; step < depthSteps; step++) {
    const size = starts[step]!;
    starts[step] = before;
    before += size;
  }
  for (let i = 0; i < steps.length; i++) if (steps[i]! < depthSteps) order[starts[steps[i]!]!++] = i;
  plan.count = before;
}

/** Returns (4·5) the left, right, lower, upper and near planes, with unit normals to the inside. */
function sidePlanes(clip: ArrayLike<number>): Float64Array {
  const planes = new Float64Array(20);
  const rows = [
    [0, 1],
    [0, -1],
    [1, 1],
    [1, -1],
    [2, 1],
  ] as const;
  rows.forEach(([row, sign], at) => {
    const plane = [0, 4, 8, 12].map((column) => clip[column + 3]! + sign * clip[column + row]!);
    const size = Math.hypot(plane[0]!, plane[1]!, plane[2]!) || 1;
    plane.forEach((value, k) => (planes[4 * at + k] = value / size));
  });
  return planes;
}
