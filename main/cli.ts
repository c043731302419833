#!/usr/bin/env node
import { once } from 'node:events';
import { earlyThread, isSmallFile, startThread } from './worker/early-thread.ts';

const stop = new AbortController();
// A reader such as `head` may close a pipe early, which is no error.
let isOutputLost = false;
process.stdout.on('error', ({ code = 'unknown error' }: Error & { readonly code?: string }) => {
  if (code === 'EPIPE') return;
  if (!isOutputLost) process.stderr.write(`boxwood: The output cannot be written (${code}). Check the disk, or write somewhere else.\n`);
  isOutputLost = true;
  stop.abort();
});
process.once('exit', () => {
  if (isOutputLost) process.exitCode = 2;
});
process.stderr.on('error', () => {});

for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());

const args = process.argv.slice(2);
// A thread takes as long to start as the command line to load, so both happen at once. The script is that of the bundle, as below.
const early = readsFiles(args) ? earlyThread(startThread(new URL('../cli/worker.js', import.meta.url))) : undefined;

// Loaded after that, so that Ctrl-C works from the start.
const { runCli } = await import('#command-line');

/** Whether a thread will probably run: not for help, small files to inspect, and verbs that start something else. */
function readsFiles([verb, ...rest]: readonly string[]): boolean {
  const others = ['help', 'open', 'serve', 'worker'];
  return (
    rest.length > 0 &&
    verb !== undefined &&
    !verb.startsWith('-') &&
    !others.includes(verb) &&
    !(verb === 'inspect' && rest.some(isSmallFile)) &&
    !rest.some((word) => word === '-h' || word === '--help')
  );
}

/** Waits while the pipe is full; a reader may close it meanwhile. */
async function drained(): Promise<boolean> {
  const { stdout } = process;
  if (stdout.writableNeedDrain && !stdout.destroyed) {
    const waiting = new AbortController();
    const ends = ['drain', 'close'].map((event) => once(stdout, event, { signal: waiting.signal }).catch(() => {}));
    await Promise.race(ends);
    waiting.abort();
  }
  return !stdout.destroyed;
}

// `process.exit` would lose text that is still on its way into a pipe.
process.exitCode = await runCli(args, {
  out: (text) => void process.stdout.write(text),
  drained,
  // The message about the output is enough.
  err: (text) => void (isOutputLost || process.stderr.write(text)),
  showsProgress: process.stderr.isTTY === true,
  signal: stop.signal,
  early,
});
