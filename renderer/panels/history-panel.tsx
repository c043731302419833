import type { JSX } from 'preact';
import { goToStep } from '../commands/actions.ts';
import type { App } from '../commands/app.ts';

/** Every undo step. A click goes to it, and later steps remain until the next edit. */
export function HistoryPanel({ app }: { app: App }): JSX.Element {
  const { store } = app;
  const { history } = store;
  const position = history.position.value;
  return (
    <div class="list-panel">
      <div class="rows" role="listbox" aria-label="Undo steps" tabIndex={0} data-testid="history">
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
