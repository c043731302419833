import { Command } from 'commander';
import { resolve } from 'node:path';
import { runBrowserShell } from '../launch/run-browser-shell.ts';
import type { CliContext } from './context.ts';
import { readPort } from './read-numbers.ts';

export function serveCommand(context: CliContext): Command {
  return new Command('serve')
    .description('the inspector in a browser: prints its address, runs until Ctrl-C')
    .argument('[files...]', 'meshes to open; side files may be named too')
    .option('--port <number>', 'port on 127.0.0.1; 0 takes any free one', '0')
    .option('--no-open', 'do not open the browser')
    .option('--debug', 'show stacks of errors')
    .addHelpText('after', '\nExample:\n  boxwood serve crate.obj --port 8080 --no-open')
    .action(async (files: readonly string[], flags: { readonly port: string; readonly open: boolean }) => {
      const port = readPort('--port', flags.port);
      const paths = files.map((file) => resolve(file));
      await runBrowserShell({ files: paths, port, opensBrowser: flags.open, ...context });
    });
}
