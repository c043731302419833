import type { TriangleMesh } from './triangle-mesh.ts';
import type { TriangleRuns } from './mesh-of-runs.ts';

/** Returns the triangles of parts, given by index in ascending order. */
export function runsOfParts({ parts }: TriangleMesh, chosen: Iterable<number>): TriangleRuns {
  const runs: number[] = [];
  for (const part of chosen) {
    const { firstTriangle, triangleCount } = parts[part];
    const end = runs.length === 0 ? -1 : runs.at(-2)! + runs.at(-1)!;
    if (triangleCount === 0) continue;
    if (end === firstTriangle) runs[runs.length - 1] += triangleCount;
    else runs.push(firstTriangle, triangleCount);
  }
  return runs;
}
