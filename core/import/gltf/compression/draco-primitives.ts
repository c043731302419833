import type { Progress } from '../../../progress.ts';
import { decodeSafely } from '../../draco/decode-safely.ts';
import { addFinding, type FindingKind, type FindingList } from '../../finding-list.ts';
import type { DecodeDraco, DracoMesh, DracoAttributeRequest } from '../../importer.ts';
import { exportAgain, refuse } from '../../refuse.ts';
import { requireAccessor, viewBytes, type GltfSource } from '../accessor-layout.ts';
import type { DecodedSkin } from '../animation/read-skin.ts';
import { isObject, type GltfPrimitive, type JsonObject } from '../document.ts';
import { normalize } from '../read-accessor.ts';

export const dracoExtension = 'KHR_draco_mesh_compression';

/** A decoded primitive, which replaces the data of its accessors. */
export interface DracoPrimitive {
  /** (3·T) */
  readonly indices: Uint32Array;
  /** (3·V), integers not yet normalised; `null` if the positions are not compressed. */
  readonly positions: Float64Array | null;
  /**
   * Joints and weights by attribute name, four numbers per vertex, integer weights as fractions. Only of files with
   * animations.
   */
  readonly skin: DecodedSkin;
}

/** Limit for the indices and coordinates of all primitives together. Many can refer to the same compressed bytes. */
const maxNumbers = 2 ** 28;
/** Limit for those that are decoded from bytes that another primitive has too: some, and more for each byte of all streams. */
const minRepeated = 2 ** 22;
const maxRepeatedPerByte = 256;

const countMismatch: FindingKind = {
  code: 'count-mismatch',
  severity: 'warning',
  message: 'A Draco mesh does not have as many vertices or indices as its accessors declare',
  fix: 'The decoded data were used; export the file again',
};

/**
 * Decodes all primitives that Draco compressed, in document order. Without a decoder the accessors need data of their
 * own: see `readMesh`.
 * @throws InspectorError with the pointer to the extension, for any error of the decoder; `cancelled`.
 */
export async function decodeDracoPrimitives(
  source: GltfSource,
  decoder: DecodeDraco | undefined,
  findings: FindingList,
  progress: Progress,
): Promise<Map<GltfPrimitive, DracoPrimitive>> {
  const decoded = new Map<GltfPrimitive, DracoPrimitive>();
  if (decoder === undefined) return decoded;
  const streams = new Set<number>();
  let total = 0;
  let repeated = 0;
  let streamBytes = 0;
  for (const [m, { primitives }] of (source.document.meshes ?? []).entries()) {
    for (const [p, primitive] of primitives.entries()) {
      if (primitive.extensions?.[dracoExtension] === undefined) continue;
      progress(0);
      const pointer = `/meshes/${m}/primitives/${p}/extensions/${dracoExtension}`;
      const compressed = compressedData(source, primitive, pointer);
      const mesh = await decodePrimitive(source, primitive, compressed, pointer, decoder, findings);
      const numbers = mesh.indices.length + (mesh.positions?.length ?? 0);
      total += numbers;
      if (streams.has(compressed.view)) repeated += numbers;
      else streamBytes += compressed.bytes.length;
      streams.add(compressed.view);
      if (total > maxNumbers || repeated > minRepeated + maxRepeatedPerByte * streamBytes)
        throw refuse('too-large', 'The compressed meshes do not fit into memory', 'Split the file into parts', { pointer });
      decoded.set(primitive, mesh);
    }
  }
  return decoded;
}

