import { maxHalfBits, roundDownHalf, roundUpHalf } from '../../math/half-float.ts';
import { nodeHalves, nodeWords, propertiesWord } from '../jolt/layout.ts';
import { isChildBit, noNode } from './layout.ts';

/** (6) minimum and maximum. */
export type ChildBox = readonly number[];

const slots = 4;

/**
 * Returns (16·N) the nodes of a static compound: quarters by the median of the centres along the longest axis, so that levels are few. A leaf
 * is one child. The root is node 0.
 * @param boxes of the children, at least one, relative to the centre of mass of the compound
 */
export function compoundNodes(boxes: readonly ChildBox[]): Uint32Array {
  const nodes: { readonly words: Uint32Array; readonly halves: Uint16Array }[] = [];
  const build = (children: readonly number[]): number => {
    const own = nodes.length;
    const words = new Uint32Array(nodeWords);
    nodes.push({ words, halves: new Uint16Array(words.buffer) });
    quarters(children, boxes).forEach((quarter, slot) => {
      words[propertiesWord + slot] =
        quarter.length === 1 ? (isChildBit | quarter[0]!) >>> 0 : quarter.length === 0 ? noNode : build(quarter);
      for (let k = 0; k < 3; k++) {
        const min = quarter.reduce((least, i) => Math.min(least, boxes[i]![k]!), Infinity);
        const max = quarter.reduce((most, i) => Math.max(most, boxes[i]![k + 3]!), -Infinity);
        const at = slots * k + slot;
        nodes[own]!.halves[at] = quarter.length === 0 ? maxHalfBits : roundDownHalf(min);
        nodes[own]!.halves[at + 3 * slots] = quarter.length === 0 ? maxHalfBits : roundUpHalf(max);
      }
    });
    return own;
  };
  if (nodeHalves !== 2 * nodeWords) throw new Error('a node has words of two halves');
  build(boxes.map((_, i) => i));
  const all = new Uint32Array(nodeWords * nodes.length);
  nodes.forEach(({ words }, i) => all.set(words, nodeWords * i));
  return all;
}

function quarters(children: readonly number[], boxes: readonly ChildBox[]): readonly (readonly number[])[] {
  const [low, high] = halves(children, boxes);
  return [...halves(low, boxes), ...halves(high, boxes)];
}

function halves(children: readonly number[], boxes: readonly ChildBox[]): readonly [readonly number[], readonly number[]] {
  const centre = (i: number, k: number): number => boxes[i]![k]! + boxes[i]![k + 3]!;
  const extent = (k: number): number =>
    children.reduce((most, i) => Math.max(most, centre(i, k)), -Infinity) -
    children.reduce((least, i) => Math.min(least, centre(i, k)), Infinity);
  const axis = children.length < 2 ? 0 : [0, 1, 2].reduce((best, k) => (extent(k) > extent(best) ? k : best), 0);
  const sorted = children.toSorted((a, b) => centre(a, axis) - centre(b, axis) || a - b);
  const middle = Math.ceil(sorted.length / 2);
  return [sorted.slice(0, middle), sorted.slice(middle)];
}
