#!/usr/bin/env node
import { once } from 'node:events';

// A reader such as `head` may close the pipe early, which is no error.
process.stdout.on('error', (error: Error & { readonly code?: string }) => {
  if (error.code !== 'EPIPE') throw error;
});

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());

// Loaded after that, so that Ctrl-C works from the start.
const { runCli } = await import('./cli/run-cli.ts');

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
process.exitCode = await runCli(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  drained,
  err: (text) => void process.stderr.write(text),
  showsProgress: process.stderr.isTTY === true,
  signal: stop.signal,
});
