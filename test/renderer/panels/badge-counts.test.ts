import { expect, test } from 'vitest';
import type { Severity } from '#core/finding';
import { badgeCounts } from '../../../renderer/panels/health/badge-counts.ts';

const of = (...severities: Severity[]): ReturnType<typeof badgeCounts> => badgeCounts(severities.map((severity) => ({ severity })));

test('a badge counts the worst findings, and neither warnings nor infos as errors', () => {
  expect(of('error', 'warning', 'warning', 'info', 'info', 'info')).toEqual({
    worst: 'error',
    count: 1,
    text: '1 error type, 2 warning types, 3 info',
  });
  expect(of('warning', 'warning', 'info')).toMatchObject({ worst: 'warning', count: 2 });
  expect(of('info', 'info')).toBeNull();
  expect(of()).toBeNull();
});
