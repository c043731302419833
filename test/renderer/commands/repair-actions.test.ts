import { expect, test } from 'vitest';
import { applyRepair } from '../../../renderer/commands/repair-actions.ts';
import { repairFormOf } from '../../../renderer/state/repair/repair-form.ts';
import { fakeAppWithBox } from '../fake-app.ts';
import { settled } from '../fake-host.ts';

test('a second click on Apply makes no second copy; later it applies again', async () => {
  const { app, host, document } = await fakeAppWithBox();
  const loaded = app.store.documents.peek().find(({ summary }) => summary.id === document)!.mesh!;
  const form = repairFormOf(loaded, ['drop-duplicates'], {});
  const copies = (): number => host.requests.filter(({ name, request }) => name === 'repair' && (request as { keep: boolean }).keep).length;
  const release = host.hold('repair');
  const first = applyRepair(app, document, form);
  expect(app.shell.applyingRepair.value).toBe(true);
  await applyRepair(app, document, form);
  release();
  await settled();
  await first;
  expect(copies()).toBe(1);
  expect(app.shell.applyingRepair.value).toBe(false);
  await applyRepair(app, document, form);
  expect(copies()).toBe(2);
});
