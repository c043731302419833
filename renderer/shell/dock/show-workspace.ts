import type { WorkspaceName } from '../../commands/app.ts';
import { chooseTool } from '../../commands/actions.ts';
import type { Store } from '../../state/store/store.ts';
import type { DockState } from './dock-state.ts';
import { workspaces } from './workspaces.ts';

/** Shows a workspace and, unless one of its tools is active, its first tool. */
export function showWorkspace(store: Store, dock: DockState, name: WorkspaceName): void {
  dock.showWorkspace(name);
  const { tools } = workspaces[name];
  if (!tools.includes(store.scene.peek().tool)) chooseTool(store, tools[0]!);
}
