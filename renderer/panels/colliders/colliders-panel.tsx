import type { JSX } from 'preact';
import { formatError } from '#core/error';
import { colliderSubject, type ColliderSubject, setColliderChoice, setColliderOptions } from '../../commands/collider-actions.ts';
import type { App } from '../../commands/app.ts';
import { whyNoColliderLine } from '../../commands/shape-lines.ts';
import { runCommand } from '../../commands/keymap.ts';
import { type ColliderOptions, colliderOptions, colliderOptionsOf } from '#core/options';
import { formatMany } from '../../text/format-number.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { CopyCommandButton } from '../copy-command-button.tsx';
import { LeftOutNote } from '../left-out-note.tsx';
import { OptionField } from '../option-field.tsx';
import { ColliderComparisonView } from './collider-comparison.tsx';
import { ColliderFigures } from './collider-figures.tsx';
import { documentLabel } from '../../state/documents/document-label.ts';

/** Makes colliders of the active mesh, shows how far they are from it, edits their parts, and compares every method. */
export function CollidersPanel({ app }: { app: App }): JSX.Element {
  const subject = colliderSubject(app.store);
  if (subject === null) return <p class="empty-note">Open a mesh to make a collider of it.</p>;
  return (
    <div class="colliders-panel" data-testid="colliders">
      <ColliderForm app={app} subject={subject} />
      <ColliderFigures app={app} subject={subject} />
      <ColliderComparisonView app={app} document={subject.source.summary.id} />
    </div>
  );
}

/** The method with its options, and the buttons that start it. */
function ColliderForm({ app, subject }: { app: App; subject: ColliderSubject }): JSX.Element {
  const { options, isLive } = app.store.colliders.value;
  const change = (name: keyof ColliderOptions) => (value: unknown) =>
    setColliderOptions(app, { [name]: value } as Partial<ColliderOptions>);
  return (
    <section class="colliders-form" aria-label="New collider">
      <p class="quiet name" data-testid="collider-of">
        {ofText(app, subject)}
      </p>
      <LeftOutNote document={subject.source} />
      <div class="option-grid">
        {(['method', ...colliderOptionsOf[options.method]] as const).map((name) => (
          <div key={name} class="option-row">
            <OptionField option={colliderOptions[name]} name={name} value={options[name]} onChange={change(name)} />
          </div>
        ))}
      </div>
      <label class="check-label" title="Compute the figures again after each change of an option">
        <input
          type="checkbox"
          data-testid="collider-live"
          checked={isLive}
          onChange={(event) => setColliderChoice(app, { isLive: event.currentTarget.checked })}
        />
        Live figures
      </label>
      <Running app={app} subject={subject} />
      <div class="colliders-buttons">
        {(['makeCollider', 'compareColliders'] as const).map((id, i) => (
          <button
            key={id}
            type="button"
            class={i === 0 ? 'button small primary' : 'button small'}
            data-command={id}
            title={commandTip(id)}
            disabled={!app.store.connected.value}
            onClick={() => runCommand(app, id)}
          >
            {i === 0 ? 'Make collider' : 'Compare methods'}
          </button>
        ))}
        <CopyCommandButton app={app} subject="collider" whyNot={whyNoColliderLine(app.store)} />
      </div>
    </section>
  );
}

function ofText({ store }: App, { source, sourceParts }: ColliderSubject): string {
  const parts = source.mesh?.mesh.parts.length ?? 0;
  const which = sourceParts === null ? 'all triangles' : `${sourceParts.length} of ${formatMany(parts, 'part')}`;
  return `Collider of ${documentLabel(store.documents.value, source.summary.id)}, ${which}`;
}

/** The progress of what runs for the mesh, with a button that cancels it, or why the last one failed. */
function Running({ app, subject: { source } }: { app: App; subject: ColliderSubject }): JSX.Element | null {
  const { id, collider } = source.summary;
  const { preview } = app.store.colliders.value;
  if (collider == null) {
    if (preview === null || preview.document !== id || !('problem' in preview) || preview.problem.code === 'cancelled') return null;
    return (
      <p class="error-text" role="alert" data-testid="collider-problem">
        {formatError(preview.problem)}
      </p>
    );
  }
  const percent = Math.floor(100 * collider);
  return (
    <div class="check-bar" role="status" data-testid="collider-progress">
      <progress class="progress-bar" max={100} value={percent} aria-label="Making colliders" />
      <span class="figure">{percent} %</span>
      <button type="button" class="button small" data-testid="collider-cancel" onClick={() => void app.session.cancel(id, 'collider')}>
        Cancel
      </button>
    </div>
  );
}
