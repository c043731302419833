import { Command } from 'commander';
import { resolve } from 'node:path';
import { runBrowserShell } from '../launch/run-browser-shell.ts';
import type { CliContext } from './context.ts';
import { readPort } from './read-numbers.ts';

export function serveCommand(context: CliContext): Command {
  return new Command('serve')
    .description('Run the inspector in a browser until Ctrl-C, and print its address')
    .argument('[files...]', 'Mesh files to open, and their side files')
    .option('--port <number>', 'Port on 127.0.0.1 (0 to 65535, default 0: any free port)')
    .option('--no-open', 'Do not open the browser')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\nExample:\n  boxwood serve crate.obj --port 8080 --no-open')
    .action(async (files: readonly string[], flags: { readonly port?: string; readonly open: boolean }) => {
      const port = flags.port === undefined ? 0 : readPort('--port', flags.port);
      const paths = files.map((file) => resolve(file));
      await runBrowserShell({ files: paths, port, opensBrowser: flags.open, ...context });
    });
}
