import type { TriangleMesh } from '#core/mesh/triangle-mesh';

/** PLY as scanners write it: binary, little-endian, f32 positions. */
export function binaryPly({ positions, indices }: TriangleMesh): Uint8Array<ArrayBuffer> {
  const [vertices, faces] = [positions.length / 3, indices.length / 3];
  const header = new TextEncoder().encode(
    `ply\nformat binary_little_endian 1.0\nelement vertex ${vertices}\nproperty float x\nproperty float y\nproperty float z\n` +
      `element face ${faces}\nproperty list uchar int vertex_indices\nend_header\n`,
  );
  const facesAt = header.length + 12 * vertices;
  const bytes = new Uint8Array(facesAt + 13 * faces);
  bytes.set(header);
  bytes.set(new Uint8Array(Float32Array.from(positions).buffer), header.length);
  const view = new DataView(bytes.buffer);
  for (let face = 0; face < faces; face++) {
    const at = facesAt + 13 * face;
    view.setUint8(at, 3);
    for (let corner = 0; corner < 3; corner++) view.setUint32(at + 1 + 4 * corner, indices[3 * face + corner]!, true);
  }
  return bytes;
}

/** Binary STL; its normals are zero, which readers make good. */
export function binaryStl({ positions, indices }: TriangleMesh): Uint8Array<ArrayBuffer> {
  const faces = indices.length / 3;
  const bytes = new Uint8Array(84 + 50 * faces);
  const view = new DataView(bytes.buffer);
  view.setUint32(80, faces, true);
  for (let corner = 0; corner < 3 * faces; corner++) {
    const at = 84 + 50 * Math.floor(corner / 3) + 12 + 12 * (corner % 3);
    for (let axis = 0; axis < 3; axis++) view.setFloat32(at + 4 * axis, positions[3 * indices[corner]! + axis]!, true);
  }
  return bytes;
}

/** OBJ with seven significant digits, as most programs write it. */
export function objText({ positions, indices }: TriangleMesh): Uint8Array<ArrayBuffer> {
  const lines: string[] = [];
  const digits = (value: number): number => Number(value.toPrecision(7));
  for (let i = 0; i < positions.length; i += 3)
    lines.push(`v ${digits(positions[i]!)} ${digits(positions[i + 1]!)} ${digits(positions[i + 2]!)}\n`);
  for (let i = 0; i < indices.length; i += 3) lines.push(`f ${indices[i]! + 1} ${indices[i + 1]! + 1} ${indices[i + 2]! + 1}\n`);
  return new TextEncoder().encode(lines.join(''));
}
