import { InspectorError } from '#core/error';
import { importMesh } from '#core/import/import-mesh';
import type { ImportedMesh } from '#core/import/importer';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { isFullRun } from '../fixtures/scale.ts';
import { corpusContext, corpusFiles, readCorpus } from './corpus.ts';

/** Formats of the manifest that hold a mesh; the others are side files and levels. */
const inScope = /^(OBJ|STL ascii|STL binary|PLY .*|OFF|glTF|GLB|FBX .*|COLLADA|3MF|Draco|USD.)$/;

/** Formats whose large files add no geometry that others do not have: those only in the full run. */
const scenes = /^(FBX .*|COLLADA|3MF|Draco|USD.)$/;
const maxSceneTriangles = isFullRun ? Infinity : 1_500;

/** Paths of the well-formed files in the formats that are read. */
export function corpusMeshPaths(): readonly string[] {
  return corpusFiles().flatMap(({ path, format, triangles }) => {
    const isWanted =
      inScope.test(format) && !path.startsWith('malformed/') && !(scenes.test(format) && (triangles ?? 0) > maxSceneTriangles);
    return isWanted ? [path] : [];
  });
}

/** The mesh of a file; `null` for the few that are refused, which `import-differences.tsv` lists with their reasons. */
export async function corpusMesh(path: string): Promise<TriangleMesh | null> {
  const read = await corpusImport(path);
  return read instanceof InspectorError ? null : read.mesh;
}

/** What was read, by path: the files of a worker share its modules. All of the corpus takes about 200 MB. */
const imports = new Map<string, Promise<ImportedMesh | InspectorError>>();

/** What the import of a file returns, or the error that refuses it; each file is read once. No test may change it. */
export function corpusImport(path: string): Promise<ImportedMesh | InspectorError> {
  const known = imports.get(path);
  if (known !== undefined) return known;
  const read = importMesh(readCorpus(path), corpusContext(path)).catch((error: unknown) => {
    if (error instanceof InspectorError) return error;
    throw error;
  });
  imports.set(path, read);
  return read;
}
