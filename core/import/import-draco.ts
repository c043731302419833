import { decodeSafely, noDecoder } from './draco/decode-safely.ts';
import { dracoCounts } from './draco/draco-counts.ts';
import { addFinding, ignoredElements, takeFindings, unusableFaces, type FindingList } from './finding-list.ts';
import type { ImportContext, ReadFile } from './importer.ts';
import { exportAgain, refuse } from './refuse.ts';

/**
 * Reads a Draco stream (`.drc`) of bitstream version 2.2: the positions as the decoder restores them, f32 widened to f64.
 * A point cloud is a valid file without triangles.
 * @throws InspectorError `unsupported-feature` without the host's decoder; `unsupported-dialect`, `malformed`, `count-exceeds-file`, `too-large`.
 */
export async function importDraco(bytes: Uint8Array, { decodeDraco, progress }: ImportContext): Promise<ReadFile> {
  const findings: FindingList = new Map();
  const counts = dracoCounts(bytes);
  if ('wrong' in counts) throw refuse(counts.code, counts.wrong, exportAgain);
  if ('points' in counts) {
    addFinding(findings, ignoredElements, {});
    return { format: 'draco', dialect: 'Draco, points', mesh: emptyMesh, findings: takeFindings(findings) };
  }
  if (decodeDraco === undefined) throw noDecoder({});
  progress(0);
  const { points, indices, attributes } = await decodeSafely(bytes, [{ attribute: 'position', componentType: float }], decodeDraco, {});
  const [positions] = attributes;
  if (positions === undefined || positions.components !== 3) throw refuse('malformed', 'Positions need three components', exportAgain);
  const triangles = usableTriangles(indices, points, findings);
  const triangleCount = triangles.length / 3;
  const parts = triangleCount === 0 ? [] : [{ name: '', firstTriangle: 0, triangleCount, worldFromPart: null }];
  return {
    format: 'draco',
    dialect: 'Draco 2.2',
    mesh: { positions: Float64Array.from(positions.values), indices: triangles, parts },
    findings: takeFindings(findings),
  };
}

/** Drops triangles with invalid vertex indices, which the decoder does not check. */
function usableTriangles(indices: Uint32Array, points: number, findings: FindingList): Uint32Array {
  if (indices.every((index) => index < points)) return indices;
  return indices.filter((_, i) => {
    const first = i - (i % 3);
    const usable = indices[first] < points && indices[first + 1] < points && indices[first + 2] < points;
    if (!usable && i === first) addFinding(findings, unusableFaces, { index: i / 3, element: 'face' });
    return usable;
  });
}

/** Component type of f32 in glTF. */
const float = 5126;

const emptyMesh = { positions: new Float64Array(0), indices: new Uint32Array(0), parts: [] };
