import type { DockviewGroupPanel } from 'dockview-core';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { formatCount } from '../../text/format-number.ts';
import { Icon } from '../../widgets/icon.tsx';
import { panelOf, type PanelContext } from './panel-list.tsx';

/** A panel's name with its count or a few quiet words. */
export function DockTab({ id, context }: { id: string; context: PanelContext }): JSX.Element | null {
  const panel = panelOf(id);
  if (panel === null) return null;
  const count = panel.count?.(context) ?? null;
  return (
    <span class="dock-tab" data-testid={`tab-${id}`}>
      {panel.title}
      {panel.note !== undefined && <span class="note">{panel.note(context)}</span>}
      {count !== null && <span class="badge">{formatCount(count)}</span>}
    </span>
  );
}

/** The buttons of whichever panel a group shows. */
export function PanelActions({ group, context }: { group: DockviewGroupPanel; context: PanelContext }): JSX.Element | null {
  const [active, setActive] = useState(group.activePanel?.id ?? null);
  useEffect(() => {
    setActive(group.activePanel?.id ?? null);
    const listening = group.api.onDidActivePanelChange(({ panel }) => setActive(panel?.id ?? null));
    return () => listening.dispose();
  }, [group]);
  const panel = active === null ? null : panelOf(active);
  const Actions = panel?.actions;
  return Actions === undefined ? null : <Actions {...context} />;
}

/** Folds the lists at the bottom to their tabs, and opens them. */
export function BottomActions({ context: { app } }: { context: PanelContext }): JSX.Element {
  const { bottomFolded } = app.shell;
  const title = bottomFolded.value ? 'Open the lists' : 'Fold the lists to their tabs';
  return (
    <button
      type="button"
      class="icon-button"
      title={title}
      aria-label={title}
      aria-expanded={!bottomFolded.value}
      data-testid="fold-bottom"
      onClick={() => (bottomFolded.value = !bottomFolded.peek())}
    >
      <Icon name={bottomFolded.value ? 'unfold' : 'fold'} small />
    </button>
  );
}
