import type { JSX } from 'preact';
import { trianglePath } from '#core/tree';
import type { DocumentId } from '#host-api';
import { select } from '../../commands/actions.ts';
import type { Store } from '../../state/store/store.ts';

interface ShowTriangleProps {
  readonly store: Store;
  readonly document: DocumentId;
  readonly triangle: number;
  readonly label?: string;
}

/** Selects the triangle of a query result. */
export function ShowTriangle({ store, document, triangle, label = 'Show triangle' }: ShowTriangleProps): JSX.Element {
  const show = (): void => {
    const tree = store.scene.peek().trees.get(document)?.tree;
    const node = tree === undefined ? null : (trianglePath(tree, triangle)?.at(-1) ?? null);
    select(store, { kind: 'triangle', document, triangle, node });
  };
  return (
    <button type="button" class="button" title="Select the triangle and open the path to its leaf" onClick={show}>
      {label}
    </button>
  );
}
