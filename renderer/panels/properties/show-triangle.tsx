import type { JSX } from 'preact';
import type { DocumentId } from '#host-api';
import { selectTriangle } from '../../commands/selection-actions.ts';
import type { Store } from '../../state/store/store.ts';

interface ShowTriangleProps {
  readonly store: Store;
  readonly document: DocumentId;
  readonly triangle: number;
  readonly label?: string;
}

/** Selects the triangle of a query result. */
export function ShowTriangle({ store, document, triangle, label = 'Show triangle' }: ShowTriangleProps): JSX.Element {
  return (
    <button
      type="button"
      class="button"
      title="Select the triangle and open the path to its leaf"
      onClick={() => selectTriangle(store, document, triangle)}
    >
      {label}
    </button>
  );
}
