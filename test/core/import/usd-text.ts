import { strToU8 } from 'fflate';
import { importMesh } from '#core/import/import-mesh';
import type { ImportedMesh } from '#core/import/importer';
import type { ImportOptions } from '#core/options/import-options';
import { importText } from './import-bytes.ts';

/** A unit square in the plane of x and y; `more` are lines of the prim. */
export const square = (name: string, more = '', metadata = ''): string => `def Mesh "${name}" ${metadata}
{
    int[] faceVertexCounts = [4]
    int[] faceVertexIndices = [0, 1, 2, 3]
    point3f[] points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)] (
        interpolation = "vertex"
    )
    ${more}
}
`;
export const header = '#usda 1.0\n(\n    metersPerUnit = 1\n    upAxis = "Z"\n)\n';
export const read = (body: string, head = header): Promise<ImportedMesh> => importText(head + body, 'a.usda');
export const readWith = (files: Readonly<Record<string, string>>, options: Partial<ImportOptions> = {}): Promise<ImportedMesh> =>
  importMesh(strToU8(files['a.usda'] ?? ''), {
    fileName: 'a.usda',
    progress: () => {},
    options,
    readSideFile: async (path) => (files[path] === undefined ? null : strToU8(files[path])),
  });

/** The corners of the bounds. */
export function boundsOf({ mesh: { positions } }: ImportedMesh): readonly number[][] {
  const of = (axis: number): number[] => Array.from({ length: positions.length / 3 }, (_, i) => positions[3 * i + axis]!);
  return [[0, 1, 2].map((axis) => Math.min(...of(axis))), [0, 1, 2].map((axis) => Math.max(...of(axis)))];
}
