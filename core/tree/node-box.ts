import type { Bounds } from '../mesh/bounds.ts';
import { maxWord, minWord, nodeWords, type AabbTree } from './layout.ts';

/** Box of a node in source space, f64 rounded to nearest: for drawing and printing, not for deciding. */
export function nodeBox(tree: AabbTree, node: number): Bounds {
  const { nodesF32, origin } = tree;
  const min = node * nodeWords + minWord;
  const max = node * nodeWords + maxWord;
  return {
    min: [origin[0] + nodesF32[min], origin[1] + nodesF32[min + 1], origin[2] + nodesF32[min + 2]],
    max: [origin[0] + nodesF32[max], origin[1] + nodesF32[max + 1], origin[2] + nodesF32[max + 2]],
  };
}
