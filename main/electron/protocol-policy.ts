import type { CustomScheme } from 'electron';
import type { Documents } from '../documents/documents.ts';
import { chunksOf, dataAt, isDataPath } from '../shell/data-route.ts';
import { cacheControl, securityHeaders } from '../shell/page-headers.ts';
import { readStaticFile } from '../shell/static-files.ts';
import { appScheme, isAppUrl } from './app-url.ts';

/** A standard, secure scheme: the page gets an origin, `fetch`, streams and isolation as over HTTPS. */
export const privilegedScheme: CustomScheme = {
  scheme: appScheme,
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
};

/** Returns what the page loads: its own files, and the data of documents. Nothing else exists under the scheme. */
export async function respondToApp(documents: Documents, pageFolder: string, request: Request): Promise<Response> {
  if (!isAppUrl(request.url)) return plain(403, 'Unknown address.');
  if (request.method !== 'GET') return plain(405, 'This address is read-only.');
  const { pathname } = new URL(request.url);
  if (isDataPath(pathname)) {
    const data = dataAt(documents, pathname);
    if (data === null) return plain(404, 'This data is not available yet, or no longer available.');
    return new Response(streamOf(data.bytes), {
      status: 200,
      headers: { ...securityHeaders, 'Cache-Control': 'no-store', ...data.headers },
    });
  }
  const file = await readStaticFile(pageFolder, pathname);
  if (file === null) return plain(404, 'File not found.');
  return respond(200, file.contentType, cacheControl(pathname), file.bytes, file.bytes.length);
}

function streamOf(bytes: ArrayBuffer | SharedArrayBuffer): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks = chunksOf(bytes);
  return new ReadableStream({
    pull: (controller) => {
      const next = chunks.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
  });
}

function plain(status: number, sentence: string): Response {
  const body = new TextEncoder().encode(`${sentence}\n`);
  return respond(status, 'text/plain; charset=utf-8', 'no-store', body, body.length);
}

function respond(status: number, type: string, cache: string, body: ResponseBody, length: number): Response {
  const headers = { ...securityHeaders, 'Content-Type': type, 'Content-Length': String(length), 'Cache-Control': cache };
  return new Response(body, { status, headers });
}

type ResponseBody = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>;
