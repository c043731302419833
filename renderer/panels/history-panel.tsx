import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { goToStep } from '../commands/actions.ts';
import type { App } from '../commands/app.ts';

/** Every undo step. A click goes to it, and later steps remain until the next edit. */
export function HistoryPanel({ app }: { app: App }): JSX.Element {
  const { store } = app;
  const { history } = store;
  const position = history.position.value;
  const list = useRef<HTMLDivElement>(null);
  // The current step is in sight when it changes, and when a hidden list appears.
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => showStep(element));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (list.current !== null) showStep(list.current);
  }, [position]);
  return (
    <div class="list-panel">
      <div ref={list} class="rows" role="listbox" aria-label="Undo steps" tabIndex={0} data-testid="history">
        {history.marks.value.map(({ title }, i) => (
          <button
            key={i}
            type="button"
            class={`row mark${i === position ? ' selected' : ''}${i > position ? ' undone' : ''}`}
            role="option"
            aria-selected={i === position}
            data-mark={i}
            onClick={() => goToStep(store, i)}
          >
            <span class="right quiet">{i}</span>
            <span class="name">{title}</span>
          </button>
        ))}
      </div>
    </div>
  );
}

/** Scrolls a list to its selected row, unless that is in sight. */
function showStep(list: HTMLElement): void {
  const row = list.querySelector<HTMLElement>('[aria-selected="true"]');
  if (row === null || list.clientHeight === 0) return;
  const top = row.offsetTop;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + row.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + row.offsetHeight - list.clientHeight;
}
