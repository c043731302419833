import { CommanderError } from 'commander';
import { toErrorData, type InspectorErrorCode, type InspectorErrorData } from '#core/error';
import { hideQueries } from '../remote/address.ts';
import { printable } from '../terminal/columns.ts';
import { exitCodes, type CliContext, type ExitCode } from './context.ts';
import { errorLine } from '../terminal/error-line.ts';
import { jsonText } from './json-text.ts';
import { createProgram } from './program.ts';
import { verbPath, type VerbPath } from './verb-path.ts';
import { verbs } from './verbs.ts';

/** Runs a command line, without the name of the program, and returns its exit code. Never throws. */
export async function runCli(args: readonly string[], given: CliContext): Promise<ExitCode> {
  const hide = hideQueries(args);
  const context: CliContext = { ...given, out: (text) => given.out(hide(text)), err: (text) => given.err(hide(text)) };
  let exitCode: ExitCode = exitCodes.done;
  const words = withoutHelp(args);
  const program = await createProgram(
    {
      ...context,
      fail: () => (exitCode = exitCodes.findings),
      miss: () => (exitCode = exitCodes.unreadable),
      run: runCli,
    },
    words,
  );
  const path = verbPath(program, words);
  try {
    await program.parseAsync(wordsFor(path, args), { from: 'user' });
    return exitCode;
  } catch (thrown) {
    if (thrown instanceof CommanderError) {
      if (thrown.exitCode === 0) return exitCodes.done; // --help and --version
      if (thrown.code === 'commander.help') return exitCodes.usage; // no verb: the help was printed
    }
    const error = thrown instanceof CommanderError ? usageError(thrown, path) : toErrorData(thrown);
    if (wantsJson(args)) context.out(jsonText({ error }));
    context.err(errorLine(error));
    if (args.includes('--debug') && thrown instanceof Error) context.err(stackText(thrown));
    return exitCodeOf(error.code);
  }
}

/** Whether `--json` or `--format json` is among the arguments. */
function wantsJson(args: readonly string[]): boolean {
  return args.includes('--json') || args.includes('--format=json') || args.some((word, i) => word === 'json' && args[i - 1] === '--format');
}

/** `boxwood help query ray` is `boxwood query ray --help`. */
function withoutHelp(args: readonly string[]): readonly string[] {
  return args[0] === 'help' ? args.slice(1) : args;
}

/** The words for Commander. It would show the help of an unknown verb, and reads only one word after `help`. */
function wordsFor({ known, unknown }: VerbPath, args: readonly string[]): string[] {
  if (unknown !== null) return [...known, unknown];
  return args[0] === 'help' ? [...known, '--help'] : [...args];
}

function exitCodeOf(code: InspectorErrorCode): ExitCode {
  if (code === 'cancelled') return exitCodes.cancelled;
  return code === 'invalid-argument' ? exitCodes.usage : exitCodes.unreadable;
}

/** Converts Commander's `error: unknown option '--orgin'\n(Did you mean --origin?)` to the form of the other errors. */
function usageError(error: CommanderError, { known, unknown }: VerbPath): InspectorErrorData {
  const [first = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const message = capitalized(first.replace(/\.$/, ''));
  const suggestion =
    (unknown === null ? null : groupedVerb(known, unknown)) ?? /Did you mean (?:one of )?(.*?)\?/.exec(rest.join(' '))?.[1];
  const help = `see boxwood ${[...known, '--help'].join(' ')}`;
  const fix = suggestion === undefined ? capitalized(help) : `Did you mean ${suggestion}? Else ${help}`;
  return { code: 'invalid-argument', message, fix, location: {} };
}

/** Returns a verb with its group, if this word alone is one: `query ray` for `ray`. */
function groupedVerb(known: readonly string[], word: string): string | null {
  if (known.length > 0) return null;
  const group = Object.entries(verbs).find(([, verb]) => typeof verb !== 'function' && Object.hasOwn(verb.verbs, word));
  return group === undefined ? null : `${group[0]} ${word}`;
}

/** The stack trace; its first line is the message. */
function stackText({ stack = '' }: Error): string {
  return `${stack.split('\n').map(printable).join('\n')}\n`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
