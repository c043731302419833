import type { App, WorkspaceName } from './app.ts';
import type { Command } from './command.ts';

/** Returns the command that shows a workspace. */
function workspaceCommand(name: WorkspaceName, title: string, meaning: string, beginsGroup = false): Command {
  return {
    title: `Workspace: ${title}`,
    meaning,
    menu: 'View',
    beginsGroup,
    keys: [],
    when: () => true,
    checked: ({ shell }: App) => shell.workspace.value === name,
    run: ({ shell }: App) => shell.showWorkspace(name),
  };
}

/** The workspaces, for the table of all commands. */
export const workspaceCommands = {
  workspaceInspect: workspaceCommand('inspect', 'Inspect', 'Arranges the panels for mesh, tree and statistics.', true),
  workspaceQuery: workspaceCommand('query', 'Query', 'Arranges the panels for rays and spheres.'),
  workspaceMotion: workspaceCommand('motion', 'Motion', 'Arranges the panels for a mesh that moves against another.'),
  workspaceHealth: workspaceCommand('health', 'Health', 'Arranges the panels for checks and findings.'),
  workspaceCompare: workspaceCommand('compare', 'Compare', 'Arranges the panels for the comparison of all kinds of tree.'),
  workspaceBake: workspaceCommand('bake', 'Bake', 'Arranges the panels for writing the mesh and its tree to a file.'),
} as const satisfies Record<string, Command>;
