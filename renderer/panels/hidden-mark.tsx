import type { JSX } from 'preact';
import type { DocumentId } from '#host-api';
import { partName } from '../commands/actions.ts';
import { has } from '../state/selection/index-set.ts';
import { hiddenKey } from '../state/store/records.ts';
import type { Store } from '../state/store/store.ts';

/** Returns the name of the part of a query result, with a mark if the result lies on something hidden. `null` for no part. */
export function PartCell({ store, document, part, triangle }: PartCellProps): JSX.Element {
  const hidden = hiddenText(store, document, part, triangle);
  return (
    <>
      {part === null ? '' : partName(store, document, part)}
      {hidden !== null && (
        <span class="hidden-mark" title={`This result is on a ${hidden}, which queries see.`} data-testid="hidden-mark">
          {hidden}
        </span>
      )}
    </>
  );
}

interface PartCellProps {
  readonly store: Store;
  readonly document: DocumentId;
  readonly part: number | null;
  readonly triangle: number;
}

/** Returns what hides a triangle; `null` for a visible one. */
function hiddenText({ scene, hiddenTriangles }: Store, document: DocumentId, part: number | null, triangle: number): string | null {
  const { hidden } = scene.value;
  if (hidden.has(hiddenKey(document))) return 'hidden document';
  if (part !== null && hidden.has(hiddenKey(document, part))) return 'hidden part';
  const set = hiddenTriangles.value.get(document);
  return set !== undefined && has(set, triangle) ? 'hidden triangle' : null;
}
