import type { JSX } from 'preact';
import type { App } from '../commands/app.ts';
import { BakeForm } from './bake-form.tsx';

/** The bake of the active document as a panel of the workspace Bake. */
export function BakePanel({ app }: { app: App }): JSX.Element {
  const document = app.store.activeDocument.value;
  return (
    <div class="bake bake-panel">
      {document?.mesh == null ? (
        <p class="empty-note">Open a mesh to bake it.</p>
      ) : (
        <BakeForm key={document.summary.id} app={app} document={document} />
      )}
    </div>
  );
}
