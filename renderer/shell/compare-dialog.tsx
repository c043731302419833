import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { App } from '../commands/app.ts';
import { compareMeshes } from '../commands/change-actions.ts';
import { closeDialog } from '../commands/dialogs.ts';
import {
  type CompareSide,
  firstParts,
  hasBothRoles,
  hasTriangles,
  isSameSide,
  sideLabel,
  sidesOfOneFile,
} from '../state/changes/compare-side.ts';
import { documentLabel } from '../state/documents/document-label.ts';
import { otherOfRepair } from '../state/repair/show-repaired.ts';
import type { PageDocument } from '../state/store/records.ts';
import { formatMany } from '../text/format-number.ts';
import { DialogFrame } from '../widgets/dialog-frame.tsx';
import { Select } from '../widgets/select.tsx';

/** Tools > Compare with: the two open meshes, or parts of them, that are compared. */
export function CompareDialog({ app }: { app: App }): JSX.Element | null {
  return app.shell.dialog.value === 'compareWith' ? <Dialog app={app} /> : null;
}

function Dialog({ app }: { app: App }): JSX.Element {
  const { store, shell } = app;
  const open = store.documents.value.filter(({ mesh }) => mesh !== null);
  const [chosen, choose] = useState(() => firstPair(app, open));
  const close = (): void => closeDialog(shell, 'compareWith');
  const isOpen = chosen.every((side) => open.some(({ summary }) => summary.id === side.document));
  // A file that was read again is another document.
  const [a, b] = isOpen ? chosen : firstPair(app, open);
  const whyNot = whyNoComparison(open, a, b);
  return (
    <DialogFrame title="Compare meshes" kind="project" testId="compare-with" onClose={close}>
      <form
        class="project-body"
        onSubmit={(event) => {
          event.preventDefault();
          if (whyNot !== null) return;
          close();
          compareMeshes(app, a, b);
        }}
      >
        <SideFields app={app} name="A" side={a} open={open} onChange={(side) => choose([side, b])} />
        <SideFields app={app} name="B" side={b} open={open} onChange={(side) => choose([a, side])} />
        <UnreadColliders app={app} open={open} sides={[a, b]} />
        <p class="secondary">
          {whyNot ??
            'Measures the largest and the mean distance of the surfaces both ways, as the meshes are placed in the view, and compares sizes and findings.'}
        </p>
        <footer>
          <button type="button" class="button" onClick={() => choose([b, a])}>
            Swap
          </button>
          <button type="button" class="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" class="button primary" data-testid="compare-run" disabled={whyNot !== null} autofocus>
            Compare
          </button>
        </footer>
      </form>
    </DialogFrame>
  );
}

/** Returns why two sides cannot be compared; `null` if they can. */
function whyNoComparison(open: readonly PageDocument[], a: CompareSide, b: CompareSide): string | null {
  if (isSameSide(a, b)) return 'Choose two different meshes, or different parts of one.';
  for (const [name, side] of [['A', a] as const, ['B', b] as const]) {
    const mesh = open.find(({ summary }) => summary.id === side.document)?.mesh?.mesh ?? null;
    if (mesh === null || !hasTriangles(mesh, side)) return `${name} has no triangles. Choose another mesh or part.`;
  }
  return null;
}

/** Parts beyond this are too many for a list: the user selects one first. */
const maxParts = 500;

interface SideProps {
  readonly app: App;
  readonly name: 'A' | 'B';
  readonly side: CompareSide;
  readonly open: readonly PageDocument[];
  readonly onChange: (side: CompareSide) => void;
}

