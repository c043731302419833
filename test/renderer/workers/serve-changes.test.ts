import { expect, test } from 'vitest';
import { healthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import type { FromChangeWorker } from '../../../renderer/state/changes/change-messages.ts';
import { serveChanges } from '../../../renderer/workers/serve-changes.ts';
import { ball } from '../../fixtures/shapes.ts';

test.each([
  { all: true, fields: true },
  { all: true, fields: false },
  { all: false, fields: true },
])('the progress of a comparison with $all and $fields never goes back, and each measurement has some', (wanted) => {
  const before = ball(40, 30);
  const after = { ...before, positions: before.positions.map((value) => value * 1.1) };
  const posted: FromChangeWorker[] = [];
  let time = 0;
  serveChanges(
    { before: { mesh: before, findings: [] }, after: { mesh: after, findings: [] }, health: defaultValues(healthOptions), ...wanted },
    (message) => void posted.push(message),
    () => (time += 1000),
  );
  const fractions = posted.flatMap((message) => (message.kind === 'progress' ? [message.fraction] : []));
  expect(fractions).toEqual(fractions.toSorted((p, q) => p - q));
  expect(fractions.at(-1)).toBeGreaterThan(0.9);
  const results = posted.flatMap(({ kind }) => (kind === 'progress' ? [] : [kind]));
  expect(results).toEqual([
    'geometry',
    ...(wanted.fields ? ['fields'] : []),
    ...(wanted.all ? ['surface'] : []),
    ...(wanted.all && wanted.fields ? ['farthest'] : []),
    ...(wanted.all ? ['checks'] : []),
    'done',
  ]);
  let steps = new Set<number>();
  for (const message of posted) {
    if (message.kind === 'progress') steps.add(message.fraction);
    else {
      if (message.kind !== 'geometry' && message.kind !== 'done') expect([message.kind, steps.size > 2]).toEqual([message.kind, true]);
      steps = new Set();
    }
  }
});
