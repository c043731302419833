import { expect, test } from 'vitest';
import { changeRay, select } from '../../../../renderer/commands/actions.ts';
import { createLinkFollower } from '../../../../renderer/state/project/follow-link.ts';
import { fullSet, setOf } from '../../../../renderer/state/selection/index-set.ts';
import { linkSnapshot } from '../../../../renderer/state/snapshot/link-snapshot.ts';
import { takeSnapshot } from '../../../../renderer/state/snapshot/take-snapshot.ts';
import { writeSnapshot } from '../../../../renderer/state/snapshot/write-snapshot.ts';
import { withTool } from '../../../../renderer/state/store/scene-edits.ts';
import { settled } from '../../fake-host.ts';
import { notices, pose, startPage } from './project-page.ts';

test('a link shows the view once its mesh is open, and holds no long lists', async () => {
  let { page, parts } = await startPage();
  const id = await page.openBox('one.obj');
  page.store.camera.value = { pose, glides: false, by: null };
  page.store.bookmarks.value = [{ name: 'Gate', pose }];
  changeRay(page.store, 'Ray', { origin: [0, 0, 5] });
  page.store.history.change('Tool', (scene) => withTool(scene, 'ray'));
  select(page.store, { kind: 'triangles', document: id, triangles: setOf(12, [2, 3]) });
  const { snapshot, leftOut } = linkSnapshot(takeSnapshot(page.store, 'query'));
  expect(leftOut).toEqual(['1 bookmark']);
  const text = writeSnapshot(snapshot);
  ({ page, parts } = await startPage());
  page.store.bookmarks.value = [{ name: 'Mine', pose }];
  createLinkFollower(parts)(text);
  await settled();
  expect(notices(page)).toEqual(['The link shows one.obj, which is not open, or has changed: open it to see the view.']);
  const opened = await page.openBox('renamed.obj');
  await settled();
  expect(page.store.scene.value).toMatchObject({ tool: 'ray', activeDocument: opened, ray: { document: opened } });
  expect(page.store.scene.value.selection).toMatchObject({ kind: 'triangles', document: opened });
  expect(page.store.camera.value).toMatchObject({ pose });
  expect(page.store.bookmarks.value).toEqual([{ name: 'Mine', pose }]);
  createLinkFollower(parts)('{"version":1}');
  createLinkFollower(parts)(null);
  expect(
    notices(page)
      .slice(-2)
      .map((notice) => notice.slice(0, 17)),
  ).toEqual(['The link cannot b', 'The link is damag']);

  const scattered = setOf(
    100_000,
    Array.from({ length: 30_000 }, (_, i) => 3 * i),
  );
  const long = linkSnapshot({
    ...snapshot,
    documents: snapshot.documents.map((document) => ({
      ...document,
      hidden: { all: false, parts: Array.from({ length: 200 }, (_, part) => [part, 'p'] as const), triangles: fullSet(100_000) },
    })),
    scene: { ...snapshot.scene, selection: { kind: 'triangles', document: 0, triangles: scattered } },
  });
  expect(long.leftOut).toEqual(['200 hidden parts', '30,000 selected triangles']);
  expect(long.snapshot.scene.selection).toEqual({ kind: 'document', document: 0 });
  expect(long.snapshot.documents[0]!.hidden.triangles?.count).toBe(100_000);
});
