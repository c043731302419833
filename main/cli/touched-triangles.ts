import { partLabel, partNameOf, partOfTriangle, type TriangleMesh } from '#core/mesh';
import { columns, counted, many, maxRowsShown, moreRows, printable } from '../terminal/columns.ts';

/** A triangle that overlaps the shape of a query. */
export interface TouchedTriangle {
  readonly triangle: number;
  /** `null` for a mesh without parts. */
  readonly part: number | null;
  readonly partName: string | null;
}

/** Returns the triangles of a query with their parts. */
export function touchedTriangles(mesh: TriangleMesh, triangles: Uint32Array): readonly TouchedTriangle[] {
  return Array.from(triangles, (triangle) => {
    const part = partOfTriangle(mesh, triangle);
    return { triangle, part, partName: partNameOf(mesh, part) };
  });
}

/** Returns the triangles of a query as text: their number and a table. */
export function touchedText(file: string, mode: 'all' | 'any', triangles: readonly TouchedTriangle[]): string {
  const found = mode === 'any' ? 'at least one overlapping triangle' : many(triangles.length, 'overlapping triangle');
  const rows = triangles
    .slice(0, maxRowsShown)
    .map(({ triangle, part, partName }) => [counted(triangle), part === null ? '' : partLabel(partName, part)]);
  return [
    `${printable(file)}: ${triangles.length === 0 ? 'no overlapping triangle' : found}\n`,
    triangles.length === 0 ? '' : columns([['triangle', 'part'], ...rows], [0]),
    moreRows(triangles.length),
  ].join('');
}
