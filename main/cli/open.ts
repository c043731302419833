import { Command } from 'commander';
import { resolve } from 'node:path';
import { launch } from '../launch/launch.ts';
import type { CliContext } from './context.ts';

export function openCommand(context: CliContext): Command {
  return new Command('open')
    .description('Open the inspector in its own window if Electron is available, else in a browser')
    .argument('[files...]', 'Mesh files to open, and their side files')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\nBOXWOOD_SHELL=browser or BOXWOOD_SHELL=electron selects one of the two.\n\nExample:\n  boxwood open crate.obj')
    .action((files: readonly string[]) =>
      launch(
        files.map((file) => resolve(file)),
        context,
      ),
    );
}
