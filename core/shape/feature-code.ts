import { faceCode, firstEdgeCode, firstVertexCode } from './triangle-feature.ts';

/** Arithmetic on the codes of `triangle-feature.ts`. Edges exclude their ends, and the face excludes its edges. */

export function cornerCode(corner: number): number {
  return firstVertexCode + corner;
}

/** Returns the edge between two different corners, in either order. */
export function edgeCode(i: number, j: number): number {
  return firstEdgeCode + (j === (i + 1) % 3 ? i : j);
}

export function isCorner(code: number): boolean {
  return code >= firstVertexCode;
}

export function isEdge(code: number): boolean {
  return code !== faceCode && code < firstVertexCode;
}

export function cornerOf(code: number): number {
  return code - firstVertexCode;
}

/** Returns the first corner of an edge. */
export function edgeStart(code: number): number {
  return code - firstEdgeCode;
}

export function edgeEnd(code: number): number {
  return (code - firstEdgeCode + 1) % 3;
}

/** Returns the edge on whose closed line both features lie; `null` if there is none: the line between them crosses the face. */
export function commonEdge(f: number, g: number): number | null {
  for (let edge = firstEdgeCode; edge < firstVertexCode; edge++) if (isOnEdge(f, edge) && isOnEdge(g, edge)) return edge;
  return null;
}

/** Whether a feature is an edge or one of its two ends. */
export function isOnEdge(code: number, edge: number): boolean {
  return code === edge || code === cornerCode(edgeStart(edge)) || code === cornerCode(edgeEnd(edge));
}
