import type { JSX } from 'preact';
import { formatError } from '#core/error';
import type { App } from '../../commands/app.ts';
import { documentLabel } from '../../state/documents/document-label.ts';
import { findingCount } from '../../state/health/health-query.ts';
import type { PageDocument } from '../../state/store/records.ts';
import { formatBytes, formatCount } from '../../text/format-number.ts';
import { Facts, type Fact } from './facts.tsx';
import { ImportFields } from './import-fields.tsx';
import { HealthFactsTable } from './health-facts.tsx';
import { playedIn, PoseNote } from './pose-note.tsx';
import { RoleField } from './role-field.tsx';
import { SceneField } from './scene-field.tsx';
import { CurvedSurfaceFields } from './curved-surface-fields.tsx';
import { SpaceFields } from './space-fields.tsx';
import { OwnSpaceNote } from './own-space-note.tsx';
import { lengthsOf } from './scene-lengths.ts';
import { VectorRow } from './vector-row.tsx';

export function DocumentProperties({ app, document }: { app: App; document: PageDocument }): JSX.Element {
  const { summary, mesh } = document;
  const facts: Fact[] = [['File', formatBytes(summary.byteLength)]];
  const report = app.store.health.value.get(summary.id)?.outcome?.report;
  if (summary.mesh !== null) {
    const findings = findingCount(app.store, summary.id);
    const { dialect, triangles, vertices } = summary.mesh;
    facts.push(['Format', dialect], ['Triangles', formatCount(triangles)], ['Vertices', formatCount(vertices)]);
    facts.push(
      ['Parts', formatCount(mesh?.mesh.parts.length ?? 0)],
      [
        'Findings',
        findings === null ? 'not checked' : `${formatCount(findings)}${report === undefined ? ' of the import, not checked' : ''}`,
      ],
    );
  }
  const lengths = lengthsOf(app.store, summary.id);
  const name = documentLabel(app.store.documents.value, summary.id);
  // The document in the list is the mesh as it was read, not as it is posed.
  const bounds = (playedIn(app.store, summary.id) === null ? mesh : app.store.pose.value?.mesh)?.bounds ?? null;
  return (
    <>
      <div class="title">
        <span class="name" title={name}>
          {name}
        </span>
        <span class="kind">document</span>
      </div>
      <PoseNote
        store={app.store}
        document={summary.id}
        atRest={report === undefined ? 'Min and max are of this pose.' : 'Min and max are of this pose. Health facts are of the rest pose.'}
      />
      <OwnSpaceNote store={app.store} document={summary.id} />
      {bounds !== null && (
        <>
          <VectorRow label="Min" lengths={lengths} values={bounds.min} />
          <VectorRow label="Max" lengths={lengths} values={bounds.max} />
        </>
      )}
      {summary.mesh?.scenes != null && summary.mesh.scenes.names.length > 1 && (
        <SceneField scenes={summary.mesh.scenes} onChoose={(scene) => void app.session.chooseScene(summary.id, scene)} />
      )}
      {mesh !== null && <RoleField app={app} document={summary.id} />}
      <ImportFields app={app} document={document} />
      {mesh?.surface != null && <CurvedSurfaceFields app={app} document={document} surface={mesh.surface} />}
      {summary.mesh !== null && <SpaceFields app={app} document={summary.id} space={summary.mesh.space} />}
      <Facts facts={facts} />
      {report !== undefined && <HealthFactsTable report={report} lengths={lengths} />}
      {summary.error !== null && <div class="callout">{formatError(summary.error)}</div>}
    </>
  );
}
