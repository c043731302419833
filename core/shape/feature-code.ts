import { faceCode, firstEdgeCode, firstVertexCode } from './triangle-feature.ts';

/** Arithmetic on the codes of `triangle-feature.ts`. An edge and the face are meant without their ends and edges. */

export function cornerCode(corner: number): number {
  return firstVertexCode + corner;
}

/** The edge between two different corners, in either order. */
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

/** Corner from which an edge runs. */
export function edgeStart(code: number): number {
  return code - firstEdgeCode;
}

export function edgeEnd(code: number): number {
  return (code - firstEdgeCode + 1) % 3;
}

/** The edge on whose closed line two features lie; `null` where none is: the line between them passes through the face. */
export function commonEdge(f: number, g: number): number | null {
  for (let edge = firstEdgeCode; edge < firstVertexCode; edge++) if (isOnEdge(f, edge) && isOnEdge(g, edge)) return edge;
  return null;
}

/** Whether a feature lies on the closed line of an edge: is it, or one of its two ends. */
export function isOnEdge(code: number, edge: number): boolean {
  return code === edge || code === cornerCode(edgeStart(edge)) || code === cornerCode(edgeEnd(edge));
}
