import type { Vec3 } from '../../math/vec3.ts';

/** The visible sets that a level compiler stored in a Quake 3 BSP file: of clusters, which are unions of its own leaves. */
export interface Quake3Visibility {
  readonly clusters: number;
  /** Returns the cluster of a point; -1 in the solid and outside the level. */
  readonly clusterAt: (point: Vec3) => number;
  readonly isVisible: (from: number, to: number) => boolean;
}

const lumps = { planes: [2, 16], nodes: [3, 36], leaves: [4, 48], visdata: [16, 1] } as const;
const headerBytes = 8 + 17 * 8;

/**
 * Returns the visible sets of a level; `null` for other files, and for a level without them or with damaged ones.
 * Source: Kekoa Proudfoot, "Unofficial Quake 3 Map Specs" (2000).
 */
export function quake3Visibility(bytes: Uint8Array): Quake3Visibility | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < headerBytes || view.getUint32(0, false) !== 0x49425350) return null;
  const lump = ([index, stride]: readonly [number, number]) => {
    const [offset, length] = [view.getInt32(8 + 8 * index, true), view.getInt32(12 + 8 * index, true)];
    const isInFile = offset >= 0 && length >= 0 && offset + length <= view.byteLength;
    return { offset, count: isInFile ? Math.floor(length / stride) : 0 };
  };
  const [planes, nodes, leaves, visdata] = [lump(lumps.planes), lump(lumps.nodes), lump(lumps.leaves), lump(lumps.visdata)];
  if (visdata.count < 8 || nodes.count === 0) return null;
  const [clusters, stride] = [view.getInt32(visdata.offset, true), view.getInt32(visdata.offset + 4, true)];
  if (clusters <= 0 || 8 * stride < clusters || 8 + clusters * stride > visdata.count) return null;
  return {
    clusters,
    clusterAt: ([x, y, z]) => {
      let node = 0;
      for (let parent = -1; node >= 0; ) {
        // Compilers write children after their parents; a damaged file could have a loop.
        if (node >= nodes.count || node <= parent) return -1;
        parent = node;
        const at = nodes.offset + 36 * node;
        const index = view.getInt32(at, true);
        if (index < 0 || index >= planes.count) return -1;
        const [a, b, c, d] = [0, 4, 8, 12].map((byte) => view.getFloat32(planes.offset + 16 * index + byte, true)) as [
          number,
          number,
          number,
          number,
        ];
        node = view.getInt32(at + (a * x + b * y + c * z >= d ? 4 : 8), true);
      }
      if (~node >= leaves.count) return -1;
      const cluster = view.getInt32(leaves.offset + 48 * ~node, true);
      return cluster < clusters ? cluster : -1;
    },
    isVisible: (from, to) => ((view.getUint8(visdata.offset + 8 + from * stride + (to >> 3)) >> (to & 7)) & 1) === 1,
  };
}
