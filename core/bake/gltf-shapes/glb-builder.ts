import type { PartSurface } from '../bodies/physics-shape.ts';
import { centreOf } from '../bodies/single-positions.ts';
import { positionBounds } from '../bodies/position-bounds.ts';
import { glbBytes } from '../mesh-files/pack-glb.ts';

const arrayBuffer = 34962;
const elementArrayBuffer = 34963;
const float = 5126;
const unsignedShort = 5123;
const unsignedInt = 5125;
/** Index 0xffff restarts a primitive and is not used. */
const maxVertices16 = 0xffff;

/** Numbers between two reports of progress. */
const reportStep = 3 << 11;

type Binary = Float32Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/** Meshes of a GLB in the making. */
export interface GlbBuilder {
  /** Adds a mesh with f32 vertices relative to the centre of its bounds. Returns its number and that centre. */
  readonly addMesh: (name: string, surface: PartSurface) => { readonly mesh: number; readonly translation: readonly number[] };
  /** Returns the bytes of a GLB with these meshes and other members of the document. */
  readonly bytes: (document: object) => Uint8Array<ArrayBuffer>;
}

export function glbBuilder(worked: (numbers: number) => void): GlbBuilder {
  const arrays: { readonly array: Binary; readonly at: number }[] = [];
  const meshes: object[] = [];
  const accessors: object[] = [];
  const bufferViews: object[] = [];
  let end = 0;
  const add = (array: Binary, target: number, accessor: object): number => {
    arrays.push({ array, at: end });
    bufferViews.push({ buffer: 0, byteOffset: end, byteLength: array.byteLength, target });
    end = Math.ceil((end + array.byteLength) / 4) * 4;
    for (let done = 0; done < array.length; done += reportStep) worked(Math.min(reportStep, array.length - done));
    return accessors.push({ bufferView: bufferViews.length - 1, ...accessor }) - 1;
  };
  return {
    addMesh: (name, surface) => {
      const centre = centreOf(surface);
      const positions = Float32Array.from(surface.positions, (value, i) => value - centre[i % 3]!);
      const vertices = positions.length / 3;
      const indices = vertices < maxVertices16 ? Uint16Array.from(surface.triangles) : Uint32Array.from(surface.triangles);
      const type = indices instanceof Uint16Array ? unsignedShort : unsignedInt;
      const POSITION = add(positions, arrayBuffer, { componentType: float, count: vertices, type: 'VEC3', ...positionBounds(positions) });
      const index = add(indices, elementArrayBuffer, { componentType: type, count: indices.length, type: 'SCALAR' });
      const mesh = meshes.push({ name, primitives: [{ attributes: { POSITION }, indices: index }] }) - 1;
      return { mesh, translation: centre.map((value) => value + 0) };
    },
    bytes: (document) => {
      const data = meshes.length === 0 ? {} : { meshes, accessors, bufferViews, buffers: [{ byteLength: end }] };
      return glbBytes({ ...document, ...data }, arrays, end);
    },
  };
}
