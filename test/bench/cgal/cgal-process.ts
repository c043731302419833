import { meshTopology } from '#core/mesh/topology';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { startNative } from '../native/native-process.ts';
import { compileCgal } from './compile-cgal.ts';

/** A CGAL process with a loaded mesh. */
export interface CgalProcess {
  readonly version: string;
  /** Runs the search once; returns the number of pairs of triangles. */
  readonly selfIntersections: () => Promise<number>;
  readonly dispose: () => void;
}

/**
 * Starts CGAL on a mesh, welded before: CGAL finds neighbours by the indices of their vertices.
 * @throws SkippedTask where there is no C++ compiler or no CGAL; Error for a mesh that CGAL refuses.
 */
export async function startCgal(mesh: TriangleMesh): Promise<CgalProcess> {
  const refusal = 'CGAL refuses the mesh: an edge has more than two triangles, or two with inconsistent winding';
  const { version, run, dispose } = await startNative(compileCgal('self-intersections'), weldedBytes(mesh), refusal);
  return { version, selfIntersections: async () => Number(await run()), dispose };
}

/** The sides of points of a mesh, or why CGAL has none. */
export type CgalSides = { readonly sides: string } | { readonly refused: string };

/**
 * Returns the side of each point (3·n) by `Side_of_triangle_mesh`, a character each: i is inside, o is outside, b is on the boundary.
 * @throws SkippedTask where there is no C++ compiler or no CGAL.
 */
export async function cgalSides(mesh: TriangleMesh, points: Float64Array): Promise<CgalSides> {
  const bytes = Buffer.concat([
    weldedBytes(mesh),
    new Uint8Array(Uint32Array.of(points.length / 3).buffer),
    new Uint8Array(points.slice().buffer),
  ]);
  const { version, run, dispose } = await startNative(compileCgal('hulls-and-sides'), bytes, 'CGAL does not read the mesh', ['sides']);
  try {
    return version.startsWith('refused') ? { refused: version.slice('refused: '.length) } : { sides: await run() };
  } finally {
    dispose();
  }
}

/** u32 vertices and triangles, f64 positions, u32 indices; without triangles that use a position twice. */
function weldedBytes(mesh: TriangleMesh): Uint8Array {
  const { welded } = meshTopology(mesh);
  const numbers = new Map<number, number>();
  const indices: number[] = [];
  for (let i = 0; i < mesh.indices.length; i += 3) {
    const corners = [0, 1, 2].map((k) => welded[mesh.indices[i + k]!]!);
    if (new Set(corners).size < 3) continue;
    for (const vertex of corners) {
      const number = numbers.get(vertex) ?? numbers.size;
      numbers.set(vertex, number);
      indices.push(number);
    }
  }
  const positions = Float64Array.from([...numbers.keys()].flatMap((vertex) => [...mesh.positions.subarray(3 * vertex, 3 * vertex + 3)]));
  return Buffer.concat(
    [Uint32Array.of(numbers.size, indices.length / 3), positions, Uint32Array.from(indices)].map(({ buffer }) => new Uint8Array(buffer)),
  );
}
