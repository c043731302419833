import type { JSX } from 'preact';
import type { DocumentId } from '#host-api';
import type { App } from '../../commands/app.ts';
import { setRole } from '../../commands/actions.ts';
import { documentRole } from '../../state/documents/document-role.ts';
import { Select } from '../../widgets/select.tsx';

/** What a whole document is for: as its parts and its name say, or as the user sets it. */
export function RoleField({ app: { store }, document }: { app: App; document: DocumentId }): JSX.Element {
  const { roles } = store.scene.value;
  const found = documentRole(store.documents.value, roles, document);
  const byName = found?.from === 'file name' ? 'File name: collider' : 'By parts and name';
  const choices = [
    { value: 'file', title: byName, meaning: 'The roles of its parts; a file named as a collider next to a visual mesh is one' },
    { value: 'visual', title: 'Visual mesh', meaning: 'All parts are drawn as rendered' },
    { value: 'collider', title: 'Collider', meaning: 'All parts are drawn as colliders over the visual mesh' },
  ];
  return (
    <div class="setting" title="What the whole file is for. It changes colours and lists, not the file.">
      <span class="label">Role</span>
      <Select
        label="Role"
        value={roles.get(document) ?? 'file'}
        choices={choices}
        testId="document-role"
        onChange={(value) => setRole(store, document, value === 'visual' || value === 'collider' ? value : null)}
      />
    </div>
  );
}
