import type { Finding } from '../finding.ts';
import type { BezierPatch } from '../patch/bezier-patch.ts';
import { addFinding, type FindingList, takeFindings, trailingContent } from './finding-list.ts';
import { fileExtension } from './file-kind.ts';
import { readBezier } from './bezier/read-bezier.ts';
import { quake3Mark } from './quake3/quake3-lumps.ts';
import { refuse } from './refuse.ts';
import { heldSource } from './source/byte-source.ts';
import { asciiText } from './text/text-cursor.ts';

/** Bézier patches with what the reader found. */
export interface FoundPatches {
  readonly patches: readonly BezierPatch[];
  readonly findings: readonly Finding[];
}

/**
 * Returns the Bézier patches of a file: text (`.bpt`, `.bezier`), or the curved faces of a Quake 3 BSP.
 * @throws InspectorError `unsupported-format` for other files, and as the reader.
 */
export async function readPatches(bytes: Uint8Array, fileName: string): Promise<FoundPatches> {
  const extension = fileExtension(fileName);
  const isQuake3 = bytes.length >= 4 && asciiText(bytes, 0, 4) === quake3Mark;
  // Loaded when it is used, as by the importers.
  if (isQuake3 || extension === 'bsp') return (await import('./import-quake3.ts')).quake3Patches(bytes);
  if (extension === 'bpt' || extension === 'bezier') {
    const { patches, hasMore } = readBezier(heldSource(bytes), () => {});
    const findings: FindingList = new Map();
    if (hasMore) addFinding(findings, trailingContent, {});
    return { patches, findings: takeFindings(findings) };
  }
  throw refuse('unsupported-format', 'The file has no Bézier patches', 'Use a .bpt or .bezier text, or a .bsp of Quake 3', {
    file: fileName,
  });
}
