import { expect, test, vi } from 'vitest';
import type { App } from '../../../renderer/commands/app.ts';
import { changeRay, setRole } from '../../../renderer/commands/actions.ts';
import { copyCommandLine } from '../../../renderer/commands/copy-command-line.ts';
import { writable } from '../../../renderer/state/store/store.ts';
import { box, placed } from '../../fixtures/shapes.ts';
import { openDocument, storeWith } from '../scene/scene-fixture.ts';

test('the command of a query in a pose is copied with a note that it uses the mesh at rest', () => {
  const store = storeWith([box(), placed(box(), 2)]);
  const notices: string[] = [];
  const session = { inform: (text: string) => notices.push(text) } as unknown as App['session'];
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.resolve() } });
  changeRay(store, 'Cast ray', { origin: [0, 0, 5], direction: [0, 0, -1] });
  const copied = (subject: 'check' | 'ray'): string => {
    copyCommandLine({ store, session }, subject);
    return notices.at(-1) ?? '';
  };
  expect(copied('ray')).toMatch(/^Copied: boxwood query ray 1\.obj .*-1$/);
  const of = store.scene.value.trees.get(1)!;
  writable(store).pose.value = { document: 1, mesh: openDocument(1, placed(box(), 1.5)).mesh!, of, tree: of };
  expect(copied('ray')).toMatch(/-1\. It uses 1\.obj at rest: the command line has no poses$/);
  expect(copied('check')).not.toContain('at rest');
  writable(store).pose.value = {
    document: 2,
    mesh: openDocument(2, placed(box(), 1.5)).mesh!,
    of: store.scene.value.trees.get(2)!,
    tree: of,
  };
  expect(copied('ray')).not.toContain('at rest');
  writable(store).pose.value = null;
  expect(copied('ray')).not.toContain('at rest');
  // A role makes another mesh of the same coordinates.
  setRole(store, 1, 'collider');
  expect(store.shown.value[0]?.mesh).not.toBe(store.documents.value[0]?.mesh);
  expect(copied('ray')).not.toContain('at rest');
  vi.unstubAllGlobals();
});
