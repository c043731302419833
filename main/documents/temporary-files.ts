import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { lstat, readdir, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/**
 * Identifies the machine, container and boot in which a process number is unique: 8 hexadecimal digits. Other machines and containers
 * may write to the same folder with the same host name and process numbers; Linux has identifiers for them.
 */
const machine = createHash('sha256')
  .update(
    JSON.stringify([
      hostname(),
      orNull(() => readFileSync('/etc/machine-id', 'latin1')),
      orNull(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1')),
      orNull(() => readlinkSync('/proc/self/ns/pid')),
    ]),
  )
  .digest('hex')
  .slice(0, 8);

/** Identifies this process, since process numbers are reused and clocks may differ: 8 hexadecimal digits. */
const self = randomBytes(4).toString('hex');

/** A file in use was written more recently than this, even if the clock of a file server lags. */
const quietMilliseconds = 15 * 60 * 1000;
/** No file is written for this long. */
const oldMilliseconds = 24 * 60 * 60 * 1000;

/** Returns a unique name for a temporary file, with the identity of its process. */
export function temporaryName(): string {
  return `.boxwood-${machine}-${process.pid}-${self}${randomBytes(4).toString('hex')}.tmp`;
}

/**
 * Removes the temporary files that killed programs left in a folder. A file is removed 15 minutes after its last change if its process ran
 * on this machine and has ended, and after a day in any case. Files of this process are never removed. Never fails.
 */
export async function sweepTemporaries(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch((): string[] => [])) {
    const owner = /^\.boxwood-(?:([0-9a-f]{8})-(\d{1,10})-)?([0-9a-f]{8})[0-9a-f]{8}\.tmp$/.exec(name);
    if (owner === null) continue;
    const path = join(folder, name);
    const status = await lstat(path).catch(() => null);
    if (status === null || !status.isFile()) continue;
    const isOfMachine = owner[1] === machine;
    const pid = Number(owner[2]);
    if (isOfMachine && pid === process.pid && owner[3] === self) continue;
    const quiet = quietFor(status.mtimeMs);
    if (quiet > oldMilliseconds || (quiet > quietMilliseconds && isOfMachine && hasEnded(pid))) await unlink(path).catch(() => {});
  }
}

/** Returns the milliseconds since the last change; 0 if the file system has no such time and returns 1970. */
function quietFor(writtenAt: number): number {
  return writtenAt > 0 ? Date.now() - writtenAt : 0;
}

/** Whether the process with this number has ended. If it is the number of this process, it was reused. */
function hasEnded(pid: number): boolean {
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'ESRCH';
  }
}

/** Returns the value; `null` if it cannot be read. */
function orNull(read: () => string): string | null {
  try {
    return read();
  } catch {
    return null;
  }
}
