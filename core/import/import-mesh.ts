import { InspectorError, type SourceLocation } from '../error.ts';
import { maxLocations, type Finding } from '../finding.ts';
import { unitName, unknownSpace } from '../mesh/source-space.ts';
import { withRoles } from '../mesh/part-role.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { formats, formatsInWords, type FormatName } from './formats.ts';
import { importers } from './importers.ts';
import type { ImportContext, ImportedMesh, ReadFile } from './importer.ts';
import { maxEarCorners } from './polygon/clip-ears.ts';
import { onlyColliders } from './only-colliders.ts';
import { triangulatePolygons, type FoldedFans } from './polygon/triangulate-polygons.ts';
import { boxwoodBake, type Foreign, utf32 } from './foreign-formats.ts';
import { recogniseFormat } from './recognise-format.ts';
import { refuse } from './refuse.ts';
import { hasBinaryStlLength } from './stl/binary-stl.ts';
import { bytesAt, heldSource, wholeBytes, type ByteSource } from './source/byte-source.ts';
import { utf8Source } from './text/utf8-source.ts';
import { isZip } from './zip/is-zip.ts';

/**
 * Reads a mesh of any known format: coordinates as in the file, in f64, and findings about the file.
 *
 * OBJ, STL, PLY and OFF read a `ByteSource` in pieces; all other formats read it as a whole. It reads the model inside a ZIP archive. A file without triangles
 * is valid and has the finding `no-triangles`. Every location in findings and errors names the file.
 * @throws InspectorError as documented at each format; `empty-file`, `unsupported-format`; `cancelled` when `progress`
 * throws it.
 */
export async function importMesh(file: Uint8Array | ByteSource, context: ImportContext): Promise<ImportedMesh> {
  try {
    const source = file instanceof Uint8Array ? heldSource(file) : file;
    if (isPlainArchive(source, context.fileName)) return await importArchived(source, context);
    const imported = await readRecognised(source, context);
    context.progress(1);
    const { nonFiniteLines = [], vertexByte, polygonLines, space = unknownSpace, isFinite = false, unshownMeshes = 0, ...rest } = imported;
    const mesh = selectedParts({ ...imported.mesh, parts: withRoles(imported.mesh.parts) }, context);
    const clip = context.options?.triangulation === 'ears';
    const { mesh: triangulated, folded } = triangulatePolygons(
      mesh,
      clip,
      context.progress,
      mesh.polygons === imported.mesh.polygons ? polygonLines : undefined,
    );
    const findings = [
      ...imported.findings,
      ...foldedFans(folded, clip),
      ...meshFindings(mesh, { lines: nonFiniteLines, byteOf: vertexByte }, isFinite),
      ...(mesh.indices.length === 0 ? [noTriangles(imported.colliders?.length ?? 0, unshownMeshes)] : []),
    ];
    return {
      ...rest,
      mesh: triangulated,
      space,
      units: unitName(space.metresPerUnit),
      findings: findings.map((finding) => withFile(finding, context.fileName)),
    };
  } catch (error) {
    throw error instanceof InspectorError ? errorWithFile(error, context.fileName) : error;
  }
}

/** Whether a file is a ZIP archive of no format that consists of one, as 3MF does. */
function isPlainArchive(source: ByteSource, fileName: string): boolean {
  if (!isZip(bytesAt(source, 0, Math.min(4, source.byteLength)))) return false;
  const recognised = recogniseFormat(source, fileName);
  return recognised !== null && 'foreign' in recognised;
}

/** Reads the model of a ZIP archive. */
async function importArchived(source: ByteSource, context: ImportContext): Promise<ImportedMesh> {
  const { archivedModel } = await import('./zip/archived-model.ts');
  const {
    bytes,
    context: within,
    otherModels,
  } = archivedModel(
    wholeBytes(source, () => context.progress(0)),
    context,
  );
  // An archive in an archive can contain itself.
  if (isPlainArchive(heldSource(bytes), within.fileName))
    throw refuse('unsupported-format', `${within.fileName} is also an archive`, 'Unpack it, and open what is in it');
  const imported = await importMesh(bytes, within);
  return { ...imported, dialect: `${imported.dialect}, in a ZIP archive`, findings: [...imported.findings, ...otherModels()] };
}

function foldedFans({ differ, locations, kept, keptLocations }: FoldedFans, clipped: boolean): readonly Finding[] {
  return [...(differ === 0 ? [] : [differingFans(differ, locations, clipped)]), ...(kept === 0 ? [] : [keptFans(kept, keptLocations)])];
}

function differingFans(count: number, locations: readonly SourceLocation[], clipped: boolean): Finding {
  const common = { code: 'folded-fans', count, locations } as const;
  if (clipped)
    return {
      ...common,
      severity: 'info',
      message: 'Polygons were filled by ear clipping, because their fans fold over or have flat triangles',
      fix: 'Programs that use the fan see other triangles',
    };
  return {
    ...common,
    severity: 'info',
    message: 'Fans of polygons fold over or have flat triangles, mostly because the polygons are concave',
    fix: 'Set Polygons to Ear clipping in the document properties (--triangulation ears on the command line), or triangulate them in the program that made the file',
  };
}

function keptFans(count: number, locations: readonly SourceLocation[]): Finding {
  const message = `Polygons with more than ${maxEarCorners.toLocaleString('en')} corners, or beyond the limit of the file, keep fans that fold over or have flat triangles`;
  return { code: 'folded-fans', severity: 'warning', count, message, fix: 'Triangulate them in the program that made the file', locations };
}

