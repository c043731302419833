import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { documentLabel } from '../../state/documents/document-label.ts';
import { documentRole } from '../../state/documents/document-role.ts';
import type { ExportForm } from '../../state/export/export-form.ts';
import {
  axesSentence,
  boundsSentence,
  contentSentence,
  type ExportPlan,
  gltfNote,
  roleNote,
  sourceNote,
  unstatedNote,
} from '../../state/export/export-plan.ts';
import type { PageDocument } from '../../state/store/records.ts';

interface ExportSummaryProps {
  readonly app: App;
  readonly document: PageDocument;
  readonly form: ExportForm;
  readonly plan: ExportPlan | { readonly problem: string };
  readonly lacksTree: boolean;
}

/** What an export will write, or why it cannot. */
export function ExportSummary({ app, document, form, plan, lacksTree }: ExportSummaryProps): JSX.Element {
  if ('problem' in plan)
    return (
      <p class="bake-problem" role="status" data-testid="export-problem">
        {plan.problem}
      </p>
    );
  const { documents, scene } = app.store;
  const ofDocument = documentRole(documents.value, scene.value.roles, document.summary.id);
  const role = document.mesh === null ? null : roleNote(form, ofDocument, document.mesh.mesh);
  const notes = [gltfNote(form, plan), unstatedNote(form, plan), sourceNote(form, plan), role, poseNote(app, document)].filter(
    (note) => note !== null,
  );
  return (
    <div class="export-summary" role="status" data-testid="export-summary">
      {lacksTree ? (
        <p class="bake-problem">
          This format stores a tree, and the mesh has none{document.summary.phase === 'building' ? ' yet' : ''}. Build one in the Tree
          panel, or choose a format without a tree.
        </p>
      ) : (
        <p>{contentSentence(plan, form)}</p>
      )}
      <p>{boundsSentence(plan)}</p>
      <p>{axesSentence(plan)}</p>
      {notes.map((note) => (
        <p key={note} class="quiet">
          {note}
        </p>
      ))}
    </div>
  );
}

/** Returns a note about what is shown with the document, but not written; `null` for nothing. */
function poseNote({ store }: App, { summary: { id } }: PageDocument): string | null {
  const { movingMesh } = store.scene.value;
  if (store.pose.value?.document === id) return 'The mesh is written as it was read, not in the shown pose of its animation.';
  if (movingMesh?.document === id) return 'This is the moving mesh, B: it is written as it was read, without its pose.';
  if (movingMesh?.fixed !== id) return null;
  const name = documentLabel(store.documents.value, movingMesh.document);
  return `The moving mesh, B (${name}), is a document of its own and is not written.`;
}
