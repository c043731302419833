import type { Command } from 'commander';

/** The words at the front of a command line that name a command. */
export interface VerbPath {
  readonly known: readonly string[];
  /** The word behind them that should name one and does not; `null` where all is well, or a flag comes first. */
  readonly unknown: string | null;
}

export function verbPath(program: Command, words: readonly string[]): VerbPath {
  const known: string[] = [];
  let command = program;
  for (const word of words) {
    if (command.commands.length === 0 || word.startsWith('-')) break;
    const next = command.commands.find((candidate) => candidate.name() === word);
    if (next === undefined) return { known, unknown: word };
    known.push(word);
    command = next;
  }
  return { known, unknown: null };
}
