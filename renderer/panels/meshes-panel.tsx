import type { JSX } from 'preact';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { formatError } from '#core/error';
import { partLabel, roleText } from '#core/mesh';
import type { App } from '../commands/app.ts';
import { frame, select, showOnly, toggleHidden, setHover } from '../commands/actions.ts';
import { runCommand } from '../commands/keymap.ts';
import { useAsMovingMesh } from '../commands/moving-actions.ts';
import { fixedFor } from '../state/pair/choose-fixed.ts';
import { documentLabel } from '../state/documents/document-label.ts';
import type { Store } from '../state/store/store.ts';
import { hiddenKey, type PageDocument } from '../state/store/records.ts';
import { diskDifference } from '../state/documents/reload-offers.ts';
import { formatCount, formatPercent } from '../text/format-number.ts';
import { HealthBadge } from './health/health-badge.tsx';
import { Icon } from '../widgets/icon.tsx';

/** A document with more parts than this is closed at first, and only `maxParts` of them are listed. */
const maxOpenParts = 64;
const maxParts = 1000;

/** The open documents with their parts. The selected one is the active one. */
export function MeshesPanel({ app }: { app: App }): JSX.Element {
  const documents = app.store.documents.value;
  if (documents.length === 0)
    return (
      <div class="list-panel">
        <p class="empty-note">Open a mesh to list it here.</p>
      </div>
    );
  return (
    <div class="list-panel">
      <div class="rows" role="tree" aria-label="Open meshes" data-testid="meshes" onPointerLeave={() => setHover(app.store, null)}>
        {documents.map((document) => (
          <Document key={document.summary.id} app={app} document={document} />
        ))}
      </div>
    </div>
  );
}

interface DocumentProps {
  readonly app: App;
  readonly document: PageDocument;
}

/** A document with its parts, or with the reason why it failed. */
function Document({ app, document }: DocumentProps): JSX.Element {
  const { summary, mesh } = document;
  const parts = mesh?.mesh.parts ?? [];
  const open = useSignal<boolean | null>(null);
  const isOpen = open.value ?? (parts.length > 1 && parts.length <= maxOpenParts);
  const problem = summary.phase === 'failed' && summary.error !== null ? formatError(summary.error) : null;
  const canOpen = parts.length > 1 || problem !== null;
  return (
    <div role="none">
      <DocumentRow
        app={app}
        document={document}
        problem={problem}
        isOpen={canOpen ? isOpen : null}
        onOpen={(to) => (open.value = to ?? !isOpen)}
      />
      {problem !== null && isOpen && <div class="mesh-problem">{problem}</div>}
      {isOpen && parts.slice(0, maxParts).map((part, i) => <Part key={i} app={app} document={document} part={i} name={part.name} />)}
      {isOpen && parts.length > maxParts && <p class="empty-note">{formatCount(parts.length - maxParts)} more parts</p>}
    </div>
  );
}

interface DocumentRowProps extends DocumentProps {
  readonly problem: string | null;
  /** `null` for a row with nothing to open. */
  readonly isOpen: boolean | null;
  /** Opens or closes the row; without a value the other of both. */
  readonly onOpen: (to?: boolean) => void;
}

function DocumentRow({ app, document, problem, isOpen, onOpen }: DocumentRowProps): JSX.Element {
  const { store } = app;
  const { summary, mesh } = document;
  const name = documentLabel(store.documents.value, summary.id);
  const scene = store.scene.value;
  const active = scene.activeDocument === summary.id;
  const chosen = scene.selection?.kind === 'document' && scene.selection.document === summary.id;
  const hidden = scene.hidden.has(hiddenKey(summary.id));
  const target = { kind: 'document', document: summary.id } as const;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) row.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div
      ref={row}
      aria-current={active ? 'true' : undefined}
      class={`row mesh${active ? ' active' : ''}${chosen ? ' selected' : ''}${hidden ? ' hidden-mesh' : ''}`}
      role="treeitem"
      aria-level={1}
      aria-selected={chosen}
      aria-expanded={isOpen ?? undefined}
      tabIndex={0}
      data-document={summary.id}
      data-phase={summary.phase}
      aria-busy={isLoading(store, document)}
      title={problem ?? (active ? `${name} (active)` : name)}
      onClick={() => {
        if (mesh !== null) select(store, target);
        else if (problem !== null) onOpen();
      }}
      onDblClick={() => mesh !== null && frame(store, target)}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return;
        if (event.key === 'Enter' && mesh !== null) select(store, target);
        if (event.key === 'ArrowRight') onOpen(true);
        if (event.key === 'ArrowLeft') onOpen(false);
      }}
    >
      <span
        onClick={(event) => {
          event.stopPropagation();
          onOpen();
        }}
      >
        {isOpen !== null && <Icon name={isOpen ? 'open' : 'closed'} small />}
      </span>
      <Icon name={summary.phase === 'failed' ? 'error' : 'document'} small />
      <span class={`name${active ? '' : ' secondary'}`}>{name}</span>
      <DocumentState app={app} document={document} />
      <DocumentButtons app={app} document={document} name={name} isHidden={hidden} />
    </div>
  );
}

