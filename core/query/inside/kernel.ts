import { undecidedCrossings } from '../../kernel/index.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { LoadedTree } from '../../tree/kinds/wide/loaded-tree.ts';
import type { Tree } from '../../tree/layout.ts';

/** Small tilts, so that rays do not run along the edges of boxes. */
const [tiltA, tiltB] = [0.0173, 0.0291];
/** Sides of the bounds that are tried, nearest first. */
const attempts = 3;

/**
 * Returns the winding number of a closed mesh about a point, exactly: by the crossings of a ray to a near side of the bounds, counted in
 * WebAssembly. Returns `null` where f64 cannot decide, always so on the surface. Hot: bench `inside`.
 */
export function windingKernel({ bounds }: Tree, loaded: LoadedTree, [x, y, z]: Vec3): number | null {
  // Beyond the bounds, and not on them: the point is outside. Not a number is neither.
  if (x < bounds[0] || y < bounds[1] || z < bounds[2] || x > bounds[3] || y > bounds[4] || z > bounds[5]) return 0;
  let tried = 0;
  for (let attempt = 0; attempt < attempts; attempt++) {
    let side = -1;
    let nearest = Infinity;
    for (let k = 0; k < 6; k++) {
      if (((tried >> k) & 1) !== 0) continue;
      const value = k % 3 === 0 ? x : k % 3 === 1 ? y : z;
      const distance = k < 3 ? value - bounds[k] : bounds[k] - value;
      if (distance < nearest) {
        nearest = distance;
        side = k;
      }
    }
    if (side < 0) return null;
    tried |= 1 << side;
    const along = side < 3 ? -1 : 1;
    const axis = side % 3;
    const dx = axis === 0 ? along : axis === 1 ? tiltA : tiltB;
    const dy = axis === 1 ? along : axis === 2 ? tiltA : tiltB;
    const dz = axis === 2 ? along : axis === 0 ? tiltA : tiltB;
    const crossings = loaded.kernel.countCrossings(x, y, z, dx, dy, dz);
    if (crossings !== undecidedCrossings) return crossings;
  }
  return null;
}
