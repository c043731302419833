import type { Command } from 'commander';
import { buildOptions, type OptionTable } from '#core/options';
import type { TreeKind } from '#core/tree';
import { readOptionFlags } from './option-flags.ts';

const kindOptions = { kind: buildOptions.kind } as const satisfies OptionTable;

/** Adds the one build option of queries: every kind gives the same results at another cost. `boxwood tree --help` explains the kinds. */
export function addKindFlag(command: Command): Command {
  const { choices, default: initial } = buildOptions.kind;
  return command.option('--kind <name>', `Kind of tree: ${Object.keys(choices).join(', ')} (default ${initial}, or that of a baked file)`);
}

/** Returns the kind of the flags; `null` without one. @throws InspectorError `invalid-argument` for an unknown kind. */
export function kindOf(flags: Readonly<Record<string, unknown>>): TreeKind | null {
  return flags['kind'] === undefined ? null : readOptionFlags(kindOptions, flags).kind;
}
