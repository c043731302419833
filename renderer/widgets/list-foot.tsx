import type { ComponentChildren, JSX } from 'preact';
import { figureMarks, type FigureName } from '../text/figures.ts';
import { Icon } from './icon.tsx';

interface ListFootProps {
  readonly testId: string;
  /** Copies all rows as a table for a spreadsheet; `null` while there are none. */
  readonly copy: (() => void) | null;
  /** What the line measures, if it is more than a count. */
  readonly figure?: FigureName;
  readonly children: ComponentChildren;
}

/** The line below a list: counts and cost, and a button that copies all rows. */
export function ListFoot({ testId, copy, figure, children }: ListFootProps): JSX.Element {
  const title = 'Copy all rows with full precision';
  return (
    <div class="panel-foot">
      <span class="name" data-testid={testId} {...(figure === undefined ? {} : figureMarks(figure))}>
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
