import type { MorphBlend } from './scene-animation.ts';

/** Returns the share of each morph target if weights have in-between targets. */
export function blendShares(blends: readonly MorphBlend[], weights: Float64Array, targets: number): Float64Array {
  const shares = new Float64Array(targets);
  for (const [b, { stops, targets: at }] of blends.entries()) {
    const weight = weights[b] ?? 0;
    const last = stops.length - 1;
    if (last < 1) continue;
    let next = 1;
    while (next < last && stops[next] <= weight) next++;
    const step = stops[next] - stops[next - 1];
    // Two targets at one stop have no defined shares.
    const share = step > 0 ? (weight - stops[next - 1]) / step : 1;
    if (at[next - 1] >= 0) shares[at[next - 1]] += 1 - share;
    if (at[next] >= 0) shares[at[next]] += share;
  }
  return shares;
}