function selectedParts(mesh: TriangleMesh, { options }: ImportContext): TriangleMesh {
  return options?.colliders === 'only' ? onlyColliders(mesh) : mesh;
}

async function readRecognised(source: ByteSource, context: ImportContext): Promise<ReadFile> {
  if (source.byteLength === 0) throw refuse('empty-file', 'The file is empty', 'Export it again');
  // A binary STL can also start with the byte order mark of UTF-16. Its length decides.
  const text = hasBinaryStlLength(source) ? source : utf8Source(source, context.progress);
  const recognised = recogniseFormat(text, context.fileName);
  if (recognised === null)
    throw refuse('unsupported-format', 'The format of this file is not known', `Convert it to ${formatsInWords('or')}`);
  if ('foreign' in recognised)
    throw refuse('unsupported-format', `Files of this type are not read: ${recognised.foreign.name}`, fixOfForeign(recognised.foreign));
  refuseScene(recognised.format, context);
  const read = await importers[recognised.format]();
  if (text === source) return read(text, context);
  // Other threads would read the bytes before the conversion.
  const imported = await read(text, { ...context, readHelp: undefined });
  return { ...imported, dialect: `${imported.dialect}, UTF-16` };
}

function fixOfForeign({ name, isArchive }: Foreign): string {
  if (name === utf32) return 'Save it as UTF-8';
  if (name === boxwoodBake) return 'Open it by itself; the library reads it with readBoxwood';
  return isArchive ? `Unpack it, and open what is in it: ${formatsInWords('or')}` : `Convert it to ${formatsInWords('or')}`;
}

/** Refuses a requested scene for formats without scenes. The request is not ignored. */
function refuseScene(format: FormatName, { options }: ImportContext): void {
  if (format === 'gltf' || format === 'collada' || (options?.scene ?? '') === '') return;
  throw noScenes(`A file of the format ${formats[format].title}`);
}

export function noScenes(what: string): InspectorError {
  return refuse('invalid-argument', `${what} has no scenes to choose from`, 'Leave the scene out');
}

/** Adds the findings that are the same for every format. */
function meshFindings(mesh: TriangleMesh, where: VertexLocations, isFinite: boolean): readonly Finding[] {
  const findings: Finding[] = [];
  const nonFinite = isFinite ? { count: 0, locations: [] } : nonFiniteVertices(mesh, where);
  if (nonFinite.count > 0) {
    findings.push({
      code: 'non-finite-vertices',
      severity: 'error',
      message: 'Vertices have coordinates that are not finite numbers; triangles that use them cannot be drawn or hit',
      fix: 'Correct the vertices in the program that made the file',
      ...nonFinite,
    });
  }
  return findings;
}

/** Returns the finding for a mesh without triangles, which other content of the file can have. */
function noTriangles(collidersApart: number, unshownMeshes: number): Finding {
  const common = { code: 'no-triangles', severity: 'warning', count: 1, locations: [] } as const;
  if (collidersApart > 0)
    return {
      ...common,
      message: 'The scene has no triangles of its own: its colliders are not part of the mesh',
      fix: 'The file has colliders: read them as parts with Colliders in the properties, or --colliders with',
    };
  if (unshownMeshes > 0)
    return {
      ...common,
      message: `The scene shows no triangles; meshes that it does not show: ${unshownMeshes.toLocaleString('en')}`,
      fix: 'Add the meshes to the scene in the program that made the file',
    };
  return {
    ...common,
    message: 'The file contains no triangles',
    fix: 'Open a file with polygons, or convert its points, lines or surfaces to polygons',
  };
}

/** Positions of vertices in the file. */
interface VertexLocations {
  /** Lines of the first vertices that are not finite, for formats with lines. */
  readonly lines: readonly number[];
  /** Returns the byte of a vertex, for formats where it is known. */
  readonly byteOf: ((vertex: number) => number) | undefined;
}

function nonFiniteVertices(
  { positions }: TriangleMesh,
  { lines, byteOf }: VertexLocations,
): { readonly count: number; readonly locations: readonly SourceLocation[] } {
  const locations: SourceLocation[] = [];
  let count = 0;
  if (!hasNonFinite(positions)) return { count, locations };
  for (let i = 0; i < positions.length; i += 3) {
    // A finite number minus itself is 0; NaN and infinities give NaN.
    if (positions[i] - positions[i] === 0 && positions[i + 1] - positions[i + 1] === 0 && positions[i + 2] - positions[i + 2] === 0)
      continue;
    const line = lines[count];
    if (count++ < maxLocations)
      locations.push({
        ...(line === undefined ? {} : { line }),
        ...(byteOf === undefined ? {} : { byte: byteOf(i / 3) }),
        index: i / 3,
        element: 'vertex',
      });
  }
  return { count, locations };
}

/**
 * Returns whether a value is not finite. A finite number minus itself is 0; NaN and infinities give NaN, and so does
 * their sum. Hot.
 */
function hasNonFinite(values: Float64Array): boolean {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] - values[i];
  return sum !== 0;
}

function withFile(finding: Finding, file: string): Finding {
  return { ...finding, locations: finding.locations.map((location) => ({ file, ...location })) };
}

function errorWithFile(error: InspectorError, file: string): InspectorError {
  return error.location.file === undefined
    ? new InspectorError({ ...error.toJSON(), location: { file, ...error.location } }, { cause: error })
    : error;
}
