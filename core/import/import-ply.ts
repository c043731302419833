import { byteProgress } from './byte-progress.ts';
import { takeFindings, type FindingList } from './finding-list.ts';
import { growableU32, takeU32 } from './growable.ts';
import type { ImportContext, ReadFile } from './importer.ts';
import { finishMesh, meshBuilder, meshProgress } from './mesh-builder.ts';
import { readAsciiPly } from './ply/ply-ascii.ts';
import { readBinaryPly } from './ply/ply-binary.ts';
import type { PlyBody } from './ply/ply-body.ts';
import { maxHeaderBytes, readPlyHeader, type PlyHeader } from './ply/ply-header.ts';
import { planPly } from './ply/ply-plan.ts';
import { headOf, type ByteSource } from './source/byte-source.ts';

/**
 * Reads PLY, ASCII and both binary byte orders: positions of "vertex", polygons of "face". Everything else is skipped.
 */
export async function importPly(source: ByteSource, context: ImportContext): Promise<ReadFile> {
  const findings: FindingList = new Map();
  const header = readPlyHeader(headOf(source, maxHeaderBytes + 2), findings);
  const plan = planPly(header, source.byteLength);
  const builder = meshBuilder(plan.vertices, plan.faces, '', context);
  const report = byteProgress(meshProgress(builder, context), source.byteLength);
  const body: PlyBody = { plan, builder, findings, corners: growableU32(16), report };
  let vertexByte: ReadFile['vertexByte'];
  if (header.encoding === 'ascii') readAsciiPly(source, header, body);
  else vertexByte = readBinaryPly(source, header, body);
  const { nonFiniteLines } = builder;
  return {
    format: 'ply',
    dialect: dialects[header.encoding],
    mesh: finishMesh(builder),
    findings: takeFindings(findings),
    nonFiniteLines,
    polygonLines: takeU32(builder.polygonLines),
    ...(vertexByte === undefined ? {} : { vertexByte }),
  };
}

const dialects: Readonly<Record<PlyHeader['encoding'], string>> = {
  ascii: 'PLY, ASCII',
  'little-endian': 'PLY, binary little-endian',
  'big-endian': 'PLY, binary big-endian',
};
