import { Command } from 'commander';
import { productVersion } from '../product-version.ts';
import type { VerdictContext } from './context.ts';
import { type LoadVerb, type VerbGroup, verbs } from './verbs.ts';

/** Columns of the help, whatever the width of the terminal: the text is the same everywhere. */
const helpWidth = 100;

/**
 * Returns the command line with the verb that the words name, or with all verbs if they name none. It throws Commander's error at wrong
 * usage, and prints help to the context.
 */
export async function createProgram(context: VerdictContext, words: readonly string[] = []): Promise<Command> {
  const program = new Command('boxwood')
    .description('Inspector for collision meshes: see what a physics engine sees.')
    .version(productVersion(), '--version', 'Print the version')
    .helpOption('-h, --help', 'Show this help')
    .helpCommand('help [verb]', 'Show the help of a verb')
    .exitOverride()
    // Defaults and choices are part of the descriptions.
    .configureHelp({ helpWidth, optionDescription: ({ description }) => description })
    .configureOutput({ writeOut: context.out, writeErr: context.err, outputError: () => {} })
    .addHelpText(
      'after',
      `\nExit codes:\n  0    done\n  1    findings over budget, or failed verification\n  2    unreadable or too large input\n  64   wrong usage\n  130  cancelled\n\nExample:\n  boxwood inspect crate.obj`,
    );
  if (words[0] === '--version') return program;
  for (const [name, verb] of Object.entries(verbs)) {
    if (isNamed(verbs, words[0], name)) program.addCommand(await commandOf(context, program, name, verb, words.slice(1)));
  }
  return program;
}

/** Whether a verb is wanted: the one that a word names, or all if it names none. */
function isNamed(known: Readonly<Record<string, unknown>>, word: string | undefined, name: string): boolean {
  return word === undefined || !Object.hasOwn(known, word) || word === name;
}

async function commandOf(
  context: VerdictContext,
  program: Command,
  name: string,
  verb: LoadVerb | VerbGroup,
  words: readonly string[],
): Promise<Command> {
  if (typeof verb === 'function') return adopted((await verb())(context), program);
  const group = adopted(new Command(name).description(verb.description), program);
  for (const [own, load] of Object.entries(verb.verbs))
    if (isNamed(verb.verbs, words[0], own)) group.addCommand(adopted((await load())(context), program));
  return group.addHelpText('after', `\nExample:\n  ${verb.example}`);
}

/** A command with the settings of the program, which Commander does not copy to added commands. */
function adopted(command: Command, program: Command): Command {
  return command.copyInheritedSettings(program).helpOption('-h, --help', 'Show this help');
}
