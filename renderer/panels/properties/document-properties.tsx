import type { JSX } from 'preact';
import { formatError } from '#core/error';
import type { App } from '../../commands/app.ts';
import type { OpenDocument } from '../../state/records.ts';
import { unitsOf } from '../../state/space-of.ts';
import { formatBytes, formatCount } from '../../ui/format-number.ts';
import { lengthLabel } from '../../ui/length-label.ts';
import { Facts, type Fact } from './facts.tsx';
import { ImportFields } from './import-fields.tsx';
import { SceneField } from './scene-field.tsx';
import { SpaceFields } from './space-fields.tsx';
import { VectorRow } from './vector-row.tsx';

export function DocumentProperties({ app, document }: { app: App; document: OpenDocument }): JSX.Element {
  const { summary, mesh } = document;
  const facts: Fact[] = [['File', formatBytes(summary.byteLength)]];
  if (summary.mesh !== null) {
    const { dialect, triangles, vertices, findings } = summary.mesh;
    facts.push(['Format', dialect], ['Triangles', formatCount(triangles)], ['Vertices', formatCount(vertices)]);
    facts.push(['Parts', formatCount(mesh?.mesh.parts.length ?? 0)], ['Findings', formatCount(findings.length)]);
  }
  const units = unitsOf(app.store, document);
  const bounds = mesh?.bounds ?? null;
  return (
    <>
      <div class="title">
        <span class="name" title={summary.name}>
          {summary.name}
        </span>
        <span class="kind">document</span>
      </div>
      {bounds !== null && (
        <>
          <VectorRow label={lengthLabel('Minimum', units)} values={bounds.min} />
          <VectorRow label={lengthLabel('Maximum', units)} values={bounds.max} />
        </>
      )}
      {summary.mesh?.scenes != null && summary.mesh.scenes.names.length > 1 && (
        <SceneField scenes={summary.mesh.scenes} onChoose={(scene) => void app.session.chooseScene(summary.id, scene)} />
      )}
      <ImportFields app={app} document={document} />
      {summary.mesh !== null && <SpaceFields app={app} document={summary.id} space={summary.mesh.space} />}
      <Facts facts={facts} />
      {summary.error !== null && <div class="callout">{formatError(summary.error)}</div>}
    </>
  );
}
