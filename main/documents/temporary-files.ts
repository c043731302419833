import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { lstat, readdir, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/**
 * Among whom a number names one process: 8 hexadecimal digits. Folders are written to from other machines and containers, which may have
 * one name and count their processes anew; Linux tells them apart, and one start of a machine from the next.
 */
const machine = createHash('sha256')
  .update(
    JSON.stringify([
      hostname(),
      told(() => readFileSync('/etc/machine-id', 'latin1')),
      told(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1')),
      told(() => readlinkSync('/proc/self/ns/pid')),
    ]),
  )
  .digest('hex')
  .slice(0, 8);

/** Of this process, since numbers come again, and clocks tell its files from those of the one before only where all agree: 8 hexadecimal digits. */
const self = randomBytes(4).toString('hex');

/** A file that is written to is younger than this, also where the clock of a file server lags. */
const quietMilliseconds = 15 * 60 * 1000;
/** Nobody writes one file that long. */
const oldMilliseconds = 24 * 60 * 60 * 1000;

/** A name that nothing has, for a file on its way to its own name; it tells whose it is. */
export function temporaryName(): string {
  return `.boxwood-${machine}-${process.pid}-${self}${randomBytes(4).toString('hex')}.tmp`;
}

/**
 * Removes what killed programs have left in a folder: temporary files that nobody has written to for 15 minutes, of processes of this
 * machine that have ended, and for a day, of whomever. One of a process that runs, here or elsewhere, stays, and so does one of this
 * process always. Never fails.
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

/** Milliseconds since a file was last written to; 0 where its file system has no such time, and gives that of 1970. */
function quietFor(writtenAt: number): number {
  return writtenAt > 0 ? Date.now() - writtenAt : 0;
}

/** Whether the process of this number that wrote a file is gone. Ours is another that came after it. */
function hasEnded(pid: number): boolean {
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'ESRCH';
  }
}

/** What a system tells of itself; `null` where it does not. */
function told(ask: () => string): string | null {
  try {
    return ask();
  } catch {
    return null;
  }
}
