import type { HealthCheck } from '../health-check.ts';
import { noRoomText } from './shared/no-room-text.ts';

export const snagEdges: HealthCheck = {
  code: 'snag-edges',
  severity: 'info',
  title: 'Snag edges',
  meaning:
    'Edges that stand out of the surface, by at most a quarter of the radius of a body that rolls across, and stop or lift it: a wheel jumps, a character is stuck',
  fix: 'Level the edge, or weld the surfaces on both sides of it',
  counted: { one: 'edge', many: 'edges' },
  weight: 20,
  off: { by: 'snags', at: false, reason: 'No body is rolled over the surface' },
  turnedOnBy: { snags: true },
  find: (study, progress) => {
    const { heights, isComplete, rolls, noRoom } = study.snags(progress);
    if (heights.size === 0 && isComplete) return null;
    const edges = Uint32Array.from(heights.keys()).sort();
    const values = Float64Array.from(edges, (edge) => heights.get(edge)!);
    return {
      count: edges.length,
      isAtLeast: !isComplete,
      elements: { kind: 'edge', numbers: edges, measures: { name: 'height', values } },
      figures: [rolls, noRoom],
    };
  },
  detailOf: ({ figures }) => `${(figures[0] ?? 0).toLocaleString('en')} rolls${noRoomText(figures[0], figures[1])}`,
};
