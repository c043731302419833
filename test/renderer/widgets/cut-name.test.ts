import { expect, test } from 'vitest';
import { tailOf } from '../../../renderer/widgets/cut-name.tsx';

test('the end of a name that stays has the number and the extension by which long names differ', () => {
  expect(tailOf('elephant-with-holes (repaired 2).off')).toBe('aired 2).off');
  expect(tailOf('LOD3sp_LOD3spShape_hull_01')).toBe('hape_hull_01');
});

test('of a short name half of it stays, and no character is cut in two', () => {
  expect(tailOf('duck.obj')).toBe('.obj');
  expect(tailOf('a')).toBe('');
  expect(tailOf('🦆🦆🦆🦆')).toBe('🦆🦆');
});
