import type { Documents } from '../documents/documents.ts';

/** The other end of `meshPath` and `treePath`. */
const dataPath = /^\/documents\/(\d{1,15})\/(?:mesh|trees\/(\d{1,15}))$/;

/** Whether the path of a URL asks for bytes of a document. */
export function isDataPath(urlPath: string): boolean {
  return urlPath.startsWith('/documents/');
}

/** The bytes that a path asks for; `null` when there are none. */
export function bytesAt(documents: Documents, urlPath: string): ArrayBuffer | SharedArrayBuffer | null {
  const match = dataPath.exec(urlPath);
  if (match === null) return null;
  const document = Number(match[1]);
  return match[2] === undefined ? documents.meshBytes(document) : documents.treeBytes(document, Number(match[2]));
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
