import type { JSX } from 'preact';
import { partNameOf, type TriangleMesh } from '#core/mesh';
import type { DocumentId } from '#host-api';
import type { App } from '../../commands/app.ts';
import { runCommand } from '../../commands/keymap.ts';
import { setPartsHidden } from '../../commands/visibility-actions.ts';
import { cullsBackFaces } from '../../state/store/culls-back-faces.ts';
import { hiddenKey } from '../../state/store/records.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { DismissButton } from './dismiss-button.tsx';

interface SkyOfferProps {
  readonly app: App;
  readonly document: DocumentId;
  readonly mesh: TriangleMesh;
  /** See `enclosingPart`. */
  readonly part: number;
  readonly onDismiss: () => void;
}

/**
 * Offers a look into a level whose sky hides everything else. Nothing is culled without a press: rays and picking follow the culling, and a
 * flipped triangle would be missing from the picture.
 */
export function SkyOffer({ app, document, mesh, part, onDismiss }: SkyOfferProps): JSX.Element | null {
  const { store } = app;
  const { display, hidden } = store.scene.value;
  if (cullsBackFaces(display) || hidden.has(hiddenKey(document, part))) return null;
  const text = `The back faces of ${partNameOf(mesh, part)} hide the other parts.`;
  return (
    <div class="notice info brief" role="status" data-testid="sky-offer">
      <div class="text" title={text}>
        {text}
      </div>
      <DismissButton onDismiss={onDismiss} />
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
        <button type="button" class="button small" data-testid="sky-hide" onClick={() => setPartsHidden(store, document, [part], true)}>
          Hide part
        </button>
      </div>
    </div>
  );
}
