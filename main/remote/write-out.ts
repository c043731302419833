import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { checkWritable, writeAtomically, type WriteOptions } from '../documents/write-atomically.ts';
import { fileIdentity, isAddress, parseAddress } from './address.ts';
import { remoteSettings } from './remote-settings.ts';
import { uploadVerified } from './upload.ts';

/** As `writeAtomically`, also to an address: the approved bytes are uploaded, downloaded and compared. @throws as `writeAtomically`. */
export async function writeOut(out: string, bytes: Uint8Array, options: WriteOptions): Promise<boolean> {
  if (!isAddress(out)) return writeAtomically(out, bytes, options);
  // The check may keep what it gets.
  if (!(await options.approve(new Uint8Array(bytes)))) return false;
  await uploadVerified(parseAddress(out), new Uint8Array(bytes), { settings: remoteSettings(process.env), signal: options.signal });
  return true;
}

/** Fails early where `writeOut` would fail after the work; of an address only its form is checked. @throws InspectorError. */
export async function checkOut(out: string): Promise<void> {
  if (isAddress(out)) parseAddress(out);
  else await checkWritable(out);
}

/** Compares files, not names, so that links and a disk that ignores case are detected; addresses by their names. */
export async function isSameFile(a: string, b: string): Promise<boolean> {
  if (isAddress(a) || isAddress(b)) return fileIdentity(a).replace(/#.*/s, '') === fileIdentity(b).replace(/#.*/s, '');
  const [from, to] = await Promise.all([a, b].map((path) => stat(resolve(path), { bigint: true }).catch(() => null)));
  return from != null && to != null && from.ino === to.ino && from.dev === to.dev;
}
