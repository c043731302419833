import type { Command } from './command.ts';
import { editCommands } from './edit-commands.ts';
import { fileCommands } from './file-commands.ts';
import { helpCommands } from './help-commands.ts';
import { selectCommands } from './select-commands.ts';
import { toolCommands } from './tool-commands.ts';
import { workspaceCommands } from './workspace-commands.ts';
import { viewCommands } from './view-commands.ts';

/** Every command, once: menus, toolbar, keys, tooltips and help are made from this table. */
export const commands = {
  ...fileCommands,
  ...editCommands,
  ...selectCommands,
  ...viewCommands,
  ...workspaceCommands,
  ...toolCommands,
  ...helpCommands,
} as const satisfies Record<string, Command>;

export type CommandId = keyof typeof commands;

export const commandIds = Object.keys(commands) as CommandId[];

/** The command as its general type: the table's own type has a literal for each field. */
export function commandOf(id: CommandId): Command {
  return commands[id];
}
