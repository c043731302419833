import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

export interface StaticFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/**
 * A file of the built page by the path of its URL, still percent-encoded; `/` is the page itself. `null` when the folder
 * has no such file, when its kind is not one that a page is made of, or when the path leads out of the folder.
 */
export async function readStaticFile(folder: string, urlPath: string): Promise<StaticFile | null> {
  const relative = decoded(urlPath === '/' ? '/index.html' : urlPath);
  if (relative === null || /[\\\0]/.test(relative) || relative.split('/').includes('..')) return null;
  const contentType = contentTypes[extname(relative)];
  if (contentType === undefined) return null;
  try {
    const root = await realpath(folder);
    const path = await realpath(join(root, relative));
    return path.startsWith(root + sep) ? { bytes: new Uint8Array(await readFile(path)), contentType } : null;
  } catch {
    return null;
  }
}

function decoded(urlPath: string): string | null {
  try {
    return decodeURIComponent(urlPath);
  } catch {
    return null;
  }
}
