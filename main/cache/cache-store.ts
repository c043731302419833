import { toErrorData, type InspectorErrorData } from '#core/error';
import { defaultMaxBytes } from '../documents/read-source.ts';
import { type Address, addressIn, isAddress, parseAddress } from '../remote/address.ts';
import { downloadBytes, isMissing } from '../remote/download.ts';
import { remoteSettings } from '../remote/remote-settings.ts';
import { uploadBytes } from '../remote/upload.ts';
import { resolve } from 'node:path';
import { readEntry, writeEntry } from './cache-entry.ts';
import { type CacheFolder, entryFileName, fromCache, intoCache, pruneCache } from './cache-folder.ts';

/** Where entries of a cache are kept. */
export interface CacheStore {
  /** Returns the content of an entry; `null` if there is no valid one. @throws InspectorError `cancelled`. */
  readonly read: (key: string) => Promise<{ readonly content: unknown } | null>;
  /** @throws InspectorError as the system or the server refuses. */
  readonly write: (key: string, content: unknown) => Promise<void>;
  /** Evicts entries beyond a total size, in folders only. Never fails. */
  readonly prune: (maxBytes: number) => Promise<void>;
}

export interface StoreOptions {
  readonly version: string;
  readonly signal: AbortSignal;
  /** Called with the first error of a server that cannot be read; after it, the cache is used as if it were empty. */
  readonly onUnreadable: (error: InspectorErrorData) => void;
}

/** Opens a folder, or the address of one at `s3://` or `https://`. @throws InspectorError `invalid-argument`. */
export function openStore(place: string, options: StoreOptions): CacheStore {
  return isAddress(place) ? remoteStore(parseAddress(place), options) : folderStore({ path: resolve(place), ...options });
}

/**
 * Reads through the first stores to the last one: an entry that a later one has is copied to those before it. New entries go into all.
 * The first store is the nearest one.
 */
export function layered(stores: readonly CacheStore[]): CacheStore {
  return {
    read: async (key) => {
      for (const [i, store] of stores.entries()) {
        const entry = await store.read(key);
        if (entry === null) continue;
        for (const nearer of stores.slice(0, i)) await nearer.write(key, entry.content).catch(() => {});
        return entry;
      }
      return null;
    },
    write: async (key, content) => {
      for (const store of stores) await store.write(key, content);
    },
    prune: async (maxBytes) => {
      for (const store of stores) await store.prune(maxBytes);
    },
  };
}

function folderStore(folder: CacheFolder): CacheStore {
  return {
    read: (key) => fromCache(folder, key),
    write: (key, content) => intoCache(folder, key, content),
    prune: (maxBytes) => pruneCache(folder, maxBytes),
  };
}

/** The server evicts entries by rules of its own. */
function remoteStore(folder: Address, { version, signal, onUnreadable }: StoreOptions): CacheStore {
  const sending = { settings: remoteSettings(process.env), signal };
  const address = (key: string): Address => addressIn(folder, entryFileName(key));
  let isReadable = true;
  return {
    read: async (key) => {
      if (!isReadable) return null;
      try {
        return readEntry({ key, version }, await downloadBytes(address(key), defaultMaxBytes, sending));
      } catch (thrown) {
        if (isMissing(thrown)) return null;
        const error = toErrorData(thrown);
        if (error.code === 'cancelled') throw thrown;
        // Several files that are checked in parallel may reach this line.
        if (isReadable) onUnreadable(error);
        isReadable = false;
        return null;
      }
    },
    write: (key, content) => uploadBytes(address(key), new Uint8Array(writeEntry({ key, version }, content)), sending),
    prune: () => Promise.resolve(),
  };
}
