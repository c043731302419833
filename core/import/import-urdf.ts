import { InspectorError } from '../error.ts';
import type { ColliderRole } from '../mesh/collider-role.ts';
import { tessellate } from '../mesh/tessellate-shape.ts';
import { byteProgress } from './byte-progress.ts';
import { addFinding, ignoredContent, ignoredElements, takeFindings, type FindingKind, type FindingList } from './finding-list.ts';
import type { ImportContext, ReadFile } from './importer.ts';
import { readMeshAsset, type MeshAsset } from './robot/mesh-asset.ts';
import { damagedAt } from './robot/numbers.ts';
import { placeMeshes } from './scene/place-meshes.ts';
import { addPlaced, countStep, placedList } from './scene/placed-list.ts';
import { cleanName } from './text/clean-name.ts';
import { originOf, placeLinks } from './urdf/place-links.ts';
import { placedIn, readUrdfGeometry, type UrdfGeometry } from './urdf/read-geometry.ts';
import { attributeOf, xmlChildrenOf } from './xml/read-xml-tree.ts';
import { readXmlTree } from './xml/read-xml-tree.ts';

const missingVisual: FindingKind = {
  ...ignoredContent,
  message: 'Mesh files of visual elements are missing and were left out',
  fix: 'Open the URDF together with its meshes',
};

const unreadGeometry: FindingKind = {
  ...ignoredElements,
  message: 'Geometry of an unknown kind, and mesh files other than OBJ, STL and COLLADA, were skipped',
  fix: 'Convert them to OBJ or STL',
};

/**
 * Reads URDF: the collision elements of all links as colliders and their visual elements as rendered parts, with all joints at 0. The engine decides
 * whether it takes the triangles of a mesh or its convex hull.
 * @throws InspectorError `malformed`, `missing-file` of a collision element, `unsafe-path`, `cyclic`, `too-large` with the line.
 */
export async function importUrdf(bytes: Uint8Array, context: ImportContext): Promise<ReadFile> {
  const findings: FindingList = new Map();
  const half = (fraction: number): void => context.progress(fraction / 2);
  const robot = readXmlTree(bytes, new Set(['gazebo', 'transmission']), byteProgress(half, bytes.length));
  if (robot.tag.name !== 'robot') throw damagedAt(robot, `The document is "${robot.tag.name}", not "robot"`);
  const placed = placedList(() => half(1), bytes.length);
  const files = new Map<string, MeshAsset | null>();
  for (const { link, worldFromLink } of placeLinks(robot)) {
    countStep(placed, 0);
    const linkName = cleanName(attributeOf(link, 'name') ?? '');
    for (const use of ['visual', 'collision'] as const) {
      for (const [i, element] of xmlChildrenOf(link, use).entries()) {
        const geometry = readUrdfGeometry(element);
        const { line } = element.tag;
        const surface = geometry === null ? null : await surfaceOf(geometry, use, line, files, findings, context);
        if (surface === null) addFinding(findings, unreadGeometry, { line });
        if (geometry === null || surface === null || surface.indices.length === 0) continue;
        const name = attributeOf(element, 'name');
        addPlaced(placed, {
          name: cleanName(name ?? `${linkName}/${use}${i === 0 ? '' : ` ${i + 1}`}`),
          positions: surface.positions,
          triangles: surface.indices,
          worldFromPart: placedIn(worldFromLink, originOf(element), geometry.elementFromShape),
          ...(use === 'collision' && { role: roleOf(geometry) }),
        });
      }
    }
  }
  return {
    format: 'urdf',
    dialect: 'URDF',
    mesh: placeMeshes(placed.meshes, (fraction) => context.progress(0.5 + fraction / 2)),
    findings: takeFindings(findings),
    space: { metresPerUnit: 1, up: '+z', handedness: 'right' },
  };
}

function roleOf(geometry: UrdfGeometry): ColliderRole {
  const exact = 'exact' in geometry ? geometry.exact : null;
  return { shape: exact?.kind ?? 'triangles', isRendered: false, isTrigger: false, of: null, from: 'extension', exact };
}

/** Returns the triangles of a geometry, without any for a missing file of a visual element; `null` if its format is not read. */
async function surfaceOf(
  geometry: UrdfGeometry,
  use: 'visual' | 'collision',
  line: number,
  files: Map<string, MeshAsset | null>,
  findings: FindingList,
  context: ImportContext,
): Promise<MeshAsset | null> {
  if ('exact' in geometry) {
    const { positions, triangles } = tessellate(geometry.exact);
    return { positions, indices: triangles };
  }
  const uri = geometry.uri.replace(/^package:\/\/[^/]*\//, '');
  const known = files.get(uri);
  if (known !== undefined) return known;
  try {
    const read = await readMeshAsset(uri, geometry.element.tag.line, context);
    files.set(uri, read);
    return read;
  } catch (thrown) {
    if (use === 'collision' || !(thrown instanceof InspectorError) || thrown.code !== 'missing-file') throw thrown;
    addFinding(findings, missingVisual, { line });
    return { positions: new Float64Array(0), indices: new Uint32Array(0) };
  }
}
