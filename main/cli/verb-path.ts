import type { Command } from 'commander';

/** The first words of a command line, which name a command. */
export interface VerbPath {
  readonly known: readonly string[];
  /** The next word, if it should name a command but does not; else `null`. */
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
