/**
 * Returns the squared distance from a point to the box at `at` (f32 words: min x y z, max x y z) in the same frame; 0 inside. All
 * roundings are relative, so a radius padded by 2⁻⁵⁰ culls no box that the sphere touches. Source: Arvo, "A Simple Method for
 * Box-Sphere Intersection Testing", Graphics Gems, 1990. Hot.
 */
export function pointBoxDistanceSq(words: Float32Array, at: number, x: number, y: number, z: number): number {
  const dx = Math.max(words[at] - x, 0, x - words[at + 3]);
  const dy = Math.max(words[at + 1] - y, 0, y - words[at + 4]);
  const dz = Math.max(words[at + 2] - z, 0, z - words[at + 5]);
  return dx * dx + dy * dy + dz * dz;
}
