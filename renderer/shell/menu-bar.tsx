import type { JSX, TargetedKeyboardEvent } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { App } from '../commands/app.ts';
import { menuNames, type MenuName } from '../commands/command.ts';
import { commandIds, commandOf } from '../commands/commands.ts';
import { currentJob } from '../commands/current-job.ts';
import { runCommand, shortcutOf } from '../commands/keymap.ts';
import { sessionContents, sessionMeshes } from '../state/project/describe-session.ts';
import { recentPlace } from '../state/project/recent-place.ts';
import { formatMoment } from '../text/format-moment.ts';
import { recentNote } from '../panels/view/recent-list.tsx';
import { Icon } from '../widgets/icon.tsx';
import { WorkspaceTabs } from './workspace-tabs.tsx';
import { MenuItem } from './menu-item.tsx';

/** The menus, made from the command table. */
export function MenuBar({ app }: { app: App }): JSX.Element {
  const [open, setOpen] = useState<MenuName | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (open === null) return;
    const onDown = (event: PointerEvent): void => {
      if (event.target instanceof Node && bar.current?.contains(event.target) !== true) setOpen(null);
    };
    window.addEventListener('pointerdown', onDown, true);
    return () => window.removeEventListener('pointerdown', onDown, true);
  }, [open]);

  const focusMenu = (name: MenuName): void => bar.current?.querySelector<HTMLElement>(`[data-menu="${name}"] > button`)?.focus();
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const name = (event.target as HTMLElement).closest<HTMLElement>('[data-menu]')?.dataset['menu'] as MenuName | undefined;
    if (name === undefined) return;
    const step = new Map([
      ['ArrowRight', 1],
      ['ArrowLeft', -1],
    ]).get(event.key);
    if (step !== undefined) {
      const next = menuNames[(menuNames.indexOf(name) + step + menuNames.length) % menuNames.length]!;
      if (open !== null) setOpen(next);
      focusMenu(next);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (open === null) setOpen(name);
      else moveInMenu(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Escape' && open !== null) {
      setOpen(null);
      focusMenu(open);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <header class="menu-bar" data-region="">
      <h1 class="brand">
        <Icon name="brand" />
        Boxwood
      </h1>
      <div class="menus" role="menubar" aria-label="Main menu" ref={bar} onKeyDown={onKeyDown}>
        {menuNames.map((name, i) => (
          <div key={name} class="menu" role="none" data-menu={name} onPointerEnter={() => open !== null && setOpen(name)}>
            <button
              type="button"
              role="menuitem"
              aria-haspopup="menu"
              aria-expanded={open === name}
              tabIndex={i === 0 || open === name ? 0 : -1}
              onClick={() => setOpen(open === name ? null : name)}
            >
              {name}
            </button>
            {open === name && <MenuList app={app} name={name} onDone={() => setOpen(null)} />}
          </div>
        ))}
      </div>
      <WorkspaceTabs app={app} />
      <SearchButton app={app} />
      <JobState app={app} />
    </header>
  );
}

function moveInMenu(bar: HTMLElement, step: number): void {
  const items = [...bar.querySelectorAll<HTMLElement>('.menu-list [role^="menuitem"]:not(:disabled)')];
  const at = items.findIndex((item) => item === document.activeElement);
  items[at < 0 ? (step > 0 ? 0 : items.length - 1) : (at + step + items.length) % items.length]?.focus();
}

function MenuList({ app, name, onDone }: { app: App; name: MenuName; onDone: () => void }): JSX.Element {
  const ids = commandIds.filter((id) => commandOf(id).menu === name);
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => setInColumns(list.current!), [name]);
  return (
    <div class="menu-list" role="menu" aria-label={name} ref={list}>
      {ids.map((id) => [
        commandOf(id).beginsGroup === true && <hr key={`${id} line`} role="separator" />,
        <MenuItem key={id} app={app} id={id} onDone={onDone} />,
        id === 'restoreSession' && <SessionItems key="sessions" app={app} onDone={onDone} />,
      ])}
      {name === 'File' && app.store.recent.value.length > 0 && <RecentItems app={app} onDone={onDone} />}
    </div>
  );
}

/** Sets a menu that is higher than the window in as many columns as it needs and the window has room for. All lengths are CSS pixels of the menu. */
function setInColumns(list: HTMLElement): void {
  const bar = list.closest<HTMLElement>('.menu-bar')!;
  const { offsetWidth: width, scrollHeight, clientHeight } = list;
  const columns = Math.min(Math.ceil(scrollHeight / clientHeight), Math.floor(bar.offsetWidth / width));
  if (columns < 2) return;
  const { left, width: shown } = bar.getBoundingClientRect();
  const from = ((list.getBoundingClientRect().left - left) * bar.offsetWidth) / shown;
  Object.assign(list.style, {
    columnCount: String(columns),
    width: `${columns * width}px`,
    left: `${Math.min(0, bar.offsetWidth - columns * width - from)}px`,
  });
}

/** The kept sessions below the command that restores the last one; each can be restored. */
function SessionItems({ app, onDone }: { app: App; onDone: () => void }): JSX.Element | null {
  const { keptSessions, connected } = app.store;
  if (!connected.value) return null;
  return (
    <div class="menu-sessions" role="none">
      {keptSessions.value.map((kept) => (
        <button
          key={kept.id}
          type="button"
          class="menu-item"
          role="menuitem"
          data-session={kept.id}
          title={`Restores ${kept.names.join(', ')} (${sessionContents(kept)}). Open meshes stay open.`}
          onClick={() => {
            onDone();
            void app.projects.restore(kept);
          }}
        >
          <span>
            {formatMoment(kept.savedAt)}: {sessionMeshes(kept)}
          </span>
          <span class="keys">{sessionContents(kept)}</span>
        </button>
      ))}
    </div>
  );
}

/** The files that were opened lately; each can be removed from the list. */
function RecentItems({ app, onDone }: { app: App; onDone: () => void }): JSX.Element {
  return (
    <>
      <hr role="separator" />
      {app.store.recent.value.map((file) => (
        <div key={file.id} class="menu-recent" role="none">
          <button
            type="button"
            class="menu-item"
            role="menuitem"
            data-recent={file.name}
            title={recentNote(file)}
            onClick={() => {
              onDone();
              void app.projects.openRecent(file.id);
            }}
          >
            <span />
            <span>Recent: {file.name}</span>
            <span class="keys">{recentPlace(file)}</span>
          </button>
          <button
            type="button"
            class="icon-button"
            role="menuitem"
            title="Remove from the list"
            aria-label={`Remove ${file.name} from the list`}
            onClick={() => void app.projects.forgetRecent(file.id)}
          >
            <Icon name="close" small />
          </button>
        </div>
      ))}
    </>
  );
}

/** Opens the palette. */
function SearchButton({ app }: { app: App }): JSX.Element {
  const { meaning } = commandOf('palette');
  return (
    <button type="button" class="search-button" title={meaning} data-testid="search-commands" onClick={() => runCommand(app, 'palette')}>
      <Icon name="search" small />
      <span>Search commands</span>
      <kbd>{shortcutOf('palette')}</kbd>
    </button>
  );
}

/** Whether a job runs. The status bar has its progress and cancel button. */
function JobState({ app: { store } }: { app: App }): JSX.Element {
  const running = (currentJob(store)?.shown ?? null) !== null;
  return (
    <div class="menu-bar-end">
      <Icon name={running ? 'working' : 'idle'} small />
      <span>{running ? 'Working' : 'Idle'}</span>
    </div>
  );
}
