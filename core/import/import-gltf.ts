import { fileExtension } from './file-kind.ts';
import { addFinding, collidersApart, infinitePlanesApart, takeFindings, type FindingList } from './finding-list.ts';
import { zerosFor, type GltfSource } from './gltf/accessor-layout.ts';
import { readGltfAnimation } from './gltf/animation/read-animation.ts';
import { checkFloats } from './gltf/check-accessors.ts';
import { checkNodeGraph } from './gltf/check-node-graph.ts';
import { checkSceneSize, checkSize, declaredTriangles } from './gltf/check-size.ts';
import { decodeViews } from './gltf/compression/decode-views.ts';
import { decodeDracoPrimitives } from './gltf/compression/draco-primitives.ts';
import { isObject, type JsonObject } from './gltf/document.ts';
import { checkRequiredExtensions, noteNotApplied } from './gltf/extensions.ts';
import { flattenScene } from './gltf/flatten-scene.ts';
import { readGlb } from './gltf/glb-container.ts';
import { withGpuInstances } from './gltf/gpu-instances.ts';
import { loadBuffers } from './gltf/load-buffers.ts';
import { parseJson } from './gltf/parse-json.ts';
import { readMeshes } from './gltf/read-meshes.ts';
import { isEndless } from '../mesh/tessellate-shape.ts';
import { findColliders } from './gltf/physics/find-colliders.ts';
import { apartColliders, placeColliders, sortColliders } from './gltf/physics/place-colliders.ts';
import { meshInstances, sceneNodes } from './gltf/scene-instances.ts';
import { validateDocument } from './gltf/validate-document.ts';
import type { SourceSpace } from '../mesh/source-space.ts';
import type { ImportContext, ReadFile } from './importer.ts';
import { refuse } from './refuse.ts';
import { chooseScene } from './scene/choose-scene.ts';
import { placeMeshes } from './scene/place-meshes.ts';
import { asciiText } from './text/text-cursor.ts';

/**
 * Reads glTF 2.0, as JSON with side files or data URIs, or as GLB: one scene, flattened to world space, at rest. Images
 * are never read.
 */
export async function importGltf(bytes: Uint8Array, context: ImportContext): Promise<ReadFile> {
  const findings: FindingList = new Map();
  const isGlb = isGlbFile(bytes, context.fileName);
  const { json: jsonBytes, binary } = isGlb ? readGlb(bytes, findings) : { json: bytes, binary: null };
  const json = parseJson(jsonBytes, findings);
  refuseVersionOne(json);
  checkNodeGraph(json);
  context.progress(0);
  const document = await validateDocument(json, findings);
  checkRequiredExtensions(document, context.decodeDraco !== undefined, findings);
  const scenes = chooseScene(
    (document.scenes ?? []).map(({ name }) => name ?? ''),
    document.scene ?? 0,
    context.options?.scene ?? '',
    { pointer: '/scenes' },
  );
  const nodes = sceneNodes(document, scenes?.chosen ?? null);
  const found = findColliders(document, nodes, findings);
  const buffers = await loadBuffers(document, binary, isGlb, context);
  const source: GltfSource = {
    document,
    buffers,
    views: await decodeViews(document, buffers, context.progress),
    maxZeros: zerosFor(buffers),
  };
  checkSize(source);
  const draco = await decodeDracoPrimitives(source, context.decodeDraco, findings, context.progress);
  checkFloats(source, findings);
  const shownInstances = meshInstances(document, nodes);
  const instances = withGpuInstances(source, shownInstances);
  const colliders = sortColliders(document, nodes, shownInstances, found);
  const wanted =
    (context.options?.colliders ?? 'apart') === 'apart'
      ? []
      : colliders.apart.filter(({ geometry }) => !('exact' in geometry && isEndless(geometry.exact)));
  const apartMeshes = wanted.flatMap(({ node, geometry }) => ('mesh' in geometry ? [{ node, mesh: geometry.mesh }] : []));
  checkSceneSize(source, [...instances, ...apartMeshes]);

  const shown = new Set([...instances, ...apartMeshes].map(({ mesh }) => mesh));
  const compressed = document.animations === undefined ? draco : new Map(draco);
  // Reading is half of the work.
  const meshes = readMeshes(source, draco, shown, new Map(), findings, (fraction) => context.progress(0.5 * fraction));
  const placed = [...flattenScene(document, instances, meshes, colliders), ...placeColliders(document, wanted, meshes)];
  const mesh = placeMeshes(placed, (fraction) => context.progress(0.5 + 0.5 * fraction));
  const animation =
    context.options?.colliders === 'only' ? null : readGltfAnimation(source, compressed, { nodes, instances, meshes, placed }, findings);
  const left = colliders.apart.filter((collider) => !wanted.includes(collider));
  const apart = apartColliders(left, (index) => declaredTriangles(source, index));
  const areInfinite = (context.options?.colliders ?? 'apart') !== 'apart';
  for (const { pointer } of apart) addFinding(findings, areInfinite ? infinitePlanesApart : collidersApart, { pointer });
  const named = colliders.apart.flatMap(({ geometry }) => ('mesh' in geometry ? [geometry.mesh] : []));
  noteNotApplied(document, scenes?.chosen ?? null, new Set([...shown, ...named]), findings);
  return {
    format: 'gltf',
    dialect: isGlb ? 'glTF 2.0, GLB' : 'glTF 2.0, JSON',
    mesh,
    findings: takeFindings(findings),
    space: gltfSpace,
    scenes,
    colliders: apart,
    animation,
  };
}

/** glTF 2.0, section 3.4. */
const gltfSpace: SourceSpace = { metresPerUnit: 1, up: '+y', handedness: 'right' };

/** Returns whether the file is a GLB: by its magic, or by its extension if it is not JSON either. */
function isGlbFile(bytes: Uint8Array, fileName: string): boolean {
  const start = asciiText(bytes, 0, Math.min(bytes.length, 16));
  return start.startsWith('glTF') || (fileExtension(fileName) === 'glb' && !/^(\u00ef\u00bb\u00bf)?\s*\{/.test(start));
}

/** Refuses glTF 1.0, whose version can also be a number. */
function refuseVersionOne(json: JsonObject): void {
  const asset = json['asset'];
  const version: unknown = isObject(asset) ? asset['version'] : undefined;
  if (typeof version === 'number' ? !(version < 2) : typeof version !== 'string' || !version.startsWith('1.')) return;
  throw refuse(
    'unsupported-dialect',
    `glTF ${version === 1 ? '1.0' : String(version)} is not read`,
    'Convert the file to glTF 2.0',
    { pointer: '/asset/version' },
    'UNKNOWN_ASSET_MAJOR_VERSION',
  );
}