/** The mesh of a side, and what is compared of it where it has several parts. */
function SideFields({ app: { store }, name, side, open, onChange }: SideProps): JSX.Element {
  const testId = name === 'A' ? 'compare-a' : 'compare-b';
  const choices = open.map(({ summary: { id, name: file } }) => ({
    value: String(id),
    title: documentLabel(store.documents.value, id),
    meaning: file,
  }));
  const parts = partChoices(
    open.find(({ summary }) => summary.id === side.document),
    side,
  );
  return (
    <>
      <label class="setting">
        <span class="label">Mesh {name}</span>
        <Select
          label={`Mesh ${name}`}
          value={String(side.document)}
          choices={choices}
          testId={testId}
          onChange={(id) => onChange({ document: Number(id), parts: 'all' })}
        />
      </label>
      {parts.length > 1 && (
        <label class="setting">
          <span class="label">Parts of {name}</span>
          <Select
            label={`Parts of ${name}`}
            value={String(side.parts)}
            choices={parts}
            testId={`${testId}-parts`}
            onChange={(value) => onChange({ ...side, parts: partsOf(value) })}
          />
        </label>
      )}
    </>
  );
}

function partsOf(value: string): CompareSide['parts'] {
  return value === 'all' || value === 'visual' || value === 'colliders' ? value : Number(value);
}

/** All parts, then what is rendered and the colliders where there are both, then the parts; the chosen one is always there. */
function partChoices(
  document: PageDocument | undefined,
  side: CompareSide,
): readonly { readonly value: string; readonly title: string; readonly meaning: string }[] {
  const mesh = document?.mesh?.mesh ?? null;
  if (mesh === null || mesh.parts.length < 2) return [];
  const listed = [...mesh.parts.keys()].filter((at) => mesh.parts[at]!.triangleCount > 0 && (at < maxParts || at === side.parts));
  const role = (at: number): string => (mesh.parts[at]!.role === undefined ? '' : ' (collider)');
  const choice = (parts: CompareSide['parts'], more = ''): { value: string; title: string; meaning: string } => {
    const title = `${sideLabel(parts, mesh) ?? 'all parts'}${more}`;
    return { value: String(parts), title, meaning: title };
  };
  const ofRoles = hasBothRoles(mesh) ? [choice('visual'), choice('colliders')] : [];
  return [choice('all'), ...ofRoles, ...listed.map((at) => choice(at, role(at)))];
}

/** The colliders of a compared file that are not part of its mesh, with a button that reads them. */
function UnreadColliders({
  app,
  open,
  sides,
}: {
  app: App;
  open: readonly PageDocument[];
  sides: readonly CompareSide[];
}): JSX.Element | null {
  const unread = open.find(
    ({ summary: { id, mesh } }) =>
      sides.some(({ document }) => document === id) && mesh !== null && mesh.colliders.length > 0 && mesh.importing.colliders === 'apart',
  );
  if (unread === undefined) return null;
  const { id, name, mesh } = unread.summary;
  return (
    <p class="secondary" data-testid="compare-unread">
      {name} has {formatMany(mesh!.colliders.length, 'collider')} that {mesh!.colliders.length === 1 ? 'is' : 'are'} not part of the mesh.{' '}
      <button type="button" class="button small" onClick={() => app.session.read(id, { colliders: 'with' })}>
        Read {mesh!.colliders.length === 1 ? 'it' : 'them'}
      </button>
    </p>
  );
}

/**
 * The rendered parts and the colliders of the active mesh if it has both, or two of its parts if no other mesh is open. Else the active mesh,
 * and the mesh of which it is a copy, the moving mesh, or the next one in the list.
 */
function firstPair({ store }: App, open: readonly PageDocument[]): readonly [a: CompareSide, b: CompareSide] {
  const ids = open.map(({ summary }) => summary.id);
  const active = store.activeDocument.peek();
  const shown = open.find(({ summary }) => summary.id === active?.summary.id) ?? open[0];
  const a = shown?.summary.id ?? 0;
  if (shown?.mesh != null && hasBothRoles(shown.mesh.mesh)) return sidesOfOneFile(shown, store.scene.peek());
  if (ids.length === 1 && shown?.mesh != null) return firstParts(a, shown.mesh.mesh);
  const moving = store.scene.peek().movingMesh;
  const partner = otherOfRepair(open, active)?.summary.id ?? (moving?.fixed === a ? moving.document : moving?.fixed);
  const after = ids[(ids.indexOf(a) + 1) % ids.length] ?? a;
  return [
    { document: a, parts: 'all' },
    { document: partner !== undefined && partner !== a && ids.includes(partner) ? partner : after, parts: 'all' },
  ];
}
