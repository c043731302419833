import { addFinding, ignoredContent, type FindingKind, type FindingList } from '../finding-list.ts';
import type { ImportContext } from '../importer.ts';
import { transformPoints } from '../../math/transform.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { refuse } from '../refuse.ts';
import { readMeshAsset, type MeshAsset } from '../robot/mesh-asset.ts';
import { damagedAt, numbersOf, type Attributes } from '../robot/numbers.ts';
import { ofQuaternion } from '../robot/rotation.ts';
import { xmlChildrenOf, type XmlElement } from '../xml/read-xml-tree.ts';
import { withDefaults, type Defaults } from './defaults.ts';

/** Meshes of an MJCF file by name; `null` for files of a format that is not read. */
export type MjcfAssets = ReadonlyMap<string, MeshAsset | null>;

const otherMesh: FindingKind = {
  ...ignoredContent,
  message: 'Mesh files other than OBJ, STL and COLLADA, and meshes without faces, were skipped',
  fix: 'Convert them to OBJ or STL',
};

/** Triangles and vertices of assets that are another file once more, in another scale or pose. */
const maxCopied = 2 ** 24;

/**
 * Reads the mesh assets, each file once.
 * @throws InspectorError `malformed`, `index-out-of-range`, `missing-file`, `unsafe-path` with the line, `too-large` for many copies of files.
 */
export async function readMjcfAssets(
  root: XmlElement,
  defaults: Defaults,
  findings: FindingList,
  context: ImportContext,
): Promise<MjcfAssets> {
  const folder = meshFolder(root);
  const assets = new Map<string, MeshAsset | null>();
  const files = new Map<string, MeshAsset | null>();
  let copied = 0;
  for (const element of xmlChildrenOf(root, 'asset').flatMap((each) => xmlChildrenOf(each, 'mesh'))) {
    const attributes = withDefaults(defaults, element, null);
    const file = attributes.get('file');
    const name = attributes.get('name') ?? file?.replace(/^.*[/\\]/, '').replace(/\.\w+$/, '');
    if (name === undefined) throw damagedAt(element, 'A mesh has neither a name nor a file');
    const { line } = element.tag;
    const known = file === undefined ? undefined : files.get(file);
    const read =
      known !== undefined
        ? known
        : file === undefined
          ? inlineMesh(element, attributes)
          : await readMeshAsset(folder + file, line, context);
    if (file !== undefined) files.set(file, read);
    if (read === null) addFinding(findings, otherMesh, { line });
    const asset = read === null ? null : placedAsset(element, attributes, read);
    if (known != null && asset !== known) copied += (known.positions.length + known.indices.length) / 3;
    if (copied > maxCopied)
      throw refuse('too-large', `The meshes repeat their files beyond ${maxCopied} triangles and vertices`, 'Use each file in one scale', {
        line,
      });
    assets.set(name, asset);
  }
  return assets;
}

function meshFolder(root: XmlElement): string {
  let folder = '';
  for (const element of xmlChildrenOf(root, 'compiler')) {
    const { attributes } = element.tag;
    folder = attributes['meshdir']?.value ?? attributes['assetdir']?.value ?? folder;
  }
  return folder === '' || folder.endsWith('/') ? folder : `${folder}/`;
}

function inlineMesh(element: XmlElement, attributes: Attributes): MeshAsset | null {
  const vertex = numbersOf(element, attributes, 'vertex', 3, Infinity);
  const face = numbersOf(element, attributes, 'face', 3, Infinity);
  if (vertex === null || face === null) return null;
  if (vertex.length % 3 !== 0 || face.length % 3 !== 0)
    throw damagedAt(element, `A mesh has ${vertex.length} coordinates and ${face.length} corners: each must be a multiple of 3`);
  const vertices = vertex.length / 3;
  const bad = face.findIndex((index) => !(Number.isInteger(index) && index >= 0 && index < vertices));
  if (bad >= 0)
    throw refuse(
      'index-out-of-range',
      `Corner ${bad} of a mesh is vertex ${face[bad]}, and the mesh has ${vertices}`,
      'Correct the face list',
      {
        line: element.tag.line,
        index: Math.floor(bad / 3),
        element: 'triangle',
      },
    );
  return { positions: Float64Array.from(vertex), indices: Uint32Array.from(face) };
}

/** Applies reference pose and scale. Source: MuJoCo XML reference, `asset/mesh`: `refpos`, `refquat`, `scale`. */
function placedAsset(element: XmlElement, attributes: Attributes, { positions, indices }: MeshAsset): MeshAsset {
  const [sx = 1, sy = 1, sz = 1] = numbersOf(element, attributes, 'scale', 3) ?? [];
  const [x, y, z] = (numbersOf(element, attributes, 'refpos', 3) ?? [0, 0, 0]) as Vec3;
  const turn = ofQuaternion(numbersOf(element, attributes, 'refquat', 4) ?? [1, 0, 0, 0]);
  if (turn === null) throw damagedAt(element, 'refquat of a mesh is not a rotation');
  const isScaled = sx !== 1 || sy !== 1 || sz !== 1;
  if (!isScaled && x === 0 && y === 0 && z === 0 && turn[0] === 1 && turn[5] === 1) return { positions, indices };
  const [a, b, c, , d, e, f, , g, h, i] = turn as number[];
  const out = new Float64Array(positions.length);
  // The transposed rotation is its inverse.
  const inverse = [a, d, g, 0, b, e, h, 0, c, f, i, 0, 0, 0, 0, 1] as number[];
  transformPoints(
    inverse,
    positions.map((value, at) => value - [x, y, z][at % 3]!),
    out,
  );
  const factors = [sx, sy, sz];
  const mirrored = sx * sy * sz < 0;
  return {
    positions: out.map((value, at) => value * factors[at % 3]!),
    indices: mirrored ? indices.map((_, at) => indices[at % 3 === 0 ? at : at % 3 === 1 ? at + 1 : at - 1]!) : indices,
  };
}
