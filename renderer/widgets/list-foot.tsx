import type { ComponentChildren, JSX } from 'preact';
import { Icon } from './icon.tsx';

interface ListFootProps {
  readonly testId: string;
  /** Copies all rows as a table for a spreadsheet; `null` while there are none. */
  readonly copy: (() => void) | null;
  readonly children: ComponentChildren;
}

/** What stands below a list: what finding it cost, and a button that copies all of it. */
export function ListFoot({ testId, copy, children }: ListFootProps): JSX.Element {
  const title = 'Copy all rows, with every digit';
  return (
    <div class="panel-foot">
      <span class="name" data-testid={testId}>
        {children}
      </span>
      {copy !== null && (
        <button type="button" class="icon-button" title={title} aria-label={title} onClick={copy}>
          <Icon name="copy" small />
        </button>
      )}
    </div>
  );
}
