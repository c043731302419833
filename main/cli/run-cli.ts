import { CommanderError } from 'commander';
import { formatError, toErrorData, type InspectorErrorCode, type InspectorErrorData } from '#core/error';
import { exitCodes, type CliContext, type ExitCode } from './context.ts';
import { jsonText } from './json-text.ts';
import { createProgram } from './program.ts';

/** Runs one command line, without the program's own name, and gives its exit code. Nothing is thrown. */
export async function runCli(args: readonly string[], context: CliContext): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.done;
  const program = createProgram({ ...context, fail: () => (exitCode = exitCodes.findings) });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (thrown) {
    if (thrown instanceof CommanderError) {
      if (thrown.exitCode === 0) return exitCodes.done; // --help and --version
      if (thrown.code === 'commander.help') return exitCodes.usage; // no verb: the help was shown
    }
    const error = thrown instanceof CommanderError ? usageError(thrown, args) : toErrorData(thrown);
    if (args.includes('--json')) context.out(jsonText({ error }));
    context.err(`boxwood: ${formatError(error)}\n`);
    if (args.includes('--debug') && thrown instanceof Error) context.err(`${thrown.stack ?? ''}\n`);
    return exitCodeOf(error.code);
  }
}

function exitCodeOf(code: InspectorErrorCode): ExitCode {
  if (code === 'cancelled') return exitCodes.cancelled;
  return code === 'invalid-argument' ? exitCodes.usage : exitCodes.unreadable;
}

/** Commander's `error: unknown option '--orgin'\n(Did you mean --origin?)` in the form of every other error. */
function usageError(error: CommanderError, args: readonly string[]): InspectorErrorData {
  const [first = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const message = capitalized(first.replace(/\.$/, ''));
  const suggestion = /Did you mean (?:one of )?(.*?)\?/.exec(rest.join(' '))?.[1];
  const help = `see boxwood ${[...verbsOf(args), '--help'].join(' ')}`;
  const cure = suggestion === undefined ? capitalized(help) : `Did you mean ${suggestion}? Else ${help}`;
  return { code: 'invalid-argument', message, cure, place: {} };
}

const verbs: readonly string[] = ['inspect', 'tree', 'query', 'bake', 'verify', 'serve', 'open'];
const queries: readonly string[] = ['ray', 'sphere', 'pair'];

function verbsOf(args: readonly string[]): readonly string[] {
  const [verb = '', object = ''] = args;
  if (!verbs.includes(verb)) return [];
  return verb === 'query' && queries.includes(object) ? [verb, object] : [verb];
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
