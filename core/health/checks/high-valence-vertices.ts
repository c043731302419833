import type { HealthCheck } from '../health-check.ts';

export const highValenceVertices: HealthCheck = {
  code: 'high-valence-vertices',
  severity: 'info',
  title: 'High-valence vertices',
  meaning:
    'Vertices with more triangles around them than the limit: a body at such a vertex is tested against all of them, and their angles are small',
  fix: 'Triangulate the fan again, for example with a ring of vertices or by ear clipping',
  counted: { one: 'vertex', many: 'vertices' },
  weight: 1,
  off: { by: 'maxValence', at: 0, reason: 'The valence limit is 0' },
  turnedOnBy: { maxValence: 32 },
  find: ({ vertexCorners, options: { maxValence } }) => {
    const { first } = vertexCorners();
    const numbers: number[] = [];
    for (let vertex = 0; vertex + 1 < first.length; vertex++) if (first[vertex + 1] - first[vertex] > maxValence) numbers.push(vertex);
    if (numbers.length === 0) return null;
    const values = Float64Array.from(numbers, (vertex) => first[vertex + 1] - first[vertex]);
    return {
      count: numbers.length,
      elements: { kind: 'vertex', numbers: Uint32Array.from(numbers), measures: { name: 'triangles', values } },
    };
  },
};
