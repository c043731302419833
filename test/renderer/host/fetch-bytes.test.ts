import { describe, expect, it } from 'vitest';
import { readShared } from '../../../renderer/host/fetch-bytes.ts';

const bytes = Uint8Array.from({ length: 1000 }, (_, i) => i % 251);

describe('bytes in shared memory', () => {
  it('are those of the response, in chunks of any size, with a known length or without', async () => {
    for (const headers of [{ 'Content-Length': '1000' }, {}]) {
      const read = await readShared(new Response(inPieces(bytes, 300), { headers: new Headers(headers) }));
      expect(read).toBeInstanceOf(SharedArrayBuffer);
      expect([...new Uint8Array(read)]).toEqual([...bytes]);
    }
  });

  it('are refused when fewer come than was said, or more', async () => {
    for (const length of ['999', '1001']) {
      await expect(readShared(new Response(inPieces(bytes, 300), { headers: { 'Content-Length': length } }))).rejects.toThrow();
    }
  });
});

function inPieces(all: Uint8Array<ArrayBuffer>, size: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= all.length) return controller.close();
      controller.enqueue(all.slice(at, at + size));
      at += size;
    },
  });
}
