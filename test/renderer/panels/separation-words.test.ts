import { expect, test } from 'vitest';
import { rightMethodText } from '../../../renderer/panels/separation/separation-words.ts';

test('the verdict names the two methods that it compares, since the table has three', () => {
  const agree = { right: 'both', reason: 'agree' } as unknown as Parameters<typeof rightMethodText>[0];
  expect(rightMethodText(agree, false, '0')).toBe('The separating axis agrees with GJK within the rounding error.');
  expect(rightMethodText(agree, true, '0')).toBe('The separating axis agrees with GJK and EPA within the rounding error.');
  const differ = { right: 'sat', reason: 'shorter-push-out' } as const;
  expect(rightMethodText(differ, true, '0.25 m')).toMatch(
    /^The separating axis differs from GJK and EPA by 0\.25 m, more than rounding\. /,
  );
});
