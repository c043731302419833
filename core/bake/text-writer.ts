/** Text that is encoded to bytes in pieces, because one string can exceed the limit of JavaScript engines. */
export interface TextWriter {
  readonly pieces: Uint8Array[];
  pending: string;
}

const pieceLength = 1 << 18;

export function textWriter(): TextWriter {
  return { pieces: [], pending: '' };
}

/** Appends text. Hot. */
export function writeText(writer: TextWriter, text: string): void {
  writer.pending += text;
  if (writer.pending.length >= pieceLength) flush(writer);
}

/** Returns all bytes. */
export function takeBytes(writer: TextWriter): Uint8Array<ArrayBuffer> {
  flush(writer);
  const bytes = new Uint8Array(writer.pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of writer.pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

function flush(writer: TextWriter): void {
  writer.pieces.push(new TextEncoder().encode(writer.pending));
  writer.pending = '';
}
