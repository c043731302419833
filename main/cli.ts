#!/usr/bin/env node
// A reader such as `head` may close the pipe early, which is no error.
process.stdout.on('error', (error: Error & { readonly code?: string }) => {
  if (error.code !== 'EPIPE') throw error;
});

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());

// Loaded after that, so that Ctrl-C works from the start.
const { runCli } = await import('./cli/run-cli.ts');

// `process.exit` would lose text that is still on its way into a pipe.
process.exitCode = await runCli(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  showsProgress: process.stderr.isTTY === true,
  signal: stop.signal,
});