async function decodePrimitive(
  source: GltfSource,
  primitive: GltfPrimitive,
  { bytes, positionId, skinIds }: CompressedData,
  pointer: string,
  decoder: DecodeDraco,
  findings: FindingList,
): Promise<DracoPrimitive> {
  const position = primitive.attributes['POSITION'];
  const isPositionIn = positionId !== null && position !== undefined;
  const wanted: DracoAttributeRequest[] = isPositionIn
    ? [{ attribute: positionId, componentType: requireAccessor(source, position).componentType }]
    : [];
  for (const { id, accessor } of skinIds) wanted.push({ attribute: id, componentType: requireAccessor(source, accessor).componentType });
  const mesh = await decodeSafely(bytes, wanted, decoder, { pointer });
  const positions = isPositionIn ? mesh.attributes[0] : undefined;
  if (isPositionIn && (positions === undefined || positions.components !== 3))
    throw refuse('malformed', 'Positions need three components', exportAgain, { pointer });
  noteMismatch(source, primitive, mesh, pointer, findings);
  return {
    indices: mesh.indices,
    positions: positions === undefined ? null : Float64Array.from(positions.values),
    skin: decodedSkin(source, skinIds, mesh.attributes.slice(isPositionIn ? 1 : 0)),
  };
}

interface SkinAttribute {
  readonly name: string;
  readonly id: number;
  readonly accessor: number;
}

function decodedSkin(source: GltfSource, ids: readonly SkinAttribute[], attributes: DracoMesh['attributes']): DecodedSkin {
  const skin = new Map<string, Float64Array>();
  for (const [i, { name, accessor }] of ids.entries()) {
    const decoded = attributes[i];
    const { normalized, componentType } = requireAccessor(source, accessor);
    if (decoded?.components !== 4) continue;
    const values = Float64Array.from(decoded.values);
    if (normalized === true) normalize(values, componentType);
    skin.set(name, values);
  }
  return skin;
}

/** Returns the attributes that the animations of a file need. */
function skinAttributes({ document }: GltfSource, { attributes }: GltfPrimitive, ids: JsonObject): readonly SkinAttribute[] {
  if (!Array.isArray(document.animations) || document.animations.length === 0) return [];
  return Object.entries(attributes).flatMap(([name, accessor]) => {
    const id = ids[name];
    return /^(JOINTS|WEIGHTS)_\d+$/.test(name) && isIndex(id) && document.accessors?.[accessor] !== undefined
      ? [{ name, id, accessor }]
      : [];
  });
}

/** The stream of a primitive and the ids of its attributes. */
interface CompressedData {
  /** The buffer view of the stream. */
  readonly view: number;
  readonly bytes: Uint8Array;
  readonly positionId: number | null;
  readonly skinIds: readonly SkinAttribute[];
}

/** Returns the fields of the extension, which glTF-Validator does not check. */
function compressedData(source: GltfSource, primitive: GltfPrimitive, pointer: string): CompressedData {
  const fields = primitive.extensions?.[dracoExtension];
  const attributes = isObject(fields) ? fields['attributes'] : undefined;
  if (!isObject(fields) || !isObject(attributes))
    throw refuse('malformed', 'The Draco extension needs a buffer view and attributes', exportAgain, { pointer });
  const index = fields['bufferView'];
  if (!isIndex(index)) throw refuse('malformed', 'A buffer view must be a whole number', exportAgain, { pointer: `${pointer}/bufferView` });
  const { view } = viewBytes(source, index, pointer);
  const id = attributes['POSITION'];
  if (id !== undefined && !isIndex(id))
    throw refuse('malformed', 'An attribute must be a whole number', exportAgain, { pointer: `${pointer}/attributes/POSITION` });
  return {
    view: index,
    bytes: new Uint8Array(view.buffer, view.byteOffset, view.byteLength),
    positionId: id ?? null,
    skinIds: skinAttributes(source, primitive, attributes),
  };
}

function isIndex(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 32;
}

function noteMismatch({ document }: GltfSource, primitive: GltfPrimitive, mesh: DracoMesh, pointer: string, findings: FindingList): void {
  const vertices = document.accessors?.[primitive.attributes['POSITION'] ?? -1]?.count ?? mesh.points;
  const indices = document.accessors?.[primitive.indices ?? -1]?.count ?? mesh.indices.length;
  // The accessor of a strip counts the strip's indices, but the decoder returns a triangle list.
  const isList = (primitive.mode ?? 4) === 4;
  if (vertices !== mesh.points || (isList && indices !== mesh.indices.length)) addFinding(findings, countMismatch, { pointer });
}
