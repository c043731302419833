import { InspectorError } from '../../error.ts';
import { ByteReader } from '../byte-reader.ts';
import {
  damagedRapier,
  isRapier,
  rapierFileVersion,
  rapierHeadBytes,
  rapierLetters,
  type RapierCollider,
  type RapierShape,
} from './layout.ts';

/** A collider with the vertices and triangles of its mesh; `null` for a primitive. */
export interface ReadCollider {
  readonly collider: RapierCollider;
  readonly surface: { readonly positions: Float32Array; readonly triangles: Uint32Array } | null;
}

/** Reads colliders and checks every number. @throws InspectorError `invalid-bytes`, `truncated` or `unsupported-dialect` at its byte. */
export function readRapier(bytes: Uint8Array): readonly ReadCollider[] {
  if (!isRapier(bytes)) throw damagedRapier(`it does not start with the letters ${rapierLetters}`, 0);
  const reader = new ByteReader(bytes, damagedRapier);
  reader.bytes(4, 'its letters');
  const version = reader.u32('its version');
  if (version !== rapierFileVersion) {
    const fix = 'Bake it again from its source, or update Boxwood';
    const message = `This .rapier.bin file is of version ${version}; version ${rapierFileVersion} is read`;
    throw new InspectorError({ code: 'unsupported-dialect', message, fix, location: { byte: 4 } });
  }
  const jsonBytes = reader.u32('the length of its JSON');
  const colliders = collidersOf(reader.bytes(jsonBytes, 'its JSON'));
  const numbers = bytes.length - reader.at;
  if (jsonBytes % 4 !== 0 || numbers % 4 !== 0) throw damagedRapier('its JSON or its arrays are no multiple of 4 bytes', 8);
  const arrays = new Uint8Array(reader.bytes(numbers, 'its arrays')).buffer;
  let used = 0;
  const read = colliders.map((collider, i) => {
    const { shape } = collider;
    if (shape.kind !== 'trimesh' && shape.kind !== 'convexHull') return { collider, surface: null };
    const { vertices, vertexCount, indices, triangleCount } = shape;
    if (vertices !== used || indices !== vertices + 3 * vertexCount || indices + 3 * triangleCount > numbers / 4)
      throw damagedRapier(`the arrays of collider ${i} are elsewhere`, rapierHeadBytes);
    used = indices + 3 * triangleCount;
    const at = rapierHeadBytes + jsonBytes;
    const positions = new Float32Array(arrays, 4 * vertices, 3 * vertexCount);
    const triangles = new Uint32Array(arrays, 4 * indices, 3 * triangleCount);
    const bad = positions.findIndex((value) => !Number.isFinite(value));
    if (bad >= 0) throw damagedRapier(`vertex ${Math.floor(bad / 3)} of collider ${i} is not finite`, at + 4 * (vertices + bad));
    const beyond = triangles.findIndex((vertex) => vertex >= vertexCount);
    if (beyond >= 0) throw damagedRapier(`collider ${i} names vertex ${triangles[beyond]} of ${vertexCount}`, at + 4 * (indices + beyond));
    return { collider, surface: { positions, triangles } };
  });
  if (4 * used !== numbers) throw damagedRapier('there are bytes after its end', rapierHeadBytes + jsonBytes + 4 * used);
  return read;
}

function collidersOf(json: Uint8Array): readonly RapierCollider[] {
  const fault = (what: string): InspectorError => damagedRapier(what, rapierHeadBytes);
  let data: unknown;
  try {
    data = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json));
  } catch {
    throw fault('its JSON cannot be read');
  }
  const list = isRecord(data) ? data['colliders'] : null;
  if (!Array.isArray(list) || list.length === 0) throw fault('its JSON has no colliders');
  return list.map((value: unknown, i) => {
    const fields = isRecord(value) ? value : {};
    const { name, shape, translation, rotation, isSensor, friction, restitution } = fields;
    if (
      typeof name !== 'string' ||
      !isShape(shape) ||
      !isNumbers(translation, 3) ||
      !isNumbers(rotation, 4) ||
      Math.abs(Math.hypot(...rotation) - 1) > 1e-6 ||
      typeof isSensor !== 'boolean' ||
      ![friction, restitution].every((each) => each === undefined || isAmount(each))
    )
      throw fault(`its collider ${i} is not one of Rapier`);
    return value as RapierCollider; // every field is checked
  });
}

function isShape(value: unknown): value is RapierShape {
  if (!isRecord(value)) return false;
  switch (value['kind']) {
    case 'cuboid':
      return isNumbers(value['halfExtents'], 3) && value['halfExtents'].every(isAmount);
    case 'ball':
      return isAmount(value['radius']);
    case 'capsule':
    case 'cylinder':
      return isAmount(value['radius']) && isAmount(value['halfHeight']);
    case 'trimesh':
    case 'convexHull':
      return ['vertices', 'vertexCount', 'indices', 'triangleCount'].every(
        (name) => Number.isSafeInteger(value[name]) && isAmount(value[name]),
      );
    default:
      return false;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isNumbers(value: unknown, count: number): value is readonly number[] {
  return Array.isArray(value) && value.length === count && value.every((each) => Number.isFinite(each));
}
