import type { JSX, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { App } from '../commands/app.ts';
import { contextCommands } from '../commands/context-commands.ts';
import { pageScale } from '../widgets/page-scale.ts';
import { MenuItem } from './menu-item.tsx';

/** The commands for the selection, at the pointer. */
export function ContextMenu({ app }: { app: App }): JSX.Element | null {
  const at = app.shell.contextMenu.value;
  return at === null ? null : <Menu key={`${at.x} ${at.y}`} app={app} x={at.x} y={at.y} />;
}

function Menu({ app, x, y }: { app: App; x: number; y: number }): JSX.Element {
  const menu = useRef<HTMLDivElement>(null);
  const close = (): void => void (app.shell.contextMenu.value = null);
  // A layout effect: keys and presses before the next frame are for the menu too.
  useLayoutEffect(() => {
    const element = menu.current!;
    const before = document.activeElement;
    const place = (): void => placeInWindow(element, x, y);
    place();
    itemsOf(element)[0]?.focus();
    // What a press selects may come a frame later, with more commands.
    const observer = new ResizeObserver(place);
    observer.observe(element);
    // Blur of the window only: an element also loses the focus when its list is drawn again.
    const onOutside = (event: Event): void => {
      if (event.type === 'blur' ? event.target === window : !(event.target instanceof Node && element.contains(event.target))) close();
    };
    const outside = ['pointerdown', 'wheel', 'blur', 'resize'] as const;
    for (const kind of outside) window.addEventListener(kind, onOutside, true);
    return () => {
      observer.disconnect();
      for (const kind of outside) window.removeEventListener(kind, onOutside, true);
      // A command may have moved the focus into a dialog or a field.
      const isLost = document.activeElement === document.body || element.contains(document.activeElement);
      if (isLost && before instanceof HTMLElement) before.focus();
    };
  }, [x, y]);
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const to = itemAfter(event.key, itemsOf(event.currentTarget));
    if (event.key === 'Escape' || event.key === 'Tab') close();
    else if (to !== null) to.focus();
    else if (event.key !== 'Enter' && event.key !== ' ') return;
    else {
      event.stopPropagation();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={menu} class="menu-list context-menu" role="menu" aria-label="Selection" data-testid="context-menu" onKeyDown={onKeyDown}>
      {contextCommands(app).map((group, i) => [
        i > 0 && <hr key={`line ${group[0]}`} role="separator" />,
        ...group.map((id) => <MenuItem key={id} app={app} id={id} onDone={close} />),
      ])}
    </div>
  );
}

function placeInWindow(element: HTMLElement, x: number, y: number): void {
  const { width, height } = element.getBoundingClientRect();
  const scale = pageScale();
  element.style.left = `${Math.max(0, Math.min(x, window.innerWidth - width)) / scale}px`;
  element.style.top = `${Math.max(0, Math.min(y, window.innerHeight - height)) / scale}px`;
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)')];
}

/** Returns the item that a key moves to; `null` for other keys. */
function itemAfter(key: string, items: readonly HTMLElement[]): HTMLElement | null {
  const at = items.findIndex((item) => item === document.activeElement);
  switch (key) {
    case 'ArrowDown':
      return items[(at + 1) % items.length] ?? null;
    case 'ArrowUp':
      return items.at(at <= 0 ? -1 : at - 1) ?? null;
    case 'Home':
      return items[0] ?? null;
    case 'End':
      return items.at(-1) ?? null;
    default:
      return null;
  }
}
