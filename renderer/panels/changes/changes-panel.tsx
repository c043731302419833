import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { compareMeshes, frameChanges, frameFarthest, setVersionView, showVersionsPlace } from '../../commands/change-actions.ts';
import { withShortcut } from '../../commands/keymap.ts';
import { applyPreview } from '../../commands/repair-actions.ts';
import { differenceCount, type MeshChanges, type VersionView } from '../../state/changes/mesh-changes.ts';
import { hasMoved } from '../../state/changes/note-compared.ts';
import { activeChanges, hiddenVersionsPlace } from '../../state/changes/shown-changes.ts';
import { documentLabel } from '../../state/documents/document-label.ts';
import { unitsOf } from '../../state/documents/space-of.ts';
import { diffLine } from '../../commands/pair-lines.ts';
import { LeftOutNote } from '../left-out-note.tsx';
import { CopyCommandButton } from '../copy-command-button.tsx';
import { Segmented } from '../../widgets/segmented.tsx';
import { FindingChanges, PartChanges, SizeChanges } from './change-tables.tsx';
import { changesText, comparedText } from './changes-text.ts';

const views: readonly { readonly value: VersionView; readonly title: string; readonly meaning: string }[] = [
  { value: 'both', title: 'Both', meaning: 'The version after, with removed triangles of the version before drawn translucent' },
  { value: 'before', title: 'Before', meaning: 'The version before, with removed and changed triangles coloured' },
  { value: 'after', title: 'After', meaning: 'The version after, with added and changed triangles coloured' },
  { value: 'off', title: 'Mesh', meaning: 'The mesh without the colours of changes' },
];

const comparedViews: typeof views = [
  { value: 'both', title: 'Both', meaning: 'Mesh B, and translucent over it the triangles that only mesh A has' },
  { value: 'before', title: 'A', meaning: 'Mesh A, with the triangles that B does not have' },
  { value: 'after', title: 'B', meaning: 'Mesh B, with the triangles that A does not have' },
  { value: 'distanceBefore', title: 'A distance', meaning: 'Mesh A, coloured by its distance to mesh B' },
  { value: 'distanceAfter', title: 'B distance', meaning: 'Mesh B, coloured by its distance to mesh A' },
  { value: 'off', title: 'Meshes', meaning: 'The meshes without the colours of the comparison' },
];

/** What differs between two versions of the active mesh: sizes, findings and parts, with a switch for the view. */
export function ChangesPanel({ app }: { app: App }): JSX.Element {
  const { store } = app;
  const changes = activeChanges(store);
  if (changes === null) {
    return (
      <p class="empty-note">
        Reload a changed file, or preview a repair and press Show in view, to see what changed. Tools &gt; Compare with… compares two open
        meshes, or a collider with its visual mesh.
      </p>
    );
  }
  const units = unitsOf(store, store.activeDocument.value);
  return (
    <div class="changes-panel" data-testid="changes" aria-busy={changes.status.kind === 'waiting' || changes.status.kind === 'running'}>
      <div class="changes-bar">
        <Segmented
          label="Versions in the view"
          value={store.versionView.value}
          choices={(changes.cause === 'compare' ? comparedViews : views).map((view) => ({
            ...view,
            meaning: withShortcut(view.meaning, 'nextVersion'),
          }))}
          onChange={(view) => setVersionView(store, view)}
        />
        <span class="name" title={titleOf(changes)}>
          {titleOf(changes)}
        </span>
        <button
          type="button"
          class="button small"
          data-testid="changes-frame"
          title="Frame the triangles that differ"
          disabled={changes.geometry === null || differenceCount(changes.geometry) === 0}
          onClick={() => frameChanges(store)}
        >
          Frame changes
        </button>
        <Comparison app={app} changes={changes} />
        {changes.cause === 'compare' && (
          <CopyCommandButton
            app={app}
            subject="diff"
            whyNot={diffLine(store) === null ? 'The command line compares whole files where they are, without parts or moves' : null}
          />
        )}
        {changes.cause === 'preview' && <Apply app={app} changes={changes} />}
      </div>
      <HiddenPlace app={app} />
      {hasMoved(store, changes) && <Moved app={app} changes={changes} />}
      {changes.cause === 'compare' && <LeftOut app={app} changes={changes} />}
      <div class="changes-tables" tabIndex={0} role="region" aria-label="What changed">
        <SizeChanges changes={changes} units={units} onFarthest={(distance, side) => frameFarthest(store, distance, side)} />
        <FindingChanges changes={changes} />
        <PartChanges changes={changes} />
      </div>
    </div>
  );
}

