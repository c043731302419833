import { addFinding, ignoredElements, unusableFaces, type FindingKind, type FindingList } from '../finding-list.ts';
import { allocate } from '../growable.ts';
import { exportAgain, refuse } from '../refuse.ts';
import { baseRun, requireAccessor, type GltfSource } from './accessor-layout.ts';
import type { GltfPrimitive } from './document.ts';
import { readComponent, readNumbers, restartIndex } from './read-accessor.ts';

const outOfRange: FindingKind = { ...unusableFaces, detail: 'ACCESSOR_INDEX_OOB' };
const restarts: FindingKind = {
  ...unusableFaces,
  message: 'Triangles with the largest index of its type, which glTF forbids, were dropped',
  detail: 'ACCESSOR_INDEX_PRIMITIVE_RESTART',
};
const leftover: FindingKind = {
  ...unusableFaces,
  severity: 'warning',
  message: 'The last vertices or indices do not form a triangle',
  detail: 'MESH_PRIMITIVE_INCOMPATIBLE_MODE',
};

/** Mode of triangle lists. Modes below are points and lines; mode 5 is the strip. */
const triangles = 4;
const fan = 6;

/**
 * Returns the vertex indices (3·T) of a primitive's triangles, with the winding of glTF 2.0, section 3.7.2.1; empty for
 * points and lines. Triangles with an invalid vertex index are dropped with a finding. `decoded` replaces the indices
 * and is a triangle list in any mode.
 * @throws InspectorError.
 */
export function triangulate(
  source: GltfSource,
  primitive: GltfPrimitive,
  vertices: number,
  decoded: Uint32Array | null,
  pointer: string,
  findings: FindingList,
): Uint32Array {
  const mode = decoded === null ? (primitive.mode ?? triangles) : triangles;
  if (mode < triangles) {
    addFinding(findings, ignoredElements, { pointer });
    return new Uint32Array(0);
  }
  if (mode > fan)
    throw refuse('malformed', `The primitive mode ${mode} is unknown`, exportAgain, { pointer: `${pointer}/mode` }, 'VALUE_NOT_IN_LIST');
  const corners = decoded ?? (primitive.indices === undefined ? null : readIndices(source, primitive.indices));
  const count = corners?.length ?? vertices;
  const faces = faceCount(primitive, count);
  if (mode === triangles ? count % 3 !== 0 : count > 0 && count < 3) addFinding(findings, leftover, { pointer });

  const restart =
    primitive.indices === undefined || decoded !== null ? Infinity : restartIndex(requireAccessor(source, primitive.indices).componentType);
  const out = allocate(() => new Uint32Array(3 * faces));
  let at = 0;
  for (let face = 0; face < faces; face++) {
    let usable = true;
    for (let k = 0; k < 3; k++) {
      const corner = cornerOf(mode, face, k);
      const index = corners === null ? corner : corners[corner];
      if (index >= vertices || index === restart) {
        usable = false;
        addFinding(findings, index === restart ? restarts : outOfRange, { pointer: `${pointer}/indices`, index: corner, element: 'index' });
        break;
      }
      out[at + k] = index;
    }
    if (usable) at += 3;
  }
  return at === out.length ? out : out.slice(0, at);
}

/** Returns how many triangles `corners` indices or vertices form in the primitive's mode. */
export function faceCount({ mode = triangles }: GltfPrimitive, corners: number): number {
  if (mode < triangles) return 0;
  return mode === triangles ? Math.floor(corners / 3) : Math.max(0, corners - 2);
}

/** Returns which vertex of the primitive is corner `k` of triangle `face`. Hot. */
function cornerOf(mode: number, face: number, k: number): number {
  if (mode === triangles) return 3 * face + k;
  if (mode === fan) return k === 2 ? 0 : face + k + 1;
  return k === 0 || face % 2 === 0 ? face + k : face + 3 - k;
}

/** Returns the indices as stored, widened to 32 bits. */
function readIndices(source: GltfSource, index: number): Uint32Array {
  const run = baseRun(source, index);
  if (run === null || requireAccessor(source, index).sparse !== undefined) return Uint32Array.from(readNumbers(source, index));
  const values = allocate(() => new Uint32Array(run.count));
  for (let i = 0; i < values.length; i++) values[i] = readComponent(run, i, 0);
  return values;
}
