#!/usr/bin/env node
// A reader that has enough (`boxwood … | head`) closes the pipe: that is no error.
process.stdout.on('error', (error: Error & { readonly code?: string }) => {
  if (error.code !== 'EPIPE') throw error;
});

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());

// Loaded after that, so that Ctrl-C is answered from the first moment.
const { runCli } = await import('./cli/run-cli.ts');

// No `process.exit`: what was written to a pipe has to arrive.
process.exitCode = await runCli(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  showsProgress: process.stderr.isTTY === true,
  signal: stop.signal,
});
