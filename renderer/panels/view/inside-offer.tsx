import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { TriangleMesh } from '#core/mesh';
import type { Tree } from '#core/tree';
import type { DocumentId } from '#host-api';
import type { App } from '../../commands/app.ts';
import { runCommand } from '../../commands/keymap.ts';
import { cutTopOff } from '../../commands/section-actions.ts';
import { hiddenKey, type LoadedMesh } from '../../state/store/records.ts';
import { enclosingPart } from '../../state/visibility/enclosing-part.ts';
import { hiddenShare } from '../../state/visibility/hidden-inside.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { DismissButton } from './dismiss-button.tsx';
import { SkyOffer } from './sky-offer.tsx';

/** Offers a way into the active mesh where little of it is seen from outside. It stays until the user takes one, finds another, or dismisses it. */
export function InsideOffer({ app }: { app: App }): JSX.Element | null {
  const { store } = app;
  const [dismissed, setDismissed] = useState<ReadonlySet<DocumentId>>(new Set());
  const { activeDocument: id, display, hidden, trees } = store.scene.value;
  const loaded = store.documents.value.find(({ summary }) => summary.id === id)?.mesh ?? null;
  const tree = id === null ? undefined : trees.get(id)?.tree;
  const isOpen = display.shading === 'xray' || display.section.plane.isOn || display.section.box.isOn;
  const canOffer = id !== null && !dismissed.has(id) && !hidden.has(hiddenKey(id)) && !isOpen;
  const found = useInside(canOffer ? loaded : null, tree);
  const flies = store.flies.value;
  useEffect(() => {
    // The user has found a way in.
    if (flies && id !== null && found?.share != null) setDismissed((before) => new Set([...before, id]));
  }, [flies, found, id]);
  if (found === null || id === null) return null;
  const dismiss = (): void => setDismissed(new Set([...dismissed, id]));
  if (found.part !== null) return <SkyOffer app={app} document={id} mesh={found.mesh} part={found.part} onDismiss={dismiss} />;
  if (found.share === null) return null;
  const take = (step: () => void): void => {
    dismiss();
    step();
  };
  const percent = Math.round(100 * (1 - found.share));
  const text = `${percent === 0 ? 'Almost no' : `About ${percent} % of the`} triangles can be seen from outside.`;
  return (
    <div class="notice info brief" role="status" data-testid="inside-offer">
      <div class="text" title={text}>
        {text}
      </div>
      <DismissButton onDismiss={dismiss} />
      <div class="actions">
        <button
          type="button"
          class="button small"
          title="Cuts the upper half away by the section plane"
          data-testid="cut-top-off"
          onClick={() => take(() => cutTopOff(store))}
        >
          Cut open
        </button>
        <button type="button" class="button small" title={commandTip('fly')} onClick={() => take(() => runCommand(app, 'fly'))}>
          Fly
        </button>
      </div>
    </div>
  );
}

/** What hides the inside of a mesh. */
interface Inside {
  readonly mesh: TriangleMesh;
  /** See `enclosingPart`. */
  readonly part: number | null;
  /** See `hiddenShare`. */
  readonly share: number | null;
}

/** Searches once for each mesh and tree, in short steps between frames; `null` until it is known, and without a mesh. */
function useInside(loaded: LoadedMesh | null, tree: Tree | undefined): Inside | null {
  const [found, setFound] = useState<Inside | null>(null);
  useEffect(() => {
    if (loaded === null || loaded.bounds === null || tree === undefined) return undefined;
    const { mesh, bounds } = loaded;
    const part = enclosingPart(mesh, bounds, tree);
    if (part !== null) {
      setFound({ mesh, part, share: null });
      return undefined;
    }
    const search = hiddenShare(mesh, bounds, tree);
    let timer = 0;
    const step = (): void => {
      const { done, value } = search.next();
      if (done === true) setFound({ mesh, part: null, share: value });
      else timer = window.setTimeout(step);
    };
    step();
    return () => clearTimeout(timer);
  }, [loaded, tree]);
  return found?.mesh === loaded?.mesh ? found : null;
}
