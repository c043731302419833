import { resolve } from 'node:path';
import { diskSource } from '../documents/file-source.ts';
import { defaultMaxBytes } from '../documents/read-source.ts';
import { checkRelative, sideFileReader, type SideFileReader } from '../documents/side-files.ts';
import { addressNextTo, isAddress, parseAddress } from './address.ts';

/** Returns the reader of files that a file of the command line refers to: in its folder and below it, on the disk or on the same server. */
export function sideFilesOf(file: string, signal: AbortSignal): SideFileReader {
  if (!isAddress(file)) return sideFileReader(diskSource(resolve(file)), { set: [], maxBytes: defaultMaxBytes, signal });
  const address = parseAddress(file);
  let left = defaultMaxBytes;
  return async (relativePath) => {
    checkRelative(relativePath);
    const [{ downloadBytes, isMissing }, { remoteSettings }] = await Promise.all([import('./download.ts'), import('./remote-settings.ts')]);
    try {
      const bytes = await downloadBytes(addressNextTo(address, relativePath), left, { settings: remoteSettings(process.env), signal });
      left -= bytes.length;
      return bytes;
    } catch (thrown) {
      if (isMissing(thrown)) return null;
      throw thrown;
    }
  };
}
