import type { JSX } from 'preact';
import { formatError } from '#core/error';
import type { App } from '../../commands/app.ts';
import { runCommand } from '../../commands/keymap.ts';
import { useAsMovingMesh } from '../../commands/moving-actions.ts';
import { documentLabel } from '../../state/documents/document-label.ts';
import { hasStopped } from '../../state/documents/is-settled.ts';
import { documentRole } from '../../state/documents/document-role.ts';
import { diskDifference } from '../../state/documents/reload-offers.ts';
import { fixedFor } from '../../state/pair/choose-fixed.ts';
import type { PageDocument } from '../../state/store/records.ts';
import type { Store } from '../../state/store/store.ts';
import { formatCount, formatPercent } from '../../text/format-number.ts';
import { CutName } from '../../widgets/cut-name.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { HealthBadge } from '../health/health-badge.tsx';
import { Eye } from './eye.tsx';
import { isRowHidden, isRowSelected } from './outline-actions.ts';
import { type OutlineRow, rowKey } from './outline-rows.ts';
import { type RowProps, Twisty } from './twisty.tsx';

type DocumentRowProps = RowProps & { readonly row: Extract<OutlineRow, { kind: 'document' }> };

/** A document with its health, its triangles and its buttons. */
export function DocumentRow(props: DocumentRowProps): JSX.Element | null {
  const { app, row, isCursor, style, actions } = props;
  const { store } = app;
  const document = store.documents.value.find(({ summary }) => summary.id === row.document);
  if (document === undefined) return null;
  const { summary, mesh } = document;
  const name = documentLabel(store.documents.value, summary.id);
  const isActive = store.scene.value.activeDocument === summary.id;
  const isCollider = documentRole(store.documents.value, store.scene.value.roles, summary.id)?.role === 'collider';
  const isSelected = isRowSelected(store, row);
  const problem = summary.phase === 'failed' && summary.error !== null ? formatError(summary.error) : null;
  const names = ['row mesh'];
  if (isActive) names.push('active');
  if (isSelected) names.push('selected');
  if (isCursor) names.push('cursor');
  if (isRowHidden(store, row)) names.push('hidden-mesh');
  return (
    <div
      id={rowKey(row)}
      aria-current={isActive ? 'true' : undefined}
      class={names.join(' ')}
      style={style}
      role="treeitem"
      aria-level={1}
      aria-selected={isSelected}
      aria-expanded={row.isOpen ?? undefined}
      data-document={summary.id}
      data-phase={summary.phase}
      aria-busy={isLoading(store, document)}
      title={problem ?? (isActive ? `${name} (active)` : name)}
      onClick={() => {
        if (mesh === null && problem !== null) actions.setOpen(row, row.isOpen !== true);
        actions.choose(row, 'alone');
      }}
      onDblClick={() => actions.frame(row)}
      onPointerEnter={() => actions.hover(row)}
    >
      <Twisty row={row} actions={actions} />
      <Icon name={summary.phase === 'failed' ? 'error' : 'document'} small />
      <span class={`name${isActive ? '' : ' secondary'}`}>
        <CutName name={name} />
        {isCollider && <span class="quiet role"> collider</span>}
      </span>
      <DocumentState app={app} document={document} />
      <DocumentButtons {...props} document={document} name={name} />
    </div>
  );
}

/** Health, a warning when the file on disk differs, then the progress or the number of triangles. */
function DocumentState({ app: { store }, document }: { app: App; document: PageDocument }): JSX.Element {
  const difference = diskDifference(document.summary);
  return (
    <span class="quiet state">
      <HealthBadge store={store} document={document.summary.id} />
      {difference !== null && document.mesh !== null && (
        <span class="differs" role="img" aria-label={difference} title={difference} data-testid="differs">
          <Icon name="warning" small />
        </span>
      )}
      {stateOf(document)}
    </span>
  );
}

function DocumentButtons(props: DocumentRowProps & { document: PageDocument; name: string }): JSX.Element {
  const { app, row, actions, drag, document, name } = props;
  const { summary, mesh } = document;
  // A cancelled build leaves a mesh that can be viewed.
  if (mesh === null && hasStopped(summary.phase)) {
    return (
      <button
        type="button"
        class="icon-button"
        tabIndex={-1}
        title="Dismiss (Delete)"
        aria-label={`Dismiss ${name}`}
        onClick={() => void app.session.close(summary.id)}
      >
        <Icon name="close" small />
      </button>
    );
  }
  return (
    <>
      {mesh === null ? <span /> : <MovingButton app={app} document={document} />}
      <Eye
        name={name}
        row={row}
        hidden={isRowHidden(app.store, row)}
        drag={drag}
        onToggle={() => actions.toggleEye(row)}
        onAlone={() => actions.showAlone(row)}
      />
    </>
  );
}

/** Makes a document the moving mesh, or releases it. */
function MovingButton({ app, document: { summary } }: { app: App; document: PageDocument }): JSX.Element {
  const { store } = app;
  const isMovingMesh = store.scene.value.movingMesh?.document === summary.id;
  const name = documentLabel(store.documents.value, summary.id);
  const canMove = fixedFor(store, summary.id) !== null;
  const title = isMovingMesh
    ? 'Release moving mesh'
    : canMove
      ? 'Use as moving mesh (B)'
      : 'Open a second mesh to use this one as moving mesh';
  return (
    <button
      type="button"
      class="icon-button use-as-moving"
      tabIndex={-1}
      title={title}
      aria-label={`Use ${name} as moving mesh`}
      aria-pressed={isMovingMesh}
      disabled={!canMove}
      onClick={(event) => {
        event.stopPropagation();
        if (isMovingMesh) runCommand(app, 'movingRemove');
        else useAsMovingMesh(store, summary.id);
      }}
    >
      <Icon name="movingMesh" small />
    </button>
  );
}

/** Whether its mesh or its first tree is still to come. */
function isLoading(store: Store, { summary, mesh }: PageDocument): boolean {
  if (hasStopped(summary.phase)) return false;
  return summary.phase !== 'ready' || mesh === null || (summary.trees.length > 0 && !store.scene.value.trees.has(summary.id));
}

function stateOf({ summary, mesh }: PageDocument): string {
  switch (summary.phase) {
    case 'reading':
    case 'parsing':
      return `${summary.phase} ${formatPercent(summary.progress)} %`;
    case 'failed':
    case 'cancelled':
      return summary.phase;
    case 'building':
    case 'ready':
      return mesh === null ? 'loading' : formatCount(summary.mesh?.triangles ?? 0);
  }
}
