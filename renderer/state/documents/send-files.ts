import { InspectorError } from '#core/error';
import type { FileToken, Host, OfferedFile } from '#host-api';
import type { WritableStore } from '../store/store.ts';

/**
 * Sends files to the host, with the progress in `store.upload`, which can cancel it. Returns their tokens.
 * @throws InspectorError `cancelled`; as `Host.offerFiles`.
 */
export async function sendFiles(host: Host, store: WritableStore, files: readonly OfferedFile[]): Promise<readonly FileToken[]> {
  const stop = new AbortController();
  const show = (fraction: number): void => {
    if (!stop.signal.aborted) store.upload.value = { files: files.length, fraction, cancel: () => stop.abort() };
  };
  show(0);
  try {
    const tokens = await host.offerFiles(files, show, stop.signal).catch((thrown: unknown) => {
      throw stop.signal.aborted ? sendingCancelled() : thrown;
    });
    if (stop.signal.aborted) throw sendingCancelled();
    return tokens;
  } finally {
    store.upload.value = null;
  }
}

function sendingCancelled(): InspectorError {
  return new InspectorError({ code: 'cancelled', message: 'Sending cancelled', fix: 'Open the files again if needed', location: {} });
}
