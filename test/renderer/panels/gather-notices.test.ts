import { describe, expect, it } from 'vitest';
import { gatherNotices } from '../../../renderer/panels/view/gather-notices.ts';
import type { Notice } from '../../../renderer/state/store/store.ts';

const error = (serial: number): Notice => ({
  kind: 'error',
  serial,
  document: serial,
  error: { code: 'malformed', message: 'Broken', fix: 'Mend it', location: {} },
});
const info = (serial: number): Notice => ({ kind: 'info', serial, document: null, text: 'Closed' });
const serials = (notices: readonly Notice[]): number[] => gatherNotices(notices).shown.map(({ serial }) => serial);

describe('gatherNotices', () => {
  it('shows the three newest as they are', () => {
    expect(serials([error(1), error(2), error(3)])).toEqual([1, 2, 3]);
    expect(serials([info(1), info(2), info(3), info(4)])).toEqual([2, 3, 4]);
  });

  it('gathers more than three errors but the newest in one line, and keeps the newest other notice', () => {
    const many = Array.from({ length: 40 }, (_, i) => error(i));
    expect(gatherNotices(many)).toEqual({ shown: [many[39]], gathered: 39 });
    expect(serials([info(90), ...many, info(91), info(92)])).toEqual([39, 92]);
    expect(serials([...many, info(91), error(93)])).toEqual([91, 93]);
  });
});
