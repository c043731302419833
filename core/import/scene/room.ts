import type { Place } from '../../error.ts';
import { refuse } from '../refuse.ts';

/** A few bytes can be named by many channels, targets and instances; all arrays of the animations together have so many numbers at most. */
const mostNumbers = 2 ** 26;

/** Nodes that animations may stand beside: few bytes can name the same node again and again. */
const mostAnimatedNodes = 2 ** 18;

/** Nodes of a scene as they are placed, for its animations; of one too many nothing more is kept, and `theNodes` refuses them. */
export interface NodeRecord<Node> {
  readonly nodes: Node[];
  readonly isWanted: boolean;
}

/** The number of the node, which means something where it was kept. */
export function recordNode<Node>({ nodes, isWanted }: NodeRecord<Node>, node: () => Node): number {
  return isWanted && nodes.length <= mostAnimatedNodes ? nodes.push(node()) - 1 : -1;
}

/** @throws InspectorError `too-large`. */
export function theNodes<Node>({ nodes }: NodeRecord<Node>): readonly Node[] {
  if (nodes.length > mostAnimatedNodes)
    throw refuse('too-large', `they stand beside more than ${mostAnimatedNodes} nodes`, 'Split the scene into several files');
  return nodes;
}

/** Counts what is asked for at a place, or at a JSON pointer; @throws InspectorError `too-large` when it is too much. */
export type Room = (numbers: number, place: Place | string) => void;

export function roomFor(): Room {
  let taken = 0;
  return (numbers, place) => {
    taken += numbers;
    if (taken > mostNumbers)
      throw refuse(
        'too-large',
        `they have more than ${mostNumbers} numbers`,
        'Split the scene into several files',
        typeof place === 'string' ? { pointer: place } : place,
      );
  };
}
