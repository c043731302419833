import { Command } from 'commander';
import { resolve } from 'node:path';
import { launch } from '../launch/launch.ts';
import type { CliContext } from './context.ts';

export function openCommand(context: CliContext): Command {
  return new Command('open')
    .description('the inspector: in its own window where Electron is, else in a browser')
    .argument('[files...]', 'meshes to open; side files may be named too')
    .option('--debug', 'show stacks of errors')
    .addHelpText('after', '\nBOXWOOD_SHELL=browser or BOXWOOD_SHELL=electron forces one of the two.\n\nExample:\n  boxwood open crate.obj')
    .action((files: readonly string[]) =>
      launch(
        files.map((file) => resolve(file)),
        context,
      ),
    );
}
