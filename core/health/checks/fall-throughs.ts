import type { HealthCheck } from '../health-check.ts';
import { noRoomText } from './shared/no-room-text.ts';

export const fallThroughs: HealthCheck = {
  code: 'fall-throughs',
  severity: 'info',
  title: 'Fall-throughs',
  meaning:
    'Edges behind which a body that rolls across falls through the surface: into a gap with ground on its other side, or through the back of a triangle if the engine tests front sides only',
  fix: 'Fill the gap, or reverse the winding of the triangle behind the edge',
  counted: { one: 'edge', many: 'edges' },
  weight: 1,
  off: { by: 'snags', at: false, reason: 'No body is rolled over the surface' },
  turnedOnBy: { snags: true },
  find: (study, progress) => {
    const { gaps, backs, isComplete, rolls, noRoom } = study.snags(progress);
    const edges = Uint32Array.from(new Set([...gaps, ...backs])).sort();
    if (edges.length === 0 && isComplete) return null;
    return {
      count: edges.length,
      isAtLeast: !isComplete,
      elements: { kind: 'edge', numbers: edges },
      figures: [gaps.size, backs.size, rolls, noRoom],
    };
  },
  detailOf: ({ figures }) =>
    `${(figures[0] ?? 0).toLocaleString('en')} at gaps, ${(figures[1] ?? 0).toLocaleString('en')} at backs of triangles${noRoomText(figures[2], figures[3])}`,
};
