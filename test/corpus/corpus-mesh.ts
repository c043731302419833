import { InspectorError } from '#core/error';
import { importMesh } from '#core/import/import-mesh';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { corpusContext, corpusFiles, readCorpus } from './corpus.ts';

/** Formats of the manifest that are read. */
const inScope = /^(OBJ|STL ascii|STL binary|PLY .*|OFF|glTF|GLB)$/;

/** Paths of the well-formed files in the formats that are read. */
export function corpusMeshPaths(): readonly string[] {
  return corpusFiles().flatMap(({ path, format }) => (inScope.test(format) && !path.startsWith('malformed/') ? [path] : []));
}

/** The mesh of a file; `null` for the few that are refused, which `import-differences.tsv` lists with their reasons. */
export async function corpusMesh(path: string): Promise<TriangleMesh | null> {
  try {
    return (await importMesh(readCorpus(path), corpusContext(path))).mesh;
  } catch (error) {
    if (error instanceof InspectorError) return null;
    throw error;
  }
}
