import { Command } from 'commander';
import { productVersion } from '../product-version.ts';
import { bakeCommand } from './bake.ts';
import { checkCommand } from './check.ts';
import type { VerdictContext } from './context.ts';
import { inspectCommand } from './inspect.ts';
import { openCommand } from './open.ts';
import { queryBoxCommand } from './query-box.ts';
import { queryClosestCommand } from './query-closest.ts';
import { queryPairCommand } from './query-pair.ts';
import { queryRayCommand } from './query-ray.ts';
import { querySphereCommand } from './query-sphere.ts';
import { serveCommand } from './serve.ts';
import { treeCommand } from './tree.ts';
import { verifyCommand } from './verify.ts';

/** Lines of help are as long as a terminal of the usual width, whatever it is: the same text everywhere. */
const helpWidth = 100;

/** The whole command line. Wrong usage throws Commander's error, and help goes to the context. */
export function createProgram(context: VerdictContext): Command {
  const program = new Command('boxwood')
    .description('Inspector for collision meshes: see what a physics engine will see.')
    .version(productVersion(), '--version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [verb]', 'show the help of a verb')
    .exitOverride()
    .configureHelp({ helpWidth })
    .configureOutput({ writeOut: context.out, writeErr: context.err, outputError: () => {} })
    .addHelpText(
      'after',
      `\nExit codes: 0 done, 1 findings over budget or a verification that failed, 2 the input could not be read or holds more than is allowed, 64 wrong usage, 130 cancelled.\n\nExample:\n  boxwood inspect crate.obj`,
    );
  const query = new Command('query').description('ask a mesh something');
  const verbs = [inspectCommand, checkCommand, treeCommand, () => query, bakeCommand, verifyCommand, serveCommand, openCommand];
  for (const verb of verbs) program.addCommand(adopted(verb(context), program));
  for (const command of [
    queryRayCommand(context),
    querySphereCommand(context),
    queryClosestCommand(context),
    queryBoxCommand(context),
    queryPairCommand(context),
  ])
    query.addCommand(adopted(command, program));
  query.addHelpText('after', '\nExample:\n  boxwood query ray crate.obj --origin 0,0,5 --direction 0,0,-1');
  return program;
}

/** Commands that are added take over nothing by themselves. */
function adopted(command: Command, program: Command): Command {
  return command.copyInheritedSettings(program).helpOption('-h, --help', 'show this help');
}
