import { addFinding, ignoredElements, type FindingKind, type FindingList } from '../finding-list.ts';
import { exportAgain, refuse } from '../refuse.ts';
import { requireAccessor, type GltfSource } from './accessor-layout.ts';
import { checkBounds } from './check-accessors.ts';
import { dracoExtension, type DracoPrimitive } from './compression/draco-primitives.ts';
import type { GltfPrimitive } from './document.ts';
import { normalize, readNumbers } from './read-accessor.ts';
import { triangulate } from './triangulate.ts';

/** A primitive in the space of its mesh. */
export interface ReadPrimitive {
  /** (3·V) The same array for all primitives that use the same accessor. */
  readonly positions: Float64Array;
  /** (3·T) */
  readonly triangles: Uint32Array;
}

const noPosition: FindingKind = {
  ...ignoredElements,
  message: 'Primitives without positions were skipped',
  detail: 'MESH_PRIMITIVE_NO_POSITION',
};

/** Decoded data of the primitives that Draco compressed. */
export type DracoPrimitives = Map<GltfPrimitive, DracoPrimitive>;

/** Positions (3·V) by accessor. Primitives with the same accessor share the array. */
export type GltfPositionCache = Map<number, Float64Array>;

/**
 * Returns the primitives of a mesh, at their index; `null` for primitives without positions.
 * @throws InspectorError.
 */
export function readGltfMesh(
  source: GltfSource,
  draco: DracoPrimitives,
  mesh: number,
  known: GltfPositionCache,
  findings: FindingList,
): readonly (ReadPrimitive | null)[] {
  const primitives = source.document.meshes?.[mesh]?.primitives ?? [];
  return primitives.map((primitive, i) => {
    return readPrimitive(source, primitive, draco.get(primitive) ?? null, `/meshes/${mesh}/primitives/${i}`, known, findings);
  });
}

function readPrimitive(
  source: GltfSource,
  primitive: GltfPrimitive,
  draco: DracoPrimitive | null,
  pointer: string,
  known: GltfPositionCache,
  findings: FindingList,
): ReadPrimitive | null {
  const index = primitive.attributes['POSITION'];
  if (index === undefined) {
    addFinding(findings, noPosition, { pointer: `${pointer}/attributes` });
    return null;
  }
  const accessor = requireAccessor(source, index);
  if (accessor.type !== 'VEC3') {
    throw refuse('malformed', 'Positions need three components', exportAgain, { pointer: `/accessors/${index}/type` });
  }
  const positions = draco?.positions ?? readPositions(source, primitive, index, pointer, known, findings);
  if (draco?.positions != null && accessor.normalized === true) normalize(positions, accessor.componentType);
  return { positions, triangles: triangulate(source, primitive, positions.length / 3, draco?.indices ?? null, pointer, findings) };
}

function readPositions(
  source: GltfSource,
  primitive: GltfPrimitive,
  index: number,
  pointer: string,
  known: GltfPositionCache,
  findings: FindingList,
): Float64Array {
  const { bufferView, sparse } = requireAccessor(source, index);
  const hasData = bufferView !== undefined || sparse !== undefined;
  if (!hasData) refuseCompressed(primitive, pointer);
  const read = known.get(index);
  if (read !== undefined) return read;
  const positions = readNumbers(source, index);
  if (hasData) checkBounds(source, index, positions, findings);
  known.set(index, positions);
  return positions;
}

/**
 * Refuses Draco primitives if there is no decoder. Without a fallback their accessors have no bytes and would read as
 * zeros.
 */
function refuseCompressed(primitive: GltfPrimitive, pointer: string): void {
  if (primitive.extensions?.[dracoExtension] === undefined) return;
  const message = `The primitive is compressed with ${dracoExtension}, and there is no decoder here`;
  throw refuse('unsupported-feature', message, 'Export the file without compression', {
    pointer: `${pointer}/extensions/${dracoExtension}`,
  });
}
