import type { Documents } from '../documents/documents.ts';

/** Matches `meshPath`, `repairedPath` and `treePath`. */
const documentPath = /^\/documents\/(\d{1,15})\/(?:mesh|(repaired)|trees\/(\d{1,15}))$/;
/** Matches `bakePath`. */
const bakedPath = /^\/bakes\/([0-9a-f]{32})$/;

/** The data for a request of a page, with its headers. */
export interface DataReply {
  readonly bytes: ArrayBuffer | SharedArrayBuffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Whether the path of a URL is that of data of a document or a bake. */
export function isDataPath(urlPath: string): boolean {
  return urlPath.startsWith('/documents/') || urlPath.startsWith('/bakes/');
}

/** Returns the data of a path; `null` if it does not exist. */
export function dataAt(documents: Documents, urlPath: string): DataReply | null {
  const baked = documents.bakedFile(bakedPath.exec(urlPath)?.[1] ?? '');
  if (baked !== null) return dataReply(baked.bytes, { 'Content-Disposition': attachment(baked.name) });
  const match = documentPath.exec(urlPath);
  if (match === null) return null;
  const document = Number(match[1]);
  const [, , repaired, tree] = match;
  const bytes =
    repaired !== undefined
      ? documents.repairedBytes(document)
      : tree === undefined
        ? documents.meshBytes(document)
        : documents.treeBytes(document, Number(tree));
  return bytes === null ? null : dataReply(bytes, {});
}

function dataReply(bytes: DataReply['bytes'], more: DataReply['headers']): DataReply {
  return { bytes, headers: { 'Content-Type': 'application/octet-stream', 'Content-Length': String(bytes.byteLength), ...more } };
}

/** Returns the header for a file name in any script (RFC 6266, RFC 8187). */
export function attachment(name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename*=UTF-8''${encoded}`;
}

const chunkBytes = 2 ** 20;

/**
 * Yields the bytes in pieces of 1 MiB, each a copy: neither sockets nor web streams accept views of shared memory.
 * Single pieces let the receiver set the pace.
 */
export function* chunksOf(bytes: ArrayBuffer | SharedArrayBuffer): Generator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < bytes.byteLength; at += chunkBytes) {
    const view = new Uint8Array(bytes, at, Math.min(chunkBytes, bytes.byteLength - at));
    yield new Uint8Array(view);
  }
}
