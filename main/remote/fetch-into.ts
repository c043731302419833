import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { temporaryName } from '../documents/temporary-files.ts';
import { attempt } from '../documents/write-atomically.ts';
import type { Address } from './address.ts';
import { downloadFile } from './download.ts';
import { remoteSettings } from './remote-settings.ts';

interface Fetching {
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
}

/**
 * Downloads a file to a path. With `BOXWOOD_DOWNLOADS`, a file whose address has a digest is taken from that folder, or kept there.
 * @throws InspectorError as `downloadFile`, and as the folder refuses.
 */
export async function fetchInto(address: Address, path: string, { signal, onProgress }: Fetching): Promise<void> {
  const sending = { settings: remoteSettings(process.env), signal };
  const store = process.env['BOXWOOD_DOWNLOADS'] ?? '';
  if (store === '' || address.sha256 === null) {
    await downloadFile(address, path, sending, onProgress);
    return;
  }
  const kept = join(resolve(store), `${address.sha256}.download`);
  if ((await linkOrCopy(kept, path)) && (await digestOf(path)) === address.sha256) return;
  await rm(path, { force: true });
  await attempt(store, () => mkdir(resolve(store), { recursive: true }));
  const temporary = join(resolve(store), temporaryName());
  try {
    await downloadFile(address, temporary, sending, onProgress);
    // Several processes may store the same bytes.
    await attempt(store, () => rename(temporary, kept));
  } finally {
    await rm(temporary, { force: true });
  }
  await attempt(store, () => copyFile(kept, path));
}

/** Returns whether the file exists. A link to it stays when another process removes it. */
async function linkOrCopy(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch {
    return copyFile(from, to).then(
      () => true,
      () => false,
    );
  }
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) hash.update(piece);
  return hash.digest('hex');
}
