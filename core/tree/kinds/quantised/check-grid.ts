import type { Tree } from '../../layout.ts';
import type { Report } from '../../tree-rules.ts';

/** Checks the grid of 16-bit boxes in the header: finite steps, low not above high, zeros after it. */
export function checkGrid({ grid, nodesU32, nodeCount }: Tree, report: Report): void {
  const after = new Uint32Array(
    grid.buffer,
    grid.byteOffset + grid.byteLength,
    (nodesU32.byteOffset - grid.byteOffset - grid.byteLength) / 4,
  );
  if (after.some((word) => word !== 0)) report('header', null, 'the bytes after the grid are not zero');
  for (let axis = 0; axis < 3; axis++) {
    const low = grid[axis];
    const high = grid[axis + 3];
    const step = grid[axis + 6];
    const isSound = low <= high && step >= 0 && step < Infinity && (nodeCount > 0 || (low === 0 && high === 0 && step === 0));
    if (!isSound) report('header', null, `the grid has low ${low}, high ${high} and step ${step} on ${'xyz'[axis]}`);
  }
}
