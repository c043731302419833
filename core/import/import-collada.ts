import type { SignedAxis, SourceSpace } from '../mesh/source-space.ts';
import { byteProgress } from './byte-progress.ts';
import { readColladaAnimation } from './collada/animation/read-animation.ts';
import { openLibrary, skippedElements, refersTo, type Library } from './collada/library.ts';
import { nameOf, placeGeometries, placeNodes, type SetsOf } from './collada/place-scene.ts';
import { placeColladaColliders } from './collada/physics/place-colliders.ts';
import { hasFaces, readColladaGeometry, type FaceSet, type HoleReading } from './collada/read-geometry.ts';
import type { ColladaPositionCache } from './collada/read-positions.ts';
import { addFinding, collidersApart, otherScenes, takeFindings, type FindingList } from './finding-list.ts';
import type { ImportContext, ReadFile, SceneChoice } from './importer.ts';
import { holeWork } from './polygon/fill-around-holes.ts';
import { chooseScene } from './scene/choose-scene.ts';
import { placeMeshes } from './scene/place-meshes.ts';
import { addPlaced, placedList } from './scene/placed-list.ts';
import { roomFor } from './scene/room.ts';
import { parseNumberText } from './text/parse-number.ts';
import { attributeOf, childOf, xmlChildrenOf, type XmlElement } from './xml/read-xml-tree.ts';
import { readXmlTree } from './xml/read-xml-tree.ts';

/**
 * Reads COLLADA 1.4 and 1.5: one visual scene with its nodes and instances at rest, in the unit and up axis of the
 * file, and its animations. For a document without a scene, reads its geometries without transforms. Shapes of rigid
 * bodies are colliders: parts with a role, or listed if the scene does not show them.
 */
export async function importCollada(bytes: Uint8Array, context: ImportContext): Promise<ReadFile> {
  const findings: FindingList = new Map();
  const half = (fraction: number): void => context.progress(fraction / 2);
  const library = openLibrary(readXmlTree(bytes, skippedElements, byteProgress(half, bytes.length)), findings);
  const scenes = xmlChildrenOf(library.root, 'library_visual_scenes').flatMap((each) => xmlChildrenOf(each, 'visual_scene'));
  const choice = chooseVisualScene(library, scenes, context.options?.scene ?? '');
  const setsOf = setsReader(library, { areKept: context.options?.triangulation === 'ears', work: holeWork() });
  const placed = placedList(() => half(1), bytes.length);
  const scene = choice === null ? null : placeNodes(library, xmlChildrenOf(scenes[choice.chosen], 'node'), setsOf.read, placed);
  const places = scene?.places ?? new Map([[null, placeGeometries(geometriesOf(library), setsOf.read, placed)]]);
  const apart = placeColladaColliders(
    library,
    { places },
    setsOf.read,
    placed,
    placedList(() => half(1), bytes.length),
  );
  const isAdded = (context.options?.colliders ?? 'apart') !== 'apart';
  for (const { parts, shown, location } of apart) {
    if (!isAdded) addFinding(findings, collidersApart, location);
    for (const part of isAdded ? parts : []) {
      addPlaced(placed, part);
      scene?.shown.push(shown);
    }
  }
  scenes.forEach((scene, i) => {
    if (i !== choice?.chosen) addFinding(findings, otherScenes, { line: scene.tag.line });
  });
  const mesh = placeMeshes(placed.meshes, (fraction) => context.progress(0.5 + fraction / 2));
  const animation =
    scene === null || context.options?.colliders === 'only'
      ? null
      : readColladaAnimation(library, scene, placed.meshes, roomFor(bytes.length));
  return {
    format: 'collada',
    dialect: `COLLADA ${attributeOf(library.root, 'version') ?? ''}`,
    mesh,
    animation,
    findings: takeFindings(findings),
    space: readSpace(library),
    scenes: choice,
    colliders: isAdded ? [] : apart.map(({ record }) => record),
    unshownMeshes: geometriesOf(library).filter((geometry) => !setsOf.known.has(geometry) && hasFaces(geometry)).length,
  };
}

/** Returns a reader that reads each geometry when it is first shown, and what it has read. */
function setsReader(library: Library, holes: HoleReading): { readonly read: SetsOf; readonly known: ReadonlyMap<XmlElement, unknown> } {
  const positions: ColladaPositionCache = new Map();
  const known = new Map<XmlElement, readonly FaceSet[]>();
  const read: SetsOf = (geometry) => {
    const sets = known.get(geometry) ?? readColladaGeometry(library, geometry, positions, holes);
    known.set(geometry, sets);
    return sets;
  };
  return { read, known };
}

function geometriesOf({ root }: Library): readonly XmlElement[] {
  return xmlChildrenOf(root, 'library_geometries').flatMap((each) => xmlChildrenOf(each, 'geometry'));
}

/** Returns the requested scene, else the one that `scene` instances, else the first. */
function chooseVisualScene(library: Library, scenes: readonly XmlElement[], wanted: string): SceneChoice | null {
  const scene = childOf(library.root, 'scene');
  const instance = scene === undefined ? undefined : childOf(scene, 'instance_visual_scene');
  const named = instance === undefined ? null : refersTo(library, instance, 'url', 'visual_scene');
  return chooseScene(scenes.map(nameOf), Math.max(0, named === null ? 0 : scenes.indexOf(named)), wanted, {});
}

const upAxes: ReadonlyMap<string, SignedAxis> = new Map([
  ['X_UP', '+x'],
  ['Y_UP', '+y'],
  ['Z_UP', '+z'],
]);

/**
 * Returns unit and up axis: right-handed, with metres and y up by default. Source: COLLADA 1.4.1, chapter 5, `asset`.
 */
function readSpace({ root }: Library): SourceSpace {
  const asset = childOf(root, 'asset');
  const [unit, up] = asset === undefined ? [] : [childOf(asset, 'unit'), childOf(asset, 'up_axis')];
  const metres = unit === undefined ? 1 : parseNumberText(attributeOf(unit, 'meter') ?? '1');
  return {
    metresPerUnit: metres > 0 && metres < Infinity ? metres : null,
    up: upAxes.get(up?.text.trim() ?? 'Y_UP') ?? null,
    handedness: 'right',
  };
}
