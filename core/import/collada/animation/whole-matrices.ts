import type { Matrix } from '../../../math/transform.ts';
import { matrixOfTrs } from '../../../math/trs.ts';
import type { AnimatedNode, Channel, Clip } from '../../../mesh/animation/scene-animation.ts';

/**
 * Replaces the animated matrix of a node by translation, rotation and scale. Applies to nodes whose only transform is a
 * matrix that every clip moves as a whole with linear interpolation. COLLADA does not define how matrices are
 * interpolated, and linear interpolation of their numbers shrinks rotating meshes. A matrix with shear stays a matrix.
 */
export function splitMatrices(
  nodes: readonly AnimatedNode[],
  clips: readonly Clip[],
): { readonly nodes: readonly AnimatedNode[]; readonly clips: readonly Clip[] } {
  const own = nodes.map((): Channel[] => []);
  for (const { channels } of clips) for (const channel of channels) if (channel.path === 'steps') own[channel.node].push(channel);
  const split = new Map<Channel, readonly Channel[]>();
  const changed = nodes.map((node, n): AnimatedNode => {
    const isMatrix = node.steps?.length === 1 && node.steps[0].kind === 'rows';
    if (
      !isMatrix ||
      own[n].length === 0 ||
      !own[n].every(({ components, interpolation }) => components === 16 && interpolation === 'LINEAR')
    )
      return node;
    const rest = decomposed(node.rest);
    const keys = own[n].map((channel) => splitChannel(channel));
    if (rest === null || keys.some((channels) => channels === null)) return node;
    own[n].forEach((channel, i) => split.set(channel, keys[i] ?? []));
    return { parent: node.parent, matrix: null, rest, weights: node.weights };
  });
  if (split.size === 0) return { nodes, clips };
  return {
    nodes: changed,
    clips: clips.map((clip) => ({ ...clip, channels: clip.channels.flatMap((channel) => split.get(channel) ?? [channel]) })),
  };
}

const paths = [
  ['translation', 0, 3],
  ['rotation', 3, 4],
  ['scale', 7, 3],
] as const;

function splitChannel({ node, times, values }: Channel): readonly Channel[] | null {
  const keys = Array.from(times, (_, key) => decomposed(values.subarray(16 * key, 16 * key + 16)));
  if (keys.some((key) => key === null)) return null;
  return paths.map(([path, at, components]) => ({
    node,
    path,
    interpolation: 'LINEAR',
    times,
    components,
    values: Float64Array.from(keys.flatMap((key) => [...(key ?? []).slice(at, at + components)])),
  }));
}

/**
 * Returns translation, rotation and scale (10) of a matrix of 16 numbers, row by row; `null` if they do not give the
 * same matrix.
 */
function decomposed(rows: Float64Array): Float64Array | null {
  const m = Array.from({ length: 16 }, (_, i) => rows[4 * (i % 4) + Math.floor(i / 4)]);
  const lengths = [0, 4, 8].map((at) => Math.hypot(m[at], m[at + 1], m[at + 2]));
  if (lengths.some((length) => !(length > 0))) return null;
  const determinant = m[0] * (m[5] * m[10] - m[9] * m[6]) - m[4] * (m[1] * m[10] - m[9] * m[2]) + m[8] * (m[1] * m[6] - m[5] * m[2]);
  const scale = [determinant < 0 ? -lengths[0] : lengths[0], lengths[1], lengths[2]];
  const rotation = quaternionOf([0, 1, 2].flatMap((column) => [0, 1, 2].map((row) => m[4 * column + row] / scale[column])));
  const parts = Float64Array.of(m[12], m[13], m[14], ...rotation, ...scale);
  return isClose(matrixOfTrs(parts.subarray(0, 3), parts.subarray(3, 7), parts.subarray(7, 10)), m, Math.max(...lengths)) ? parts : null;
}

/** Numbers in files have five digits or more. */
const tolerance = 1e-4;

function isClose(a: Matrix, b: Matrix, size: number): boolean {
  return a.every((value, i) => Math.abs(value - b[i]) <= tolerance * size || (i >= 12 && value === b[i]));
}

/**
 * Returns the quaternion (x, y, z, w) of a rotation matrix given by its columns. Computes the largest component first.
 * Source: Shepperd, "Quaternion from rotation matrix", 1978.
 */
function quaternionOf([xx, xy, xz, yx, yy, yz, zx, zy, zz]: readonly number[]): readonly number[] {
  const squares = [1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz, 1 + xx + yy + zz];
  const largest = squares.indexOf(Math.max(...squares));
  const twice = Math.sqrt(squares[largest]);
  const [a, b, c] = [xy + yx, xz + zx, yz + zy];
  const [i, j, k] = [yz - zy, zx - xz, xy - yx];
  const rows = [
    [twice * twice, a, b, i],
    [a, twice * twice, c, j],
    [b, c, twice * twice, k],
    [i, j, k, twice * twice],
  ];
  return rows[largest].map((value) => value / (2 * twice));
}
