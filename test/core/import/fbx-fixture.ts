import { zlibSync } from 'fflate';
import { bytesOf } from './import-bytes.ts';

/** FBX in text and in its binary form, made by hand. */

export interface FbxObjects {
  /** Lines of `Objects` and `Connections`. */
  readonly objects: string;
  readonly connections: string;
  readonly settings?: string;
}

export function asciiFbx({ objects, connections, settings = '' }: FbxObjects, version = 7400): string {
  return `; FBX ${version / 1000} project file\n; ---\nFBXHeaderExtension:  {\n\tFBXVersion: ${version}\n}\nGlobalSettings:  {\n\tProperties70:  {\n${settings}\t}\n}\nObjects:  {\n${objects}}\nConnections:  {\n${connections}}\n`;
}

/** A `Model` line with properties such as `"Lcl Translation": [1, 2, 3]`. */
export function model(id: number, name: string, properties: Readonly<Record<string, readonly number[]>> = {}): string {
  const lines = Object.entries(properties).map(([key, values]) => `\t\t\tP: "${key}", "", "", "A",${values.join(',')}\n`);
  return `\tModel: ${id}, "Model::${name}", "Mesh" {\n\t\tProperties70:  {\n${lines.join('')}\t\t}\n\t}\n`;
}

export function geometry(id: number, vertices: readonly number[], polygons: readonly number[]): string {
  return `\tGeometry: ${id}, "Geometry::", "Mesh" {\n\t\tVertices: *${vertices.length} {\n\t\t\ta: ${vertices.join(',')}\n\t\t}\n\t\tPolygonVertexIndex: *${polygons.length} {\n\t\t\ta: ${polygons.join(',')}\n\t\t}\n\t}\n`;
}

export const connect = (child: number, parent: number): string => `\tC: "OO",${child},${parent}\n`;

/** A node of the binary form: its name, packed values, nodes in it. */
export interface BinaryNode {
  readonly name: string;
  readonly values?: readonly Uint8Array[];
  readonly children?: readonly BinaryNode[];
}

export class BinaryFbx {
  readonly #little: boolean;
  readonly #version: number;

  constructor(version: number, little = true) {
    this.#version = version;
    this.#little = little;
  }

  file(nodes: readonly BinaryNode[]): Uint8Array {
    const head = bytesOf('Kaydara FBX Binary  \0', 0x1a, this.#little ? 0 : 1, this.#u32(this.#version));
    let at = head.length;
    const records = nodes.map((node) => {
      const record = this.#node(node, at);
      at += record.length;
      return record;
    });
    return bytesOf(head, ...records, this.#empty());
  }

  i32 = (value: number): Uint8Array =>
    bytesOf(
      'I',
      this.#view(4, (view) => view.setInt32(0, value, this.#little)),
    );
  i64 = (value: number | bigint): Uint8Array =>
    bytesOf(
      'L',
      this.#view(8, (view) => view.setBigInt64(0, BigInt(value), this.#little)),
    );
  f64 = (value: number): Uint8Array =>
    bytesOf(
      'D',
      this.#view(8, (view) => view.setFloat64(0, value, this.#little)),
    );
  text = (value: string): Uint8Array => bytesOf('S', this.#u32(value.length), value);

  /** An array of one of the types f, d, l, i, plain or packed. */
  array(type: string, values: readonly number[], packed = false, count = values.length): Uint8Array {
    const size = type === 'f' || type === 'i' ? 4 : 8;
    const raw = this.#view(size * values.length, (view) =>
      values.forEach((value, i) => {
        if (type === 'f') view.setFloat32(4 * i, value, this.#little);
        else if (type === 'd') view.setFloat64(8 * i, value, this.#little);
        else if (type === 'i') view.setInt32(4 * i, value, this.#little);
        else view.setBigInt64(8 * i, BigInt(value), this.#little);
      }),
    );
    const data = packed ? zlibSync(raw) : raw;
    return bytesOf(type, this.#u32(count), this.#u32(packed ? 1 : 0), this.#u32(data.length), data);
  }

  #node({ name, values = [], children = [] }: BinaryNode, start: number): Uint8Array {
    const packed = bytesOf(...values);
    const headBytes = (this.#isLong() ? 25 : 13) + name.length;
    let at = start + headBytes + packed.length;
    const records = children.map((child) => {
      const record = this.#node(child, at);
      at += record.length;
      return record;
    });
    const end = children.length > 0 ? [this.#empty()] : [];
    const total = at + (children.length > 0 ? this.#empty().length : 0);
    return bytesOf(
      this.#count(total),
      this.#count(values.length),
      this.#count(packed.length),
      name.length,
      name,
      packed,
      ...records,
      ...end,
    );
  }

  #isLong(): boolean {
    return this.#version >= 7500;
  }

  #count(value: number): Uint8Array {
    return this.#isLong() ? this.#view(8, (view) => view.setBigUint64(0, BigInt(value), this.#little)) : this.#u32(value);
  }

  #empty(): Uint8Array {
    return new Uint8Array(this.#isLong() ? 25 : 13);
  }

  #u32(value: number): Uint8Array {
    return this.#view(4, (view) => view.setUint32(0, value, this.#little));
  }

  #view(bytes: number, write: (view: DataView) => void): Uint8Array {
    const view = new DataView(new ArrayBuffer(bytes));
    write(view);
    return new Uint8Array(view.buffer);
  }
}
