import { figures } from './tables';

/** Words of `figures`, which the host reads by the same numbers: `health/loaded-study.ts`. */
export const edgeCount: usize = 0;
export const boundaryEdges: usize = 1;
export const nonManifoldEdges: usize = 2;
export const inconsistentEdges: usize = 3;
/** 1 where an edge has triangles that may be coincident. */
export const mayCoincide: usize = 4;
/** 1 where an edge has an odd number of triangles, and where as many run one way along it as the other nowhere. */
export const isOpen: usize = 5;
export const isUnlike: usize = 6;
export const components: usize = 7;
export const usedVertices: usize = 8;
export const plainTriangles: usize = 9;
export const repeatedTriangles: usize = 10;
export const flatTriangles: usize = 11;
export const nonFiniteVertices: usize = 12;
/** Vertices that no triangle names, and those that stand for an earlier one. */
export const unusedVertices: usize = 13;
export const mergedVertices: usize = 14;
/** 1 where f32 would change a coordinate. */
export const isRounded: usize = 15;
/** Where the numbers of `measures.ts` begin. */
export const measureBytes: usize = 64;

// @ts-ignore: decorator
@inline
export function setCount(word: usize, value: u32): void {
  store<u32>(figures + 4 * word, value);
}
