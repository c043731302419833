import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { App } from '../commands/app.ts';
import { connectionText } from '../state/store/store.ts';
import { createHierarchyState } from '../panels/hierarchy/hierarchy-state.ts';
import { createDock, type Dock } from './dock/dock.tsx';
import { Icon } from '../widgets/icon.tsx';
import { BakeDialog } from './bake-dialog.tsx';
import { DropTarget } from './drop-target.tsx';
import { HelpDialog } from './help-dialog.tsx';
import { MenuBar } from './menu-bar.tsx';
import { StatusBar } from './status-bar.tsx';

/** The window: menus, banner, dock, status, and what floats over them. */
export function AppShell({ app, onDock }: { app: App; onDock: (dock: Dock) => void }): JSX.Element {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (holder.current === null) return;
    const dock = createDock(holder.current, { app, hierarchy: createHierarchyState(app.store) });
    onDock(dock);
    return () => dock.dispose();
  }, [app]);
  return (
    <div class="shell">
      <MenuBar app={app} />
      <ConnectionBanner app={app} />
      <div ref={holder} class="shell-dock" />
      <StatusBar app={app} />
      <DropTarget app={app} />
      <HelpDialog app={app} />
      <BakeDialog app={app} />
    </div>
  );
}

function ConnectionBanner({ app: { store } }: { app: App }): JSX.Element | null {
  const connection = store.connection.value;
  if (connection === 'open' || connection === 'opening') return null;
  return (
    <div class="banner" role="status" data-testid="banner">
      <Icon name="warning" small />
      {connectionText[connection]}
    </div>
  );
}