/** Health, a warning when the file on disk differs, then the progress or the number of triangles. */
function DocumentState({ app: { store }, document }: DocumentProps): JSX.Element {
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

function DocumentButtons({ app, document, name, isHidden }: DocumentProps & { name: string; isHidden: boolean }): JSX.Element {
  const { store, session } = app;
  const { summary, mesh } = document;
  // A cancelled build leaves a mesh that can be viewed.
  if (mesh === null && (summary.phase === 'failed' || summary.phase === 'cancelled')) {
    return (
      <button
        type="button"
        class="icon-button"
        title="Dismiss"
        aria-label={`Dismiss ${name}`}
        onClick={() => void session.close(summary.id)}
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
        hidden={isHidden}
        onToggle={() => toggleHidden(store, summary.id, null)}
        onAlone={() => showOnly(store, summary.id)}
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

interface PartProps {
  readonly app: App;
  readonly document: PageDocument;
  readonly part: number;
  readonly name: string;
}

function Part({ app: { store }, document, part, name }: PartProps): JSX.Element {
  const id = document.summary.id;
  const scene = store.scene.value;
  const target = { kind: 'part', document: id, part } as const;
  const chosen = scene.selection?.kind === 'part' && scene.selection.document === id && scene.selection.part === part;
  const hidden = scene.hidden.has(hiddenKey(id, part));
  const title = partLabel(name, part);
  const role = document.mesh?.mesh.parts[part]?.role;
  return (
    <div
      class={`row mesh part${chosen ? ' selected' : ''}${hidden || scene.hidden.has(hiddenKey(id)) ? ' hidden-mesh' : ''}`}
      role="treeitem"
      aria-level={2}
      aria-selected={chosen}
      tabIndex={0}
      data-part={part}
      title={role === undefined ? title : `${title}: ${roleText(role)}`}
      onClick={() => select(store, target)}
      onDblClick={() => frame(store, target)}
      onPointerEnter={() => setHover(store, target)}
      onKeyDown={(event) => event.key === 'Enter' && event.target === event.currentTarget && select(store, target)}
    >
      <span />
      <Icon name="part" small />
      <span class="name">
        {title}
        {role !== undefined && (
          <span class="quiet">
            {' '}
            {role.isTrigger ? 'trigger' : 'collider'}, {role.shape}
          </span>
        )}
      </span>
      <span class="quiet">{formatCount(document.mesh?.mesh.parts[part]?.triangleCount ?? 0)}</span>
      <Eye name={title} hidden={hidden} onToggle={() => toggleHidden(store, id, part)} />
    </div>
  );
}

interface EyeProps {
  readonly name: string;
  readonly hidden: boolean;
  readonly onToggle: () => void;
  /** Present for documents: hides all others. */
  readonly onAlone?: () => void;
}

function Eye({ name, hidden, onToggle, onAlone }: EyeProps): JSX.Element {
  const does = hidden ? 'Show' : 'Hide';
  return (
    <button
      type="button"
      class="icon-button"
      title={onAlone === undefined ? does : `${does} (Alt-click: show only this)`}
      aria-label={`${does} ${name}`}
      aria-pressed={hidden}
      onClick={(event) => {
        event.stopPropagation();
        if (event.altKey && onAlone !== undefined) onAlone();
        else onToggle();
      }}
    >
      <Icon name={hidden ? 'hidden' : 'visible'} small />
    </button>
  );
}

/** Whether its mesh or its first tree is still to come. */
function isLoading(store: Store, { summary, mesh }: PageDocument): boolean {
  if (summary.phase === 'failed' || summary.phase === 'cancelled') return false;
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
