/** Returns a text compressed and in base64 for addresses (RFC 4648, section 5). */
export async function packText(text: string): Promise<string> {
  const bytes = new Uint8Array(await streamed(new Blob([text]), new CompressionStream('deflate-raw')));
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** A longer text is not unpacked: a short address could fill the memory. */
const maxUnpackedBytes = 4 * 2 ** 20;

/** Returns the text of `packText`. @throws TypeError, DOMException for anything else; RangeError for more than 4 MiB. */
export async function unpackText(packed: string): Promise<string> {
  const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return new TextDecoder().decode(await streamed(new Blob([bytes]), new DecompressionStream('deflate-raw'), maxUnpackedBytes));
}

function streamed(blob: Blob, stream: CompressionStream | DecompressionStream, maxBytes = Infinity): Promise<ArrayBuffer> {
  let bytes = 0;
  const limit = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > maxBytes) controller.error(new RangeError(`More than ${maxBytes} bytes`));
      else controller.enqueue(chunk);
    },
  });
  return new Response(blob.stream().pipeThrough(stream).pipeThrough(limit)).arrayBuffer();
}
