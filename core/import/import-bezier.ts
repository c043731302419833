import { tessellatePatches } from '../patch/tessellate-patches.ts';
import { readBezier } from './bezier/read-bezier.ts';
import { checkMeshBytes } from './exact-memory.ts';
import { addFinding, takeFindings, trailingContent, type FindingList } from './finding-list.ts';
import type { ImportContext, ReadFile } from './importer.ts';
import type { ByteSource } from './source/byte-source.ts';

/**
 * Reads Bézier patches from text (`.bpt`, `.bezier`) as triangles within the option `curveError`. Each patch is a part.
 * @throws InspectorError as `readBezier` and `tessellatePatches`; `cancelled`.
 */
export async function importBezier(source: ByteSource, { progress, maxMeshBytes = Infinity, options }: ImportContext): Promise<ReadFile> {
  const findings: FindingList = new Map();
  const { patches, hasMore } = readBezier(source, (fraction) => progress(fraction / 2));
  if (hasMore) addFinding(findings, trailingContent, {});
  const tolerance = options?.curveError ?? 0;
  const { positions, indices, firstTriangles, segments, error } = tessellatePatches(patches, tolerance, (fraction) =>
    progress(0.5 + fraction / 2),
  );
  checkMeshBytes(positions.byteLength + indices.byteLength, maxMeshBytes, false);
  const parts = patches.map((_, i) => ({
    name: `patch ${i}`,
    firstTriangle: firstTriangles[i],
    triangleCount: firstTriangles[i + 1] - firstTriangles[i],
    worldFromPart: null,
  }));
  return {
    format: 'bezier',
    dialect: 'Bézier patches',
    mesh: { positions, indices, parts: parts.filter(({ triangleCount }) => triangleCount > 0) },
    findings: takeFindings(findings),
    ...(patches.length === 0 ? {} : { surface: { patches, segments, error } }),
  };
}
