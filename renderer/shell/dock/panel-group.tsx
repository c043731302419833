import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { openManual } from '../../commands/manual-actions.ts';
import { formatCount } from '../../text/format-number.ts';
import { Icon } from '../../widgets/icon.tsx';
import type { DockState } from './dock-state.ts';
import { secondList } from './second-list.ts';
import { tabGroups, type TabGroup } from './tab-groups.ts';
import { panelOf, type PanelContext, type PanelId } from './panel-list.tsx';
import { tabAfter } from '../tab-after.ts';

interface InDock {
  readonly dock: DockState;
  readonly context: PanelContext;
}

interface SinglePanelProps {
  readonly id: PanelId;
  readonly height?: number;
  /** Whether a content that needs less than the height gets no more than it needs. */
  readonly fits?: boolean;
  readonly context: PanelContext;
}

/** One panel with its head. Without a height it takes what remains of the column. */
export function SinglePanel({ id, height, fits = false, context }: SinglePanelProps): JSX.Element {
  const { content: Content, actions: Actions } = panelOf(id);
  return (
    <section
      class="dock-group"
      data-region=""
      data-manual={panelOf(id).manual}
      data-fits={fits || undefined}
      style={fits ? { flex: '0 0 auto', maxHeight: `${height}px` } : heightOf(height)}
      aria-labelledby={`head-${id}`}
    >
      <header class="dock-head">
        <h2 class="dock-tab" id={`head-${id}`}>
          <PanelTitle id={id} context={context} />
        </h2>
        <div class="dock-actions">
          {Actions !== undefined && <Actions {...context} />}
          <ManualButton id={id} context={context} />
        </div>
      </header>
      <div class="dock-panel">
        <Content {...context} isShown />
      </div>
    </section>
  );
}

/** Panels as tabs. Those behind the active one stay mounted, so that each keeps its order and its place. */
export function TabbedPanels({ group, height, dock, context }: InDock & { group: TabGroup; height?: number }): JSX.Element {
  const ids: readonly PanelId[] = tabGroups[group];
  const active = dock.active[group].value;
  const isFolded = group === 'bottom' && dock.folded.value;
  const Actions = panelOf(active).actions;
  const second = group === 'bottom' && !isFolded ? secondList(dock, context.app.store) : null;
  return (
    <div
      class="dock-group"
      data-region=""
      data-manual={panelOf(active).manual}
      style={heightOf(isFolded ? undefined : height)}
      data-folded={isFolded || undefined}
    >
      <header class="dock-head">
        <Tabs group={group} dock={dock} context={context} />
        <div class="dock-actions">
          {Actions !== undefined && <Actions {...context} />}
          <ManualButton id={active} context={context} />
          {group === 'bottom' && <FoldButton dock={dock} />}
        </div>
      </header>
      <div class={second === null ? 'dock-panels' : 'dock-panels pair'}>
        {ids.map((id) => {
          const Content = panelOf(id).content;
          const isShown = !isFolded && (id === active || id === second);
          return (
            <div key={id} class="dock-panel" id={`panel-${id}`} role="tabpanel" aria-labelledby={`head-${id}`} hidden={!isShown}>
              {id === second && (
                <h3 class="dock-second">
                  <PanelTitle id={id} context={context} />
                </h3>
              )}
              <Content {...context} isShown={isShown} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** The tabs of a group, one stop of the Tab key: arrow keys, Home and End move between them. */
function Tabs({ group, dock, context }: InDock & { group: TabGroup }): JSX.Element {
  const ids: readonly PanelId[] = tabGroups[group];
  const active = dock.active[group].value;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => keepInSight(list.current!, list.current!.querySelector('[aria-selected="true"]')!), [active]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = tabAfter(event.key, ids.indexOf(active), ids.length);
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    dock.show(ids[to]!);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus();
  };
  return (
    <div ref={list} class="dock-tabs" role="tablist" aria-label={group === 'bottom' ? 'Lists' : 'Tree and checks'} onKeyDown={onKeyDown}>
      {ids.map((id) => (
        <button
          key={id}
          type="button"
          class="dock-tab"
          id={`head-${id}`}
          role="tab"
          aria-selected={id === active}
          aria-controls={`panel-${id}`}
          tabIndex={id === active ? 0 : -1}
          data-testid={`tab-${id}`}
          onClick={() => dock.show(id)}
        >
          <PanelTitle id={id} context={context} />
        </button>
      ))}
    </div>
  );
}

/** Scrolls to a tab, and again whenever it or the list changes its width: in a narrow window, or with large text, the tabs scroll. */
function keepInSight(list: HTMLElement, tab: HTMLElement): () => void {
  const observer = new ResizeObserver(() => tab.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
  observer.observe(list);
  observer.observe(tab);
  return () => observer.disconnect();
}

/** A panel's name with its count or note. */
function PanelTitle({ id, context }: { id: PanelId; context: PanelContext }): JSX.Element {
  const { title, note, count } = panelOf(id);
  const rows = count?.(context) ?? null;
  const text = note?.(context);
  return (
    <>
      {title}
      {text !== undefined && (
        <span class="note" title={text}>
          {text}
        </span>
      )}
      {rows !== null && <span class="badge">{formatCount(rows)}</span>}
    </>
  );
}

/** Opens the page of a panel. */
function ManualButton({ id, context: { app } }: { id: PanelId; context: PanelContext }): JSX.Element {
  const { title, manual } = panelOf(id);
  const label = `Manual: ${title}`;
  return (
    <button
      type="button"
      class="icon-button"
      title={`${label} (F1 while the panel has the focus)`}
      aria-label={label}
      data-manual-of={id}
      onClick={() => openManual(app.shell, manual)}
    >
      <Icon name="manual" small />
    </button>
  );
}

/** Folds the lists at the bottom to their tabs, and unfolds them. */
function FoldButton({ dock: { folded } }: { dock: DockState }): JSX.Element {
  const title = folded.value ? 'Show lists' : 'Hide lists';
  return (
    <button
      type="button"
      class="icon-button"
      title={title}
      aria-label={title}
      aria-expanded={!folded.value}
      data-testid="fold-bottom"
      onClick={() => (folded.value = !folded.peek())}
    >
      <Icon name={folded.value ? 'unfold' : 'fold'} small />
    </button>
  );
}

function heightOf(height: number | undefined): { flex?: string } {
  return height === undefined ? {} : { flex: `0 0 ${height}px` };
}
