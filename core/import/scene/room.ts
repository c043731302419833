import type { SourceLocation } from '../../error.ts';
import { refuse } from '../refuse.ts';

/** A few bytes can be named by many channels, targets and instances; this is the maximum of numbers in all arrays of the animations. */
const maxNumbers = 2 ** 26;

/** Maximum number of nodes next to animated ones: few bytes can name the same node many times. */
const maxAnimatedNodes = 2 ** 18;

/** Nodes of a scene as they are placed, for its animations; of one too many nothing more is kept, and `theNodes` refuses them. */
export interface NodeRecord<Node> {
  readonly nodes: Node[];
  readonly isWanted: boolean;
}

/** The number of the node, which means something where it was kept. */
export function recordNode<Node>({ nodes, isWanted }: NodeRecord<Node>, node: () => Node): number {
  return isWanted && nodes.length <= maxAnimatedNodes ? nodes.push(node()) - 1 : -1;
}

/** @throws InspectorError `too-large`. */
export function theNodes<Node>({ nodes }: NodeRecord<Node>): readonly Node[] {
  if (nodes.length > maxAnimatedNodes)
    throw refuse('too-large', `they need more than ${maxAnimatedNodes} nodes`, 'Split the scene into several files');
  return nodes;
}

/** Counts numbers that a location or JSON pointer of the file requires; @throws InspectorError `too-large` beyond the limit. */
export type Room = (numbers: number, location: SourceLocation | string) => void;

export function roomFor(): Room {
  let taken = 0;
  return (numbers, location) => {
    taken += numbers;
    if (taken > maxNumbers)
      throw refuse(
        'too-large',
        `they have more than ${maxNumbers} numbers`,
        'Split the scene into several files',
        typeof location === 'string' ? { pointer: location } : location,
      );
  };
}
