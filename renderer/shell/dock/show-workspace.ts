import type { WorkspaceName } from '../../commands/app.ts';
import { chooseTool } from '../../commands/actions.ts';
import type { Store } from '../../state/store/store.ts';
import type { DockState } from './dock-state.ts';
import type { SavedLayouts } from './saved-layouts.ts';
import { workspaceNames, workspaces } from './workspaces.ts';

/** Shows a workspace and, unless one of its tools is active, its first tool. */
export function showWorkspace(store: Store, dock: DockState, name: WorkspaceName): void {
  dock.showWorkspace(name);
  const { tools } = workspaces[name];
  if (!tools.includes(store.scene.peek().tool)) chooseTool(store, tools[0]!);
}

/** Shows a workspace of a saved session, whose tool is restored with it. An unknown name changes nothing. */
export function restoreWorkspace(
  dock: Pick<DockState, 'showWorkspace' | 'restoreLayouts'>,
  name: string,
  layouts: SavedLayouts | null,
): void {
  const known = workspaceNames.find((workspace) => workspace === name);
  if (known !== undefined) dock.showWorkspace(known);
  if (layouts !== null) dock.restoreLayouts(layouts);
}
