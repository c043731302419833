import { lostInF32, positions, vertices } from '../mesh';

/** Bytes of a vertex with f64, and with f32 x y z and a zero. */
const wideBytes: usize = 24;
const narrowBytes: usize = 16;

/** Whether the vertices of the mesh, and what is made of them, have f32. */
export let isNarrow: bool = false;

/**
 * Replaces the vertices by f32 in place where that changes no coordinate, NaN apart. A vertex is then one vector, and a box two. All sums of splits are
 * in f64, so both give the same divisions.
 */
export function narrowVertices(): void {
  isNarrow = false;
  for (let i: usize = 0; i < <usize>vertices; i++) {
    const from = positions + wideBytes * i;
    const xy = v128.load(from), z = v128.load64_zero(from, 16);
    if (v128.any_true(v128.or(lostInF32(xy), lostInF32(z)))) {
      // Meshes that f32 does not hold usually show it at once.
      widenVertices(i);
      return;
    }
    const to = positions + narrowBytes * i;
    v128.store(to, v128.shuffle<u64>(f32x4.demote_f64x2_zero(xy), f32x4.demote_f64x2_zero(z), 0, 2));
  }
  isNarrow = true;
}

/** Undoes it for the first `count` vertices. */
function widenVertices(count: usize): void {
  for (let i = count; i > 0; i--) {
    const from = positions + narrowBytes * (i - 1), to = positions + wideBytes * (i - 1);
    const vertex = v128.load(from);
    v128.store(to, f64x2.promote_low_f32x4(vertex));
    store<f64>(to, <f64>f32x4.extract_lane(vertex, 2), 16);
  }
}
