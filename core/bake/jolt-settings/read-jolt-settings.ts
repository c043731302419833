import { InspectorError } from '../../error.ts';
import { damagedStream, isJoltSettings, streamHead, streamLetters } from './layout.ts';

/** The mesh of a `MeshShapeSettings`. */
export interface JoltSettingsMesh {
  /** (3·V) */
  readonly positions: Float32Array;
  /** (3·T) */
  readonly index: Uint32Array;
  readonly sourceTriangles: null;
}

/** A field of a declared class. */
export interface StreamField {
  readonly name: string;
  readonly type: string;
  /** Of instances and pointers. */
  readonly className: string;
  readonly depth: number;
}

export type StreamClasses = ReadonlyMap<string, readonly StreamField[]>;

/** StreamWords of a number type. */
const wordsOf: ReadonlyMap<string, number> = new Map([
  ...['uint8', 'uint16', 'int', 'uint32', 'uint64', 'float', 'double', 'bool', 'pointer'].map((name) => [name, 1] as const),
  ...['float3', 'double3', 'vec3', 'dvec3'].map((name) => [name, 3] as const),
  ...['float4', 'vec4', 'uvec4', 'quat'].map((name) => [name, 4] as const),
  ['mat44', 16],
  ['dmat44', 15],
]);
/** Instances in instances. */
const maxNesting = 16;

/**
 * Reads the first `MeshShapeSettings` of an object stream in text, whatever the order of its fields. Other objects and fields are passed over.
 * @throws InspectorError `invalid-bytes`, `truncated` or `unsupported-dialect` at its byte.
 */
export function readJoltSettings(bytes: Uint8Array): JoltSettingsMesh {
  checkStreamHead(bytes);
  const words = new StreamWords(bytes);
  words.next('its head');
  words.next('its version');
  const classes = new Map<string, readonly StreamField[]>();
  for (;;) {
    const word = words.nextOrNull();
    if (word === null) throw damagedStream('it has no MeshShapeSettings', bytes.length);
    if (word === 'declare') readStreamClass(words, classes);
    else if (word === 'object') {
      const name = words.next('the class of an object');
      words.next('the number of an object');
      if (name === 'MeshShapeSettings') return readMeshSettings(words, classes);
      skipFields(words, classes, name, 0);
    } else throw words.fault(`${JSON.stringify(word.slice(0, 20))} is neither a class nor an object`);
  }
}

export function checkStreamHead(bytes: Uint8Array): void {
  if (isJoltSettings(bytes)) return;
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, streamHead.length));
  if (!head.startsWith(streamLetters)) throw damagedStream(`it does not start with ${streamHead}`, 0);
  const message = `This object stream is of version ${JSON.stringify(head.slice(3).trim())}; version 1.00 of Jolt is read`;
  throw new InspectorError({ code: 'unsupported-dialect', message, fix: 'Save it by a Jolt of version 5', location: { byte: 3 } });
}

/** The words of a text, between white space. */
export class StreamWords {
  readonly #bytes: Uint8Array;
  #at = 0;
  #start = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  #steps = 0;

