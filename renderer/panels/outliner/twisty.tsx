import type { CSSProperties, JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { Icon } from '../../widgets/icon.tsx';
import type { EyeDrag } from './eye.tsx';
import type { OutlineActions } from './outline-actions.ts';
import type { OutlineRow } from './outline-rows.ts';

export interface RowProps {
  readonly app: App;
  readonly row: OutlineRow;
  /** Whether the keyboard is on it. */
  readonly isCursor: boolean;
  readonly style: CSSProperties;
  readonly actions: OutlineActions;
  readonly drag: EyeDrag;
}

/** Opens and closes a row. Drawn where there is something to open. */
export function Twisty({ row, actions }: Pick<RowProps, 'row' | 'actions'>): JSX.Element {
  const isOpen = row.kind === 'document' || row.kind === 'group' ? row.isOpen : null;
  return (
    <span
      class="twisty"
      onClick={(event) => {
        if (isOpen === null) return;
        event.stopPropagation();
        actions.setOpen(row, !isOpen);
      }}
      onDblClick={(event) => event.stopPropagation()}
    >
      {isOpen !== null && <Icon name={isOpen ? 'open' : 'closed'} small />}
    </span>
  );
}
