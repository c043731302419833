import { bytesOf } from './import-bytes.ts';

/** Writes binary USD by the letter of AOUSD Core Specification 1.0.1, section 16.3: every table packed, nothing made small. */
export class UsdcFile {
  private readonly tokens: string[] = ['', ';-)'];
  private readonly strings: number[] = [];
  private readonly paths: CratePath[] = [{ token: 0, isProperty: false, below: [], number: 0 }];
  private readonly fields: (readonly [token: number, value: bigint])[] = [];
  private readonly fieldSets: number[] = [];
  private readonly specs: (readonly [path: number, set: number, type: number])[] = [];
  private readonly body: Uint8Array[] = [new Uint8Array(88)];
  private at = 88;
  private readonly version: number;

  constructor(version = 8) {
    this.version = version;
  }

  token(text: string): number {
    const known = this.tokens.indexOf(text);
    return known >= 0 ? known : this.tokens.push(text) - 1;
  }

  string(text: string): number {
    return this.strings.push(this.token(text)) - 1;
  }

  /** The number of `/World/mesh`, `/World/mesh.points` or `/World{lod=high}`. */
  path(text: string): number {
    let here = this.paths[0]!;
    for (const [piece] of text.matchAll(/\/[^/.{]+|\{[^}]*\}|\.[^/{]+/g)) {
      const isProperty = piece.startsWith('.');
      const token = this.token(piece.startsWith('{') ? piece : piece.slice(1));
      let next = here.below.find((each) => each.token === token && each.isProperty === isProperty);
      if (next === undefined) {
        next = { token, isProperty, below: [], number: this.paths.length };
        here.below.push(next);
        this.paths.push(next);
      }
      here = next;
    }
    return here.number;
  }

  /** A value in the place of its offset. */
  inlined(type: number, payload: number): bigint {
    return (BigInt(0x4000 | type) << 48n) | BigInt(payload >>> 0);
  }

  /** A value at a place of its own. */
  stored(type: number, bytes: Uint8Array, marks = 0): bigint {
    this.body.push(bytes);
    this.at += bytes.length;
    return (BigInt(marks | type) << 48n) | BigInt(this.at - bytes.length);
  }

  array(type: number, count: number, bytes: Uint8Array, isPacked = false): bigint {
    const size = this.version < 7 ? u32s(count) : u64s(count);
    return this.stored(type, bytesOf(size, bytes), isPacked ? 0xa000 : 0x8000);
  }

  /** Values by time codes. */
  timeSamples(times: readonly number[], values: readonly bigint[]): bigint {
    const stored = this.stored(48, bytesOf(u64s(times.length), f64s(...times)));
    return this.stored(46, u64s(8, stored, 8, values.length, ...values));
  }

  tokenEdits(names: readonly string[]): bigint {
    return this.stored(32, bytesOf(0x20, u64s(names.length), u32s(...names.map((name) => this.token(name)))));
  }

  pathEdits(paths: readonly string[]): bigint {
    return this.stored(34, bytesOf(0x03, u64s(paths.length), u32s(...paths.map((path) => this.path(path)))));
  }

  references(asset: string, path: string): bigint {
    const numbers = u32s(this.string(asset), this.path(path));
    return this.stored(35, bytesOf(0x20, u64s(1), numbers, new Uint8Array(16), u64s(0)));
  }

  tokenVector(names: readonly string[]): bigint {
    return this.stored(41, bytesOf(u64s(names.length), u32s(...names.map((name) => this.token(name)))));
  }

  /** Types of specs: 1 attribute, 6 prim, 7 root, 8 relationship, 10 variant. */
  spec(path: string, type: number, fields: Readonly<Record<string, bigint>>): this {
    const set = this.fieldSets.length;
    for (const [name, value] of Object.entries(fields)) this.fieldSets.push(this.fields.push([this.token(name), value]) - 1);
    this.fieldSets.push(-1);
    this.specs.push([this.path(path), set, type]);
    return this;
  }

  bytes(): Uint8Array {
    const list = (numbers: readonly number[]): Uint8Array => sized(packedIntegers(numbers));
    const order = walked(this.paths[0]!);
    const text = new TextEncoder().encode(this.tokens.map((token) => `${token}\0`).join(''));
    const sections: readonly (readonly [string, Uint8Array])[] = [
      ['TOKENS', bytesOf(u64s(this.tokens.length, text.length), sized(packed(text)))],
      ['STRINGS', bytesOf(u64s(this.strings.length), u32s(...this.strings))],
      [
        'FIELDS',
        bytesOf(
          u64s(this.fields.length),
          list(this.fields.map(([token]) => token)),
          sized(packed(u64s(...this.fields.map(([, value]) => value)))),
        ),
      ],
      ['FIELDSETS', bytesOf(u64s(this.fieldSets.length), list(this.fieldSets))],
      [
        'PATHS',
        bytesOf(
          u64s(this.paths.length, order.length),
          list(order.map(({ path }) => path.number)),
          list(order.map(({ path: { token, isProperty } }) => (isProperty ? -token : token))),
          list(order.map(({ jump }) => jump)),
        ),
      ],
      [
        'SPECS',
        bytesOf(
          u64s(this.specs.length),
          list(this.specs.map(([path]) => path)),
          list(this.specs.map(([, set]) => set)),
          list(this.specs.map(([, , type]) => type)),
        ),
      ],
    ];
    let at = this.at;
    const contents = sections.map(([name, bytes]) => {
      const entry = bytesOf(name.padEnd(16, '\0'), u64s(at, bytes.length));
      at += bytes.length;
      return entry;
    });
    const file = bytesOf(...this.body, ...sections.map(([, bytes]) => bytes), u64s(sections.length), ...contents);
    file.set(bytesOf('PXR-USDC', 0, this.version, 0, 0, 0, 0, 0, 0, u64s(at)));
    return file;
  }
}

interface CratePath {
  readonly token: number;
  readonly isProperty: boolean;
  readonly below: CratePath[];
  readonly number: number;
}

/** Children first, then siblings: how far the next sibling is, 0 for a neighbour, -1 for a child alone, -2 for neither. */
function walked(root: CratePath): readonly { readonly path: CratePath; readonly jump: number }[] {
  const out: { path: CratePath; jump: number }[] = [];
  const visit = (path: CratePath, hasSibling: boolean): void => {
    const entry = { path, jump: path.below.length > 0 ? -1 : hasSibling ? 0 : -2 };
    const start = out.push(entry) - 1;
    path.below.forEach((child, i) => visit(child, i + 1 < path.below.length));
    if (path.below.length > 0 && hasSibling) entry.jump = out.length - start;
  };
  visit(root, false);
  return out;
}

function sized(bytes: Uint8Array): Uint8Array {
  return bytesOf(u64s(bytes.length), bytes);
}

/** One LZ4 block of literals alone. */
export function packed(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 15) return bytesOf(0, bytes.length << 4, bytes);
  const rest = bytes.length - 15;
  return bytesOf(0, 0xf0, new Uint8Array(Math.floor(rest / 255)).fill(255), rest % 255, bytes);
}

/** Differences of 32 bits each. */
export function packedIntegers(numbers: readonly number[]): Uint8Array {
  const differences = numbers.map((value, i) => value - (numbers[i - 1] ?? 0));
  return packed(bytesOf(u32s(0), new Uint8Array(Math.floor((2 * numbers.length + 7) / 8)).fill(255), u32s(...differences)));
}

export function u32s(...values: readonly number[]): Uint8Array {
  return new Uint8Array(Int32Array.from(values).buffer);
}

export function u64s(...values: readonly (number | bigint)[]): Uint8Array {
  return new Uint8Array(BigUint64Array.from(values, BigInt).buffer);
}

export function f64s(...values: readonly number[]): Uint8Array {
  return new Uint8Array(Float64Array.from(values).buffer);
}
