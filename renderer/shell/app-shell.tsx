import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { App } from '../commands/app.ts';
import { connectionText } from '../state/store/connection-text.ts';
import { createHierarchyState } from '../panels/hierarchy/hierarchy-state.ts';
import { Dock } from './dock/dock.tsx';
import type { DockState } from './dock/dock-state.ts';
import { Icon } from '../widgets/icon.tsx';
import { AboutDialog } from './about-dialog.tsx';
import { CompareDialog } from './compare-dialog.tsx';
import { ContextMenu } from './context-menu.tsx';
import { openContextMenu } from './open-context-menu.ts';
import { ExportDialog } from './export/export-dialog.tsx';
import { DropTarget } from './drop-target.tsx';
import { HelpDialog } from './help-dialog.tsx';
import { RepairDialog } from './repair/repair-dialog.tsx';
import { OpenProjectDialog } from './open-project-dialog.tsx';
import { PaletteDialog } from './palette-dialog.tsx';
import { ManualWindow } from './manual/manual-window.tsx';
import { MenuBar } from './menu-bar.tsx';
import { MissingMeshesDialog } from './missing-meshes-dialog.tsx';
import { PreferencesDialog } from './preferences-dialog.tsx';
import { SamplesDialog } from './samples-dialog.tsx';
import { SaveProjectDialog } from './save-project-dialog.tsx';
import { StatusBar } from './status-bar.tsx';
import { TurntableDialog } from './turntable-dialog.tsx';
import { TourCard } from './tour/tour-card.tsx';

/** The window: menus, banner, dock, status bar, and the dialogs over them. */
export function AppShell({ app, dock }: { app: App; dock: DockState }): JSX.Element {
  const context = useMemo(() => ({ app, hierarchy: createHierarchyState(app.store) }), [app]);
  return (
    <div class="shell" onContextMenu={(event) => openContextMenu(app, event)}>
      <MenuBar app={app} />
      <ConnectionBanner app={app} />
      <Dock dock={dock} context={context} />
      <ManualWindow app={app} />
      <StatusBar app={app} />
      <DropTarget app={app} />
      <HelpDialog app={app} />
      <ExportDialog app={app} />
      <RepairDialog app={app} />
      <PaletteDialog app={app} />
      <PreferencesDialog app={app} />
      <SamplesDialog app={app} />
      <AboutDialog app={app} />
      <CompareDialog app={app} />
      <SaveProjectDialog app={app} />
      <OpenProjectDialog app={app} />
      <MissingMeshesDialog app={app} />
      <TurntableDialog app={app} />
      <ContextMenu app={app} />
      <TourCard app={app} />
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
