import type { SourceLocation } from '../../error.ts';
import { refuse } from '../refuse.ts';

/**
 * Maximum of the numbers in all arrays of the animations. Many channels, targets and instances can refer to the same
 * few bytes.
 */
const maxNumbers = 2 ** 26;
/** In a small file fewer: these, and some for each byte. Packed lists of real files have at most a few dozen numbers for each. */
const minNumbers = 2 ** 20;
const maxNumbersPerByte = 256;

/** Maximum number of nodes of an animation. Few bytes can refer to the same node many times. */
const maxAnimatedNodes = 2 ** 18;

/**
 * Placed nodes of a scene, for its animations. Recording stops at one node above the limit, and `recordedNodes` then throws.
 */
export interface NodeRecord<Node> {
  readonly nodes: Node[];
  readonly isWanted: boolean;
}

/** Records a node and returns its index; -1 if it was not recorded. */
export function recordNode<Node>({ nodes, isWanted }: NodeRecord<Node>, node: () => Node): number {
  return isWanted && nodes.length <= maxAnimatedNodes ? nodes.push(node()) - 1 : -1;
}

/**
 * Returns the recorded nodes.
 * @throws InspectorError `too-large`.
 */
export function recordedNodes<Node>({ nodes }: NodeRecord<Node>): readonly Node[] {
  if (nodes.length > maxAnimatedNodes)
    throw refuse('too-large', `they need more than ${maxAnimatedNodes} nodes`, 'Split the scene into several files');
  return nodes;
}

/**
 * Counts the numbers that a location or JSON pointer of the file requires.
 * @throws InspectorError `too-large` beyond the limit.
 */
export type Room = (numbers: number, location: SourceLocation | string) => void;

/**
 * Returns a counter for one file.
 * @param bytes size of the file, if it limits the numbers
 */
export function roomFor(bytes = Infinity): Room {
  const max = Math.min(maxNumbers, minNumbers + maxNumbersPerByte * bytes);
  let taken = 0;
  return (numbers, location) => {
    taken += numbers;
    if (taken > max)
      throw refuse(
        'too-large',
        `they have more than ${max} numbers`,
        'Split the scene into several files',
        typeof location === 'string' ? { pointer: location } : location,
      );
  };
}
