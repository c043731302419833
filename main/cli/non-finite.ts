import { many } from '../terminal/columns.ts';
import type { ReadMesh } from './mesh-work.ts';

/** Returns the number of vertices of a file whose coordinates are not finite numbers. Measures leave them out, with their triangles. */
export function leftOutVertices({ imported }: Pick<ReadMesh, 'imported'>): number {
  return imported.findings.find(({ code }) => code === 'non-finite-vertices')?.count ?? 0;
}

/** Returns the line of a report, or nothing. @param whose ` of A` in a report about two meshes. */
export function nonFiniteText(count: number, whose: '' | ' of A' | ' of B' = ''): string {
  if (count === 0) return '';
  return `  left out: ${many(count, 'non-finite vertex', 'non-finite vertices')}${whose}, and the triangles that use ${count === 1 ? 'it' : 'them'}\n`;
}

export interface NonFiniteOfPair {
  readonly nonFiniteVerticesA: number;
  readonly nonFiniteVerticesB: number;
}

/** Returns the numbers of two files. */
export function nonFiniteOfPair(a: ReadMesh, b: ReadMesh): NonFiniteOfPair {
  return { nonFiniteVerticesA: leftOutVertices(a), nonFiniteVerticesB: leftOutVertices(b) };
}

/** Returns the lines of a report about two meshes, or nothing. */
export function nonFinitePairText({ nonFiniteVerticesA, nonFiniteVerticesB }: NonFiniteOfPair): string {
  return nonFiniteText(nonFiniteVerticesA, ' of A') + nonFiniteText(nonFiniteVerticesB, ' of B');
}
