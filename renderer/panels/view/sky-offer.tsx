import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { partNameOf } from '#core/mesh';
import type { DocumentId } from '#host-api';
import type { App } from '../../commands/app.ts';
import { runCommand } from '../../commands/keymap.ts';
import { setPartsHidden } from '../../commands/visibility-actions.ts';
import { cullsBackFaces } from '../../state/store/culls-back-faces.ts';
import { hiddenKey } from '../../state/store/records.ts';
import { enclosingPart } from '../../state/visibility/enclosing-part.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { DismissButton } from './dismiss-button.tsx';

/**
 * Offers a look into a level whose sky hides everything else. It stays until the user looks in or dismisses it. Nothing is culled without a
 * press: rays and picking follow the culling, and a flipped triangle would be missing from the picture.
 */
export function SkyOffer({ app }: { app: App }): JSX.Element | null {
  const { store } = app;
  const [dismissed, setDismissed] = useState<ReadonlySet<DocumentId>>(new Set());
  const { activeDocument, display, hidden, trees } = store.scene.value;
  // At rest: the rays are cast once, not for each pose.
  const loaded = store.documents.value.find(({ summary }) => summary.id === activeDocument)?.mesh ?? null;
  const tree = activeDocument === null ? undefined : trees.get(activeDocument)?.tree;
  const canHide =
    activeDocument !== null &&
    !dismissed.has(activeDocument) &&
    !hidden.has(hiddenKey(activeDocument)) &&
    !cullsBackFaces(display) &&
    display.shading !== 'xray';
  const part = useMemo(
    () =>
      !canHide || loaded === null || loaded.bounds === null || tree === undefined ? null : enclosingPart(loaded.mesh, loaded.bounds, tree),
    [loaded, tree, canHide],
  );
  if (part === null || loaded === null || activeDocument === null || hidden.has(hiddenKey(activeDocument, part))) return null;
  const text = `The back faces of ${partNameOf(loaded.mesh, part)} hide the other parts.`;
  return (
    <div class="notice info brief" role="status" data-testid="sky-offer">
      <div class="text" title={text}>
        {text}
      </div>
      <DismissButton onDismiss={() => setDismissed(new Set([...dismissed, activeDocument]))} />
      <div class="actions">
        <button
          type="button"
          class="button small"
          title={commandTip('cullBackFaces')}
          data-testid="sky-cull"
          onClick={() => runCommand(app, 'cullBackFaces')}
        >
          Cull back faces
        </button>
        <button
          type="button"
          class="button small"
          data-testid="sky-hide"
          onClick={() => setPartsHidden(store, activeDocument, [part], true)}
        >
          Hide part
        </button>
      </div>
    </div>
  );
}
