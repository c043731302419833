import { exportAgain, refuse } from '../refuse.ts';
import { isObject, type JsonObject } from './document.ts';

/**
 * Maximum sum of the depths of all nodes: 100,000 nodes of depth 40, or a chain of 2,900. glTF-Validator walks from
 * every node to its root, 0.3 µs per step. Without a limit a file of 3 MB would take half an hour.
 */
const maxDepthSum = 2 ** 22;

const unknown = -1;
const onPath = -2;

/**
 * Refuses cycles and very deep trees of nodes in linear time, before the validator runs. Accepts any JSON: the
 * validator reports values that are not a list of nodes, and nodes with two parents.
 * @throws InspectorError `cyclic` with the first node of the cycle, `too-large`.
 */
export function checkNodeGraph(json: JsonObject): void {
  const nodes = Array.isArray(json['nodes']) ? (json['nodes'] as readonly unknown[]) : [];
  const parents = parentsOf(nodes);
  const depths = new Float64Array(nodes.length).fill(unknown);
  const path: number[] = [];
  let sum = 0;
  for (let start = 0; start < nodes.length; start++) {
    let node = start;
    for (; node >= 0 && depths[node] === unknown; node = parents[node]) {
      depths[node] = onPath;
      path.push(node);
    }
    if (node >= 0 && depths[node] === onPath) {
      const first = path.slice(path.indexOf(node)).reduce((min, index) => Math.min(min, index));
      const fix = 'Give every node one parent';
      throw refuse('cyclic', `Node ${first} is an ancestor of itself`, fix, { pointer: `/nodes/${first}` }, 'NODE_LOOP');
    }
    let depth = node < 0 ? 0 : depths[node];
    for (let last = path.pop(); last !== undefined; last = path.pop()) {
      depths[last] = ++depth;
      sum += depth;
    }
    if (sum > maxDepthSum) {
      throw refuse('too-large', 'The nodes are nested too deeply', exportAgain, { pointer: `/nodes/${start}` });
    }
  }
}

/** Returns the first parent of each node, -1 for roots. */
export function parentsOf(nodes: readonly unknown[]): Int32Array {
  const parents = new Int32Array(nodes.length).fill(-1);
  for (const [parent, node] of nodes.entries()) {
    const children = isObject(node) ? node['children'] : undefined;
    if (!Array.isArray(children)) continue;
    for (const child of children as readonly unknown[]) {
      if (typeof child === 'number' && parents[child] === -1) parents[child] = parent;
    }
  }
  return parents;
}
