import { createHash, randomBytes } from 'node:crypto';
import { lstat, readdir, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Of this machine, since folders on a network are written to by others: 8 hexadecimal digits. */
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** Nobody writes one file that long. */
const oldMilliseconds = 24 * 60 * 60 * 1000;

/** A name that nothing has, for a file on its way to its own name; it tells whose it is. */
export function temporaryName(): string {
  return `.boxwood-${machine}-${process.pid}-${randomBytes(8).toString('hex')}.tmp`;
}

/**
 * Removes what killed programs have left in a folder: temporary files of processes of this machine that have ended, and
 * those that nobody has written to for a day. One of a process that runs, here or elsewhere, stays. Never fails.
 */
export async function sweepTemporaries(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch((): string[] => [])) {
    const owner = /^\.boxwood-(?:([0-9a-f]{8})-(\d{1,10})-)?[0-9a-f]{16}\.tmp$/.exec(name);
    if (owner === null) continue;
    const path = join(folder, name);
    const status = await lstat(path).catch(() => null);
    if (status === null || !status.isFile()) continue;
    const isOld = Date.now() - status.mtimeMs > oldMilliseconds;
    if (isOld || (owner[1] === machine && hasEnded(Number(owner[2]), status.mtimeMs))) await unlink(path).catch(() => {});
  }
}

/** Whether the process of this number that wrote a file is gone. In a container numbers come again: ours is no proof. */
function hasEnded(pid: number, writtenAt: number): boolean {
  if (pid === process.pid) return writtenAt < Date.now() - 1000 * process.uptime();
  try {
    process.kill(pid, 0);
    return false;
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'ESRCH';
  }
}
