import type { Transform } from '../../math/transform.ts';

/**
 * Writes the unit normals (3·F) of faces after a placement, and the factors of widths along them. Returns `false` for a placement that mirrors, or
 * deforms too far for the normals to keep their digits. Hot.
 * @param out (3·F) 0 for a face that rounding leaves without an area. @param factors (F) or `null`.
 */
export function placeNormals(normals: Float64Array, m: Transform, out: Float64Array, factors: Float64Array | null = null): boolean {
  const [a, b, c, d, e, f, g, h, i] = [m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]];
  const p = a * a + b * b + c * c;
  const q = d * d + e * e + f * f;
  const r = g * g + h * h + i * i;
  const largest = Math.max(p, q, r);
  const smallest = Math.min(p, q, r);
  const skew = Math.max(Math.abs(a * d + b * e + c * f), Math.abs(d * g + e * h + f * i), Math.abs(g * a + h * b + i * c));
  // Columns of the cofactors, by which normals are transformed.
  const r0 = e * i - f * h;
  const r3 = f * g - d * i;
  const r6 = d * h - e * g;
  const r1 = c * h - b * i;
  const r4 = a * i - c * g;
  const r7 = b * g - a * h;
  const r2 = b * f - c * e;
  const r5 = c * d - a * f;
  const r8 = a * e - b * d;
  const determinant = a * r0 + b * r3 + c * r6;
  if (!(determinant > 1e-200) || !(largest < 1e200) || largest > 4 * smallest || skew > smallest / 4) return false;
  for (let at = 0; at < normals.length; at += 3) {
    const nx = normals[at];
    const ny = normals[at + 1];
    const nz = normals[at + 2];
    const x = r0 * nx + r1 * ny + r2 * nz;
    const y = r3 * nx + r4 * ny + r5 * nz;
    const z = r6 * nx + r7 * ny + r8 * nz;
    const size = Math.sqrt(x * x + y * y + z * z);
    const scale = size > 0 ? 1 / size : 0;
    out[at] = x * scale;
    out[at + 1] = y * scale;
    out[at + 2] = z * scale;
    if (factors !== null) factors[at / 3] = determinant * scale;
  }
  return true;
}
