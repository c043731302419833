/** Name of the exported counter: an i64 global with the loop iterations that are left. */
export const loopCounter = 'loopsLeft';

/**
 * Returns a WebAssembly module that counts its loop iterations: each one takes 1 from the exported global `loopCounter`, and traps where 0 or less is left.
 * So foreign code can be ended after a stated amount of work, on any machine after the same one. It costs about a tenth of the time.
 *
 * Source: WebAssembly Core Specification 2.0, chapter 5 (binary format). Sections keep their order; instructions are only added at the start of loops.
 * @throws Error for an instruction outside of version 1, sign extension and bulk memory.
 */
export function countLoops(wasm: Uint8Array): Uint8Array<ArrayBuffer> {
  const reader = readerOf(wasm, headerBytes);
  const parts: Uint8Array[] = [wasm.subarray(0, headerBytes)];
  let counter = 0;
  while (reader.at < wasm.length) {
    const id = wasm[reader.at++]!;
    const size = readU32(reader);
    const end = reader.at + size;
    let content = [wasm.subarray(reader.at, end)];
    if (id === sections.import) counter += countImportedGlobals(reader);
    else if (id === sections.global) {
      const count = readU32(reader);
      counter += count;
      content = [leb(count + 1), wasm.subarray(reader.at, end), Uint8Array.of(...newGlobal)];
    } else if (id === sections.export) {
      const name = new TextEncoder().encode(loopCounter);
      const own = [leb(readU32(reader) + 1), wasm.subarray(reader.at, end)];
      content = [...own, leb(name.length), name, Uint8Array.of(exportedGlobal), leb(counter)];
    } else if (id === sections.code) content = countedFunctions(reader, leb(counter));
    parts.push(Uint8Array.of(id), leb(byteLength(content)), ...content);
    reader.at = end;
  }
  return joined(parts);
}

const headerBytes = 8;
const sections = { import: 2, global: 6, export: 7, code: 10 } as const;
const exportedGlobal = 3;
/** `(global (mut i64) (i64.const 0))` */
const newGlobal = [0x7e, 0x01, 0x42, 0x00, 0x0b];

interface Reader {
  readonly bytes: Uint8Array;
  at: number;
}

function readerOf(bytes: Uint8Array, at: number): Reader {
  return { bytes, at };
}

/** Reads an unsigned LEB128 number of up to 32 bits; skips a signed one as well. */
function readU32(reader: Reader): number {
  let value = 0;
  for (let scale = 1; ; scale *= 128) {
    const byte = reader.bytes[reader.at++]!;
    value += (byte & 127) * scale;
    if (byte < 128) return value;
  }
}

function leb(value: number): Uint8Array {
  const bytes: number[] = [];
  for (; value >= 128; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return Uint8Array.of(...bytes, value);
}

/** Reads the import section and returns the number of globals in it. */
function countImportedGlobals(reader: Reader): number {
  let globals = 0;
  for (let left = readU32(reader); left > 0; left--) {
    for (let name = 0; name < 2; name++) reader.at = readU32(reader) + reader.at;
    const kind = reader.bytes[reader.at++]!;
    if (kind === exportedGlobal) {
      reader.at += 2;
      globals++;
    } else if (kind === 0) readU32(reader);
    else {
      if (kind === 1) reader.at++;
      const hasMax = (reader.bytes[reader.at++]! & 1) === 1;
      readU32(reader);
      if (hasMax) readU32(reader);
    }
  }
  return globals;
}

/** Returns the content of the code section, with the counter at the start of every loop. */
function countedFunctions(reader: Reader, counter: Uint8Array): Uint8Array[] {
  const { bytes } = reader;
  // counter -= 1; if (counter <= 0) trap
  const lowered = [0x23, ...counter, 0x42, 1, 0x7d, 0x24, ...counter];
  const count = Uint8Array.of(...lowered, 0x23, ...counter, 0x42, 0, 0x57, 0x04, 0x40, 0x00, 0x0b);
  const functions = readU32(reader);
  const content = [leb(functions)];
  for (let i = 0; i < functions; i++) {
    const end = readU32(reader) + reader.at;
    const body: Uint8Array[] = [];
    let from = reader.at;
    for (let locals = readU32(reader); locals > 0; locals--) {
      readU32(reader);
      reader.at++;
    }
    while (reader.at < end) {
      const code = bytes[reader.at++]!;
      skipOperands(reader, code);
      if (code !== loop) continue;
      body.push(bytes.subarray(from, reader.at), count);
      from = reader.at;
    }
    body.push(bytes.subarray(from, end));
    content.push(leb(byteLength(body)), ...body);
  }
  return content;
}

const loop = 0x03;

/** Skips what follows the code of an instruction. */
function skipOperands(reader: Reader, code: number): void {
  const isPlain = code <= 0x01 || code === 0x05 || code === 0x0b || code === 0x0f || code === 0x1a || code === 0x1b;
  if (isPlain || (code >= 0x45 && code <= 0xc4)) return;
  // Blocks, branches, calls, variables, integers and the size of the memory have one number.
  if ((code >= 0x02 && code <= 0x04) || (code >= 0x0c && code <= 0x0d) || code === 0x10) readU32(reader);
  else if ((code >= 0x20 && code <= 0x26) || (code >= 0x3f && code <= 0x42)) readU32(reader);
  else if (code === 0x11 || (code >= 0x28 && code <= 0x3e)) skipNumbers(reader, 2);
  else if (code === 0x0e) skipNumbers(reader, readU32(reader) + 1);
  else if (code === 0x43) reader.at += 4;
  else if (code === 0x44) reader.at += 8;
  else if (code === 0xfc) skipBulk(reader, readU32(reader));
  else throw new Error(`The instruction 0x${code.toString(16)} is not known`);
}

/** Saturating conversions have no operand; copies between memories and tables have two. */
function skipBulk(reader: Reader, code: number): void {
  if (code > 17) throw new Error(`The instruction 0xfc ${code} is not known`);
  if (code > 7) skipNumbers(reader, code === 8 || code === 10 || code === 12 || code === 14 ? 2 : 1);
}

function skipNumbers(reader: Reader, count: number): void {
  for (let i = 0; i < count; i++) readU32(reader);
}

function byteLength(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(byteLength(parts));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