const causes: Readonly<Record<Exclude<MeshChanges['cause'], 'compare'>, string>> = {
  reload: 'before and after reload',
  preview: 'preview of a repair',
  repair: 'before and after repair',
};

function titleOf({ name, otherName, cause, geometry }: MeshChanges): string {
  if (cause === 'compare') return `A ${name}, B ${otherName}${geometry === null ? '' : `: ${comparedText(geometry)}`}`;
  return `${name}, ${causes[cause]}${geometry === null ? '' : `: ${changesText(geometry)}`}`;
}

/** Progress of the comparison, or the button that compares what was left out. */
function Comparison({ app, changes: { serial, status, facts, surface } }: { app: App; changes: MeshChanges }): JSX.Element | null {
  switch (status.kind) {
    case 'waiting':
    case 'running':
      return (
        <>
          <progress
            class="progress-bar"
            max={100}
            value={status.kind === 'running' ? Math.floor(100 * status.fraction) : 0}
            aria-label="Comparing"
          />
          <button type="button" class="button small" data-testid="changes-cancel" onClick={() => app.changes.stop(serial)}>
            Cancel
          </button>
        </>
      );
    case 'done':
    case 'failed':
      if (status.kind === 'done' && facts !== null && surface !== null) return null;
      return (
        <>
          {status.kind === 'failed' && (
            <span class="error-text" title={status.problem.fix}>
              {status.problem.message}.
            </span>
          )}
          <button
            type="button"
            class="button small"
            data-testid="changes-compare"
            title="Check both versions, and measure the largest distance between them both ways"
            onClick={() => app.changes.compareAll(serial)}
          >
            Compare in full
          </button>
        </>
      );
  }
}

/** What the comparison leaves out of each mesh. */
function LeftOut({ app, changes: { compared } }: { app: App; changes: MeshChanges }): JSX.Element {
  const { documents } = app.store;
  const documentOf = (at: number) => documents.value.find(({ summary }) => summary.id === compared[at]?.side.document) ?? null;
  return (
    <>
      <LeftOutNote document={documentOf(0)} mesh="A" />
      <LeftOutNote document={documentOf(1)} mesh="B" />
    </>
  );
}

/** Offers to show the mesh that the versions replace: while it is hidden, the view shows none of them. */
function HiddenPlace({ app: { store } }: { app: App }): JSX.Element | null {
  const place = hiddenVersionsPlace(store);
  if (place === null) return null;
  return (
    <p class="changes-note warning-text" role="status" data-testid="changes-hidden">
      {documentLabel(store.documents.value, place)} is hidden, so the view does not show the changes.
      <button type="button" class="button small" onClick={() => showVersionsPlace(store)}>
        Show mesh
      </button>
    </p>
  );
}

/** The results are those of the places that the meshes had. */
function Moved({ app, changes: { compared } }: { app: App; changes: MeshChanges }): JSX.Element {
  const [a, b] = compared;
  return (
    <p class="changes-note warning-text" role="status" data-testid="changes-moved">
      A mesh was moved after the comparison.
      <button type="button" class="button small" disabled={b === undefined} onClick={() => b && compareMeshes(app, a!.side, b.side)}>
        Compare again
      </button>
    </p>
  );
}

/** Applies the repair that is shown. The dialog may have previewed another one since. */
function Apply({ app, changes: { documents, options } }: { app: App; changes: MeshChanges }): JSX.Element | null {
  const [document] = documents;
  if (document === undefined || options === null) return null;
  const isRunning = app.store.activeDocument.value?.summary.repair !== null;
  return (
    <button
      type="button"
      class="button small primary"
      data-testid="changes-apply"
      title="Open the repaired mesh as a copy. Undo shows the original again."
      disabled={isRunning || !app.store.connected.value}
      onClick={() => void applyPreview(app, document, options)}
    >
      Apply repair
    </button>
  );
}
