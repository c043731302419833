import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';

/** The system gives the id of a process that has ended to another one: no lock is held for longer than this, in milliseconds. */
const maxLockAge = 300_000;

/** What a lock of this thread contains: the id of its process, then that of the thread. */
export const lockOwner = `${process.pid}-${threadId}`;

/**
 * Makes a file that no other thread or process may make until the returned function removes it, and waits while another has it. The lock of
 * a process that has ended, for example by Ctrl-C, is taken away.
 */
export function lockProcesses(path: string): () => void {
  while (!isMade(path)) {
    const owner = ownerOf(path);
    if (isOld(path) || (owner !== '' && !isRunning(Number.parseInt(owner, 10)))) takeAway(path, owner);
    else waitShortly();
  }
  return () => {
    if (ownerOf(path) === lockOwner) rmSync(path, { force: true });
  };
}

/** Returns the content of a lock; '' if it is not written yet, or there is none any more. */
function ownerOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user may not be signalled.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Removes the lock of this owner, if no other process does. A waiter that read the owner before another made its own lock removes nothing: the lock of an owner
 * stays as it is while there is a file for its removal.
 */
function takeAway(path: string, owner: string): void {
  const removal = `${path}.${owner}.removal`;
  if (!isMade(removal)) {
    if (isOld(removal)) rmSync(removal, { force: true });
    return waitShortly();
  }
  try {
    if (ownerOf(path) === owner) rmSync(path, { recursive: true, force: true });
  } finally {
    rmSync(removal, { force: true });
  }
}

/** Makes a file of this owner, and returns whether there was none. */
function isMade(path: string): boolean {
  try {
    writeFileSync(path, lockOwner, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function isOld(path: string): boolean {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > maxLockAge;
}

function waitShortly(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
}
