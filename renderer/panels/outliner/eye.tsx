import type { JSX, TargetedPointerEvent } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Store } from '../../state/store/store.ts';
import { Icon } from '../../widgets/icon.tsx';
import { isRowHidden, setEye } from './outline-actions.ts';
import type { OutlineRow } from './outline-rows.ts';

/** A press on an eye that goes on over other eyes: all get the state of the first, as one undo step. */
export interface EyeDrag {
  begin(row: OutlineRow): void;
  /** The pointer is over the eye of another row. */
  over(row: OutlineRow, event: TargetedPointerEvent<HTMLElement>): void;
}

export function useEyeDrag(store: Store): EyeDrag {
  return useMemo(() => {
    let drag: { readonly hide: boolean; readonly burst: symbol } | null = null;
    return {
      begin(row) {
        drag = { hide: !isRowHidden(store, row), burst: Symbol('eyes') };
        setEye(store, row, drag.hide, drag.burst);
        // The button may be released outside the list.
        const listening = new AbortController();
        const end = (): void => {
          drag = null;
          listening.abort();
        };
        for (const type of ['pointerup', 'pointercancel']) window.addEventListener(type, end, { capture: true, signal: listening.signal });
      },
      over(row, event) {
        if ((event.buttons & 1) === 0) drag = null;
        if (drag !== null) setEye(store, row, drag.hide, drag.burst);
      },
    };
  }, [store]);
}

interface EyeProps {
  readonly name: string;
  readonly row: OutlineRow;
  readonly hidden: boolean;
  readonly drag: EyeDrag;
  readonly onToggle: () => void;
  /** Present for documents: hides all others. */
  readonly onAlone?: () => void;
}

export function Eye({ name, row, hidden, drag, onToggle, onAlone }: EyeProps): JSX.Element {
  const does = hidden ? 'Show' : 'Hide';
  return (
    <button
      type="button"
      class="icon-button eye"
      tabIndex={-1}
      title={onAlone === undefined ? `${does} (drag over more eyes)` : `${does} (Alt-click: show only this)`}
      aria-label={`${does} ${name}`}
      aria-pressed={hidden}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        if (event.altKey && onAlone !== undefined) onAlone();
        else drag.begin(row);
      }}
      onPointerEnter={(event) => drag.over(row, event)}
      onClick={(event) => {
        event.stopPropagation();
        // A press did it already; keys and assistive technology only click.
        if (event.detail === 0) onToggle();
      }}
      onDblClick={(event) => event.stopPropagation()}
    >
      <Icon name={hidden ? 'hidden' : 'visible'} small />
    </button>
  );
}
