import { signal } from '@preact/signals-core';
import { describe, expect, test } from 'vitest';
import { documentRole, documentsWithRoles } from '../../../../renderer/state/documents/document-role.ts';
import type { PageDocument, Scene } from '../../../../renderer/state/store/records.ts';
import { box, joined, named } from '../../../fixtures/shapes.ts';

function document(id: number, name: string, parts: readonly string[] = ['part']): PageDocument {
  const mesh = joined(parts.map((part) => named(part, box())));
  return {
    summary: { id, name },
    mesh: { mesh, bounds: null, transferMilliseconds: 0 },
    firstFrameMilliseconds: null,
  } as unknown as PageDocument;
}

const none: Scene['roles'] = new Map();
const rolesOf = (own: PageDocument | undefined) => own?.mesh?.mesh.parts.map(({ role }) => role?.from ?? null);

describe('the role of a whole document', () => {
  const rock = document(1, 'rock.obj');
  const collision = document(2, 'rock_collision.obj', ['a', 'b']);

  test('is a collider by its name next to a visual mesh, and nothing alone or next to another collider', () => {
    expect(documentRole([rock, collision], none, 2)).toEqual({ role: 'collider', from: 'file name' });
    expect(documentRole([rock, collision], none, 1)).toBeNull();
    expect(documentRole([collision], none, 2)).toBeNull();
    expect(documentRole([collision, document(3, 'UCX_wall.obj')], none, 2)).toBeNull();
  });

  test('is what the user sets, which also decides about the others', () => {
    expect(documentRole([rock, collision], new Map([[2, 'visual']]), 2)).toEqual({ role: 'visual', from: 'user' });
    expect(documentRole([rock, collision], new Map([[1, 'collider']]), 2)).toBeNull();
    expect(documentRole([rock], new Map([[1, 'collider']]), 1)).toEqual({ role: 'collider', from: 'user' });
  });

  test('is in the parts of the shown documents, which stay the same objects while nothing changes', () => {
    const documents = signal<readonly PageDocument[]>([rock, collision]);
    const roles = signal<Scene['roles']>(none);
    const shown = documentsWithRoles(documents, roles);
    const [first, second] = shown.value;
    expect(first).toBe(rock);
    expect(rolesOf(second)).toEqual(['file name', 'file name']);
    expect(second!.mesh!.mesh.indices).toBe(collision.mesh!.mesh.indices);
    documents.value = [document(3, 'tree.obj'), rock, collision];
    expect(shown.value[2]).toBe(second);
    roles.value = new Map([[2, 'visual']]);
    expect(shown.value[2]).toBe(collision);
    roles.value = new Map([[1, 'collider']]);
    expect(shown.value.map(rolesOf)).toEqual([[null], ['user'], ['file name', 'file name']]);
  });

  test('of a file with colliders of its own removes or completes them', () => {
    const mixed = document(4, 'mixed.obj', ['wall', 'wall-col', 'UCX_wall']);
    const own = { shape: 'hull', isTrigger: false, of: null, from: 'name', exact: null } as const;
    const roles = [undefined, { ...own, isRendered: true }, { ...own, isRendered: false }] as const;
    const parts = mixed.mesh!.mesh.parts.map((part, i) => (roles[i] === undefined ? part : { ...part, role: roles[i] }));
    const file = { ...mixed, mesh: { ...mixed.mesh!, mesh: { ...mixed.mesh!.mesh, parts } } };
    const shownAs = (role: 'visual' | 'collider') =>
      documentsWithRoles(signal([file]), signal(new Map([[4, role]]))).value[0]!.mesh!.mesh.parts.map(
        (part) => part.role?.isRendered ?? null,
      );
    expect(shownAs('visual')).toEqual([null, null, null]);
    expect(shownAs('collider')).toEqual([false, false, false]);
  });
});
