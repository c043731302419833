import { MeshoptEncoder } from 'meshoptimizer/encoder';
import { bytesOf } from '../import-bytes.ts';
import { dataUri } from './gltf-fixture.ts';

/** Documents whose geometry is compressed. */

/** One mesh of one Draco primitive; `position` is merged into the accessor of the positions. */
export function dracoDocument(
  stream: Uint8Array,
  vertices: number,
  indices: number,
  position: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    extensionsUsed: ['KHR_draco_mesh_compression'],
    extensionsRequired: ['KHR_draco_mesh_compression'],
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [
      {
        primitives: [
          {
            attributes: { POSITION: 0 },
            indices: 1,
            extensions: { KHR_draco_mesh_compression: { bufferView: 0, attributes: { POSITION: 0 } } },
          },
        ],
      },
    ],
    accessors: [
      { componentType: 5126, type: 'VEC3', count: vertices, min: [-9, -9, -9], max: [9, 9, 9], ...position },
      { componentType: 5125, type: 'SCALAR', count: indices },
    ],
    bufferViews: [{ buffer: 0, byteLength: stream.length }],
    buffers: [{ byteLength: stream.length, uri: dataUri(stream) }],
  };
}

export interface MeshoptView {
  readonly bytes: Uint8Array;
  readonly stride: number;
  readonly mode: 'ATTRIBUTES' | 'TRIANGLES' | 'INDICES';
  /** Merged into the extension. */
  readonly fields?: Record<string, unknown>;
}

/** Buffers and views for data that meshopt compresses: buffer 0 has the compressed bytes, buffer 1 is a fallback that nobody has. */
export async function meshoptSections(name: string, views: readonly MeshoptView[], version?: number): Promise<Record<string, unknown>> {
  await MeshoptEncoder.ready;
  let at = 0;
  let fallbackAt = 0;
  const compressed = views.map(({ bytes, stride, mode }) =>
    MeshoptEncoder.encodeGltfBuffer(bytes, bytes.length / stride, stride, mode, version),
  );
  const bufferViews = views.map(({ bytes, stride, mode, fields }, i) => {
    const extension = {
      buffer: 0,
      byteOffset: at,
      byteLength: compressed[i]!.length,
      byteStride: stride,
      count: bytes.length / stride,
      mode,
      ...fields,
    };
    const view = {
      buffer: 1,
      byteOffset: fallbackAt,
      byteLength: bytes.length,
      ...(mode === 'ATTRIBUTES' ? { byteStride: stride } : {}),
      extensions: { [name]: extension },
    };
    at += compressed[i]!.length;
    fallbackAt += bytes.length;
    return view;
  });
  const all = bytesOf(...compressed);
  const buffers = [
    { byteLength: all.length, uri: dataUri(all) },
    { byteLength: fallbackAt, uri: 'nobody-has-this.bin', extensions: { [name]: { fallback: true } } },
  ];
  return { buffers, bufferViews, extensionsUsed: [name], extensionsRequired: [name] };
}
