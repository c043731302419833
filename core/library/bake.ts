import { bakeMesh } from '../bake/bake-mesh.ts';
import type { BakeFormatName } from '../bake/bake-format.ts';
import type { Baked, BakeInput } from '../bake/bake-input.ts';
import { importBoxwood, type ImportedBake } from '../bake/import-boxwood.ts';
import { unknownSpace } from '../mesh/source-space.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { noProgress } from '../progress.ts';
import { wholeMesh } from './whole-mesh.ts';

/** Optional contents of a bake, in addition to the mesh. */
export type BakeContents = Partial<Omit<BakeInput, 'mesh'>>;

/**
 * Returns the bytes of a file with the mesh and its trees, and notes on what the format does not keep. The same input gives the same bytes.
 * @throws InspectorError `no-triangles`; `invalid-argument` for a format that needs a tree; `index-out-of-range` with the triangle; `too-large` beyond f32 in a format of f32.
 */
export function bake(mesh: TriangleMesh, format: BakeFormatName = 'boxwood', contents: BakeContents = {}): Baked {
  const given = Object.fromEntries(Object.entries(contents).filter(([, value]) => value !== undefined)) as BakeContents;
  return bakeMesh(format, { trees: [], source: null, space: unknownSpace, findings: [], ignored: [], ...given, mesh: wholeMesh(mesh) });
}

/**
 * Reads a `.boxwood` file: mesh, trees, source, space and findings. Every checksum and every tree is checked; view a tree with `openTree`.
 * @throws InspectorError `invalid-bytes` or `malformed` with the byte; `unsupported-dialect` for a newer version.
 */
export function readBoxwood(bytes: Uint8Array): ImportedBake {
  return importBoxwood(bytes, noProgress);
}
