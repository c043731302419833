import type { Documents } from '../documents/documents.ts';

/** The other end of `meshPath` and `treePath`. */
const documentPath = /^\/documents\/(\d{1,15})\/(?:mesh|trees\/(\d{1,15}))$/;
/** The other end of `bakePath`. */
const bakedPath = /^\/bakes\/([0-9a-f]{32})$/;

/** Bytes that a page asks for, and what is said of them. */
export interface DataAnswer {
  readonly bytes: ArrayBuffer | SharedArrayBuffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Whether the path of a URL asks for bytes of a document or a bake. */
export function isDataPath(urlPath: string): boolean {
  return urlPath.startsWith('/documents/') || urlPath.startsWith('/bakes/');
}

/** What a path asks for; `null` when it is not there. */
export function dataAt(documents: Documents, urlPath: string): DataAnswer | null {
  const baked = documents.bakedFile(bakedPath.exec(urlPath)?.[1] ?? '');
  if (baked !== null) return answer(baked.bytes, { 'Content-Disposition': attachment(baked.name) });
  const match = documentPath.exec(urlPath);
  if (match === null) return null;
  const document = Number(match[1]);
  const bytes = match[2] === undefined ? documents.meshBytes(document) : documents.treeBytes(document, Number(match[2]));
  return bytes === null ? null : answer(bytes, {});
}

function answer(bytes: DataAnswer['bytes'], more: DataAnswer['headers']): DataAnswer {
  return { bytes, headers: { 'Content-Type': 'application/octet-stream', 'Content-Length': String(bytes.byteLength), ...more } };
}

/** Names of any script, as RFC 6266 and RFC 8187 write them. */
export function attachment(name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename*=UTF-8''${encoded}`;
}

const chunkBytes = 2 ** 20;

/**
 * The bytes in pieces of 1 MiB, each copied when it is asked for: neither sockets nor web streams take views of shared
 * memory, and one piece at a time lets the receiver set the pace.
 */
export function* chunksOf(bytes: ArrayBuffer | SharedArrayBuffer): Generator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < bytes.byteLength; at += chunkBytes) {
    const view = new Uint8Array(bytes, at, Math.min(chunkBytes, bytes.byteLength - at));
    yield new Uint8Array(view);
  }
}