  /** Counts a field that is skipped: classes without words could repeat each other beyond all bounds. */
  step(): void {
    if (++this.#steps > this.#bytes.length) throw this.fault('its classes repeat more fields than it has bytes');
  }

  /** The byte of the last word. */
  get at(): number {
    return this.#start;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  fault(what: string): InspectorError {
    return damagedStream(what, this.#start);
  }

  nextOrNull(): string | null {
    const bytes = this.#bytes;
    while (this.#at < bytes.length && bytes[this.#at] <= 0x20) this.#at++;
    if (this.#at === bytes.length) return null;
    this.#start = this.#at;
    let word = '';
    while (this.#at < bytes.length && bytes[this.#at] > 0x20) word += String.fromCharCode(bytes[this.#at++]);
    return word;
  }

  next(what: string): string {
    const word = this.nextOrNull();
    if (word === null) throw damagedStream(`it ends after ${this.#bytes.length} bytes, within ${what}`, this.#bytes.length, 'truncated');
    return word;
  }

  number(what: string): number {
    const word = this.next(what);
    const value = Number(word);
    if (!/^[-+.\d]/.test(word) || !Number.isFinite(value))
      throw this.fault(`${JSON.stringify(word.slice(0, 20))} is no number, in ${what}`);
    return value;
  }

  /** A count of items that need at least two bytes each. */
  count(what: string): number {
    const value = this.number(what);
    if (!Number.isSafeInteger(value) || value < 0 || value > this.left) throw this.fault(`${value} is no count of ${what}`);
    return value;
  }

  /** Passes over a text in quotes. */
  skipText(): void {
    let word = this.next('a text');
    if (!word.startsWith('"')) throw this.fault('a text has no quotes');
    word = word.slice(1);
    while (!/(?:^|[^\\])(?:\\\\)*"$/.test(word)) word = this.next('a text');
  }
}

/** Jolt counts references to objects of these classes. It declares such fields as instances, and writes the numbers of the objects. */
const referencedClasses: readonly string[] = ['ShapeSettings', 'PhysicsMaterial'];

export function readStreamClass(words: StreamWords, classes: Map<string, readonly StreamField[]>): void {
  const name = words.next('a class');
  const count = words.count('fields');
  const fields: StreamField[] = [];
  for (let i = 0; i < count; i++) {
    const field = words.next('a class');
    let [type, depth] = [words.next('a class').toLowerCase(), 0];
    while (type === 'array') {
      depth++;
      type = words.next('a class').toLowerCase();
    }
    const className = type === 'instance' || type === 'pointer' ? words.next('a class') : '';
    if (type === 'instance' && referencedClasses.includes(className)) type = 'pointer';
    if (type !== 'instance' && type !== 'string' && !wordsOf.has(type)) throw words.fault(`the type ${JSON.stringify(type)} is not known`);
    fields.push({ name: field, type, className, depth });
  }
  classes.set(name, fields);
}

export function fieldsOfClass(words: StreamWords, classes: StreamClasses, name: string): readonly StreamField[] {
  const fields = classes.get(name);
  if (fields === undefined) throw words.fault(`the class ${JSON.stringify(name)} is not declared`);
  return fields;
}

function skipFields(words: StreamWords, classes: StreamClasses, name: string, nesting: number): void {
  for (const field of fieldsOfClass(words, classes, name)) skipField(words, classes, field, field.depth, nesting);
}

export function skipField(words: StreamWords, classes: StreamClasses, field: StreamField, depth: number, nesting: number): void {
  words.step();
  if (nesting > maxNesting) throw words.fault('its instances are nested too deeply');
  if (depth > 0) {
    const count = words.count(field.name);
    // Instances of a class without fields have no words.
    if (field.type === 'instance' && fieldsOfClass(words, classes, field.className).length === 0) return;
    for (let i = 0; i < count; i++) skipField(words, classes, field, depth - 1, nesting + 1);
  } else if (field.type === 'instance') skipFields(words, classes, field.className, nesting + 1);
  else if (field.type === 'string') words.skipText();
  else for (let i = 0; i < wordsOf.get(field.type)!; i++) words.next(field.name);
}

export function readMeshSettings(words: StreamWords, classes: StreamClasses): JoltSettingsMesh {
  let [positions, index]: [Float32Array | null, Uint32Array | null] = [null, null];
  for (const field of fieldsOfClass(words, classes, 'MeshShapeSettings')) {
    if (field.name === 'mTriangleVertices' && field.type === 'float3' && field.depth === 1) positions = readVertices(words);
    else if (field.name === 'mIndexedTriangles' && field.type === 'instance' && field.depth === 1)
      index = readTriangles(words, classes, field.className);
    else skipField(words, classes, field, field.depth, 0);
  }
  if (positions === null || index === null || index.length === 0) throw words.fault('its MeshShapeSettings has no triangles');
  const vertices = positions.length / 3;
  const bad = index.findIndex((vertex) => vertex >= vertices);
  if (bad >= 0) throw words.fault(`triangle ${Math.floor(bad / 3)} names vertex ${index[bad]} of ${vertices}`);
  return { positions, index, sourceTriangles: null };
}

function readVertices(words: StreamWords): Float32Array {
  const count = words.count('vertices');
  const positions: number[] = [];
  for (let i = 0; i < 3 * count; i++) {
    const value = Math.fround(words.number('its vertices'));
    if (!Number.isFinite(value)) throw words.fault(`vertex ${Math.floor(i / 3)} is beyond 32-bit floats`);
    positions.push(value);
  }
  return Float32Array.from(positions);
}

function readTriangles(words: StreamWords, classes: StreamClasses, className: string): Uint32Array {
  const fields = fieldsOfClass(words, classes, className);
  const count = words.count('triangles');
  const index: number[] = [];
  for (let i = 0; i < count; i++) {
    const before = index.length;
    for (const field of fields) {
      if (field.name !== 'mIdx' || field.type !== 'uint32' || field.depth !== 1) {
        skipField(words, classes, field, field.depth, 1);
        continue;
      }
      if (words.count('corners') !== 3) throw words.fault(`triangle ${i} has not three corners`);
      for (let corner = 0; corner < 3; corner++) {
        const vertex = words.number('its triangles');
        if (!Number.isInteger(vertex) || vertex < 0 || vertex > 0xffff_ffff) throw words.fault(`triangle ${i} names no vertex`);
        index.push(vertex);
      }
    }
    if (index.length !== before + 3) throw words.fault(`triangle ${i} has not three corners`);
  }
  return Uint32Array.from(index);
}
