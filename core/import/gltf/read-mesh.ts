import { addFinding, ignoredElements, type FindingKind, type FindingList } from '../finding-list.ts';
import { exportAgain, refuse } from '../refuse.ts';
import { theAccessor, type GltfSource } from './accessor-layout.ts';
import { checkBounds } from './check-accessors.ts';
import type { GltfPrimitive } from './document.ts';
import { readNumbers } from './read-accessor.ts';
import { triangulate } from './triangulate.ts';

/** A primitive in the space of its mesh. */
export interface ReadPrimitive {
  /** (3·V) */
  readonly positions: Float64Array;
  /** (3·T) */
  readonly triangles: Uint32Array;
}

const noPosition: FindingKind = {
  ...ignoredElements,
  message: 'Primitives without positions show nothing and were read past',
  detail: 'MESH_PRIMITIVE_NO_POSITION',
};

/** The primitives of a mesh, at their index; `null` for those without positions. @throws InspectorError. */
export function readMesh(source: GltfSource, mesh: number, findings: FindingList): readonly (ReadPrimitive | null)[] {
  const primitives = source.document.meshes?.[mesh]?.primitives ?? [];
  return primitives.map((primitive, i) => readPrimitive(source, primitive, `/meshes/${mesh}/primitives/${i}`, findings));
}

function readPrimitive(source: GltfSource, primitive: GltfPrimitive, pointer: string, findings: FindingList): ReadPrimitive | null {
  const index = primitive.attributes['POSITION'];
  if (index === undefined) {
    addFinding(findings, noPosition, { pointer: `${pointer}/attributes` });
    return null;
  }
  const accessor = theAccessor(source, index);
  if (accessor.type !== 'VEC3') {
    throw refuse('malformed', 'Positions need three components', exportAgain, { pointer: `/accessors/${index}/type` });
  }
  const hasData = accessor.bufferView !== undefined || accessor.sparse !== undefined;
  if (!hasData) refuseCompressed(primitive, pointer);
  const positions = readNumbers(source, index);
  if (hasData) checkBounds(source, index, positions, findings);
  return { positions, triangles: triangulate(source, primitive, positions.length / 3, pointer, findings) };
}

/** Draco leaves the accessors without bytes when there is no fallback; they would read as zeros. */
function refuseCompressed(primitive: GltfPrimitive, pointer: string): void {
  if (primitive.extensions?.['KHR_draco_mesh_compression'] === undefined) return;
  const message = 'The primitive is compressed with KHR_draco_mesh_compression, which is not read';
  throw refuse('unsupported-feature', message, 'Export the file without compression', { pointer: `${pointer}/extensions/KHR_draco_mesh_compression` });
}
