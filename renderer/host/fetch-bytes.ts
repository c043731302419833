import { InspectorError } from '#core/error';
import { allocateShared } from '#core/shared-copy';

/**
 * Returns the bytes behind a path of the host, in both shells. They are in shared memory if the page is isolated, so that a worker of the
 * page reads them without a copy.
 * @throws InspectorError `worker-lost` when there is no reply, `invalid-bytes` when the host has no such bytes (any more).
 */
export async function fetchBytes(path: string): Promise<ArrayBuffer | SharedArrayBuffer> {
  let response: Response;
  try {
    response = await fetch(path, { cache: 'no-store' });
    if (response.ok) return globalThis.crossOriginIsolated ? await readShared(response) : await response.arrayBuffer();
  } catch (thrown) {
    throw new InspectorError(
      {
        code: 'worker-lost',
        message: 'The data could not be fetched',
        fix: 'See whether Boxwood still runs, then open the file again',
        location: { file: path },
      },
      { cause: thrown },
    );
  }
  const said = (await response.text()).slice(0, 200);
  throw new InspectorError({
    code: 'invalid-bytes',
    message: `The host did not give the data (${response.status})`,
    fix: 'Open the file again',
    location: { file: path },
    ...(said === '' ? {} : { detail: said }),
  });
}

/** Each piece is put where it belongs as it comes, so that the whole is never there twice. */
export async function readShared(response: Response): Promise<SharedArrayBuffer> {
  const length = response.headers.get('Content-Length');
  if (length === null || response.body === null) return shared(new Uint8Array(await response.arrayBuffer()));
  const bytes = new Uint8Array(allocateShared(Number(length)));
  const reader = response.body.getReader();
  let at = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    // More than was said throws here, less below.
    bytes.set(piece.value, at);
    at += piece.value.length;
  }
  if (at !== bytes.length) throw new Error(`${at} bytes of ${bytes.length} came`);
  return bytes.buffer;
}

function shared(bytes: Uint8Array): SharedArrayBuffer {
  const copy = new Uint8Array(allocateShared(bytes.length));
  copy.set(bytes);
  return copy.buffer;
}
