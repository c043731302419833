import { byteProgress } from './byte-progress.ts';
import type { FbxDocument, FbxNode } from './fbx/fbx-node.ts';
import { readFbxAnimation } from './fbx/animation/read-animation.ts';
import { placeModels } from './fbx/place-models.ts';
import { readAsciiFbx } from './fbx/read-ascii-fbx.ts';
import { isBinaryFbx, readBinaryFbx } from './fbx/read-binary-fbx.ts';
import { hasPolygons, readFbxGeometry, type FbxMesh } from './fbx/read-geometry.ts';
import { listReader } from './fbx/read-list.ts';
import { readSpace } from './fbx/read-space.ts';
import { openScene, type FbxScene } from './fbx/scene.ts';
import { addFinding, takeFindings, type FindingKind, type FindingList } from './finding-list.ts';
import type { ImportContext, ReadFile } from './importer.ts';
import { atRest } from './scene/animation-or-rest.ts';
import { placeMeshes } from './scene/place-meshes.ts';
import { placedList } from './scene/placed-list.ts';

const unused: FindingKind = {
  code: 'not-applied',
  severity: 'info',
  message: 'Geometries without a model are left out',
  fix: 'Give them a model if they should collide',
};

/**
 * Reads FBX 6.0 to 7.7, text and binary of both byte orders, in the unit and axes of the file, and its animations. Models are at rest, with
 * pivots, pre- and post-rotation, inherited scale and geometric transforms. A geometry is repeated for every model that shows it.
 */
export async function importFbx(bytes: Uint8Array, context: ImportContext): Promise<ReadFile> {
  const findings: FindingList = new Map();
  const report = byteProgress((fraction) => context.progress(fraction / 2), bytes.length);
  const document = isBinaryFbx(bytes) ? readBinaryFbx(bytes, report) : readAsciiFbx(bytes, report);
  const scene = openScene(document, findings);
  const meshes = new Map<FbxNode, FbxMesh>();
  const reader = listReader(document, bytes.length, findings);
  const meshOf = (geometry: FbxNode): FbxMesh => {
    const mesh = meshes.get(geometry) ?? readFbxGeometry(reader, geometry, findings);
    meshes.set(geometry, mesh);
    return mesh;
  };
  const placed = placedList(() => context.progress(0.5), bytes.length);
  const placedScene = placeModels(scene, meshOf, placed, findings);
  noteLeftOut(scene, (geometry) => meshes.has(geometry) || placedScene.hidden.has(geometry), findings);
  const mesh = placeMeshes(placed.meshes, (fraction) => context.progress(0.5 + fraction / 2));
  const animation = readFbxAnimation(scene, reader, placedScene, placed.meshes, findings);
  return {
    format: 'fbx',
    dialect: dialectOf(document),
    mesh,
    animation,
    findings: takeFindings(findings),
    space: readSpace(scene.settings),
  };
}

/** Returns the dialect, such as `FBX 7.4, binary`. */
function dialectOf({ version, encoding }: FbxDocument): string {
  const name = `FBX ${Math.floor(version / 1000)}.${Math.floor((version % 1000) / 100)}`;
  return `${name}, ${encoding === 'ascii' ? 'ASCII' : encoding === 'little-endian' ? 'binary' : 'binary big-endian'}`;
}

function noteLeftOut({ geometries, deformers }: FbxScene, isOfModel: (geometry: FbxNode) => boolean, findings: FindingList): void {
  for (const deformer of deformers)
    if (deformer.values.some((value) => value === 'Skin' || value === 'BlendShape')) addFinding(findings, atRest, deformer.location);
  for (const geometry of geometries.values())
    if (hasPolygons(geometry) && !isOfModel(geometry)) addFinding(findings, unused, geometry.location);
}
