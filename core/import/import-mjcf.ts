import { multiply } from '../math/matrix.ts';
import { identityTransform, type Matrix } from '../math/transform.ts';
import { byteProgress } from './byte-progress.ts';
import { addFinding, ignoredContent, ignoredElements, takeFindings, type FindingKind, type FindingList } from './finding-list.ts';
import type { ImportContext, ReadFile } from './importer.ts';
import { safeSidePath } from './gltf/side-path.ts';
import { readDefaults, withDefaults, type Defaults } from './mjcf/defaults.ts';
import { mjcfPose, type AngleRules } from './mjcf/orientation.ts';
import { readMjcfAssets, type MjcfAssets } from './mjcf/read-assets.ts';
import { isFittedToMesh, partOfGeom } from './mjcf/read-geom.ts';
import { refuse } from './refuse.ts';
import { attributesOf, damagedAt } from './robot/numbers.ts';
import { placeMeshes } from './scene/place-meshes.ts';
import { addPlaced, countStep, placedList, type PlacedList } from './scene/placed-list.ts';
import { attributeOf, xmlChildrenOf, type XmlElement } from './xml/read-xml-tree.ts';
import { readXmlTree } from './xml/read-xml-tree.ts';

const repeated: FindingKind = {
  ...ignoredContent,
  message: 'Bodies of "replicate", "composite", "flexcomp" and "attach" elements were not read',
  fix: 'Save the compiled model with mj_saveLastXML',
};

const fitted: FindingKind = {
  ...ignoredContent,
  message: 'Primitives that MuJoCo fits to a mesh were not read',
  fix: 'Write type="mesh" for the mesh itself, or save the compiled model with mj_saveLastXML',
};

const noTriangles: FindingKind = {
  ...ignoredElements,
  message: 'Infinite planes, ellipsoids, height fields and signed distance fields were skipped',
  fix: 'Give planes a size, and other shapes as meshes',
};

/**
 * Reads MJCF of MuJoCo: the geoms of all bodies at rest, with default classes, included files, and meshes from OBJ, STL and COLLADA files or
 * from the file itself. Geoms that collide are colliders; those without contact bits are rendered parts.
 * @throws InspectorError `malformed`, `index-out-of-range`, `missing-file`, `unsafe-path`, `too-large` with the line.
 */
export async function importMjcf(bytes: Uint8Array, context: ImportContext): Promise<ReadFile> {
  const findings: FindingList = new Map();
  const half = (fraction: number): void => context.progress(fraction / 2);
  const root = await withIncludes(readXmlTree(bytes, new Set(), byteProgress(half, bytes.length)), context, new Set());
  if (root.tag.name !== 'mujoco') throw damagedAt(root, `The document is "${root.tag.name}", not "mujoco"`);
  const defaults = readDefaults(root);
  const assets = await readMjcfAssets(root, defaults, findings, context);
  const walk: Walk = {
    defaults,
    assets,
    findings,
    rules: anglesOf(root),
    placed: placedList(() => half(1), bytes.length),
    geoms: { count: 0 },
  };
  for (const world of xmlChildrenOf(root, 'worldbody'))
    walkBody(walk, world, identityTransform, attributeOf(world, 'childclass') ?? null, 0);
  return {
    format: 'mjcf',
    dialect: 'MJCF',
    mesh: placeMeshes(walk.placed.meshes, (fraction) => context.progress(0.5 + fraction / 2)),
    findings: takeFindings(findings),
    space: { metresPerUnit: 1, up: '+z', handedness: 'right' },
  };
}

/** Returns the tree with the children of included files in place of each `include`. MuJoCo includes each file once. */
async function withIncludes(element: XmlElement, context: ImportContext, seen: Set<string>): Promise<XmlElement> {
  const children: XmlElement[] = [];
  for (const child of element.children) {
    if (child.tag.name !== 'include') {
      children.push(await withIncludes(child, context, seen));
      continue;
    }
    const path = safeSidePath(attributeOf(child, 'file') ?? '');
    const { line } = child.tag;
    if (path === null)
      throw refuse('unsafe-path', 'An included file is not inside the folder of the file', 'Put it next to the file', { line });
    if (seen.has(path)) throw refuse('cyclic', `The file "${path}" is included twice`, 'Include each file once', { line });
    seen.add(path);
    const bytes = await context.readSideFile(path);
    if (bytes === null)
      throw refuse('missing-file', `The file needs "${path}", which was not supplied`, 'Open it together with its side files', { line });
    const included = readXmlTree(
      bytes,
      new Set(),
      byteProgress(() => context.progress(0), bytes.length),
    );
    children.push(...(await withIncludes(included, context, seen)).children);
  }
  return { ...element, children };
}

function anglesOf(root: XmlElement): AngleRules {
  let [radiansPerAngle, sequence] = [Math.PI / 180, 'xyz'];
  for (const element of xmlChildrenOf(root, 'compiler')) {
    const attributes = attributesOf(element);
    if (attributes.has('angle')) radiansPerAngle = attributes.get('angle') === 'radian' ? 1 : Math.PI / 180;
    sequence = attributes.get('eulerseq') ?? sequence;
    if (!/^[xyz]{3}$/i.test(sequence)) throw damagedAt(element, 'eulerseq is not three of the letters x, y, z, X, Y and Z');
  }
  return { radiansPerAngle, sequence };
}

interface Walk {
  readonly defaults: Defaults;
  readonly assets: MjcfAssets;
  readonly findings: FindingList;
  readonly rules: AngleRules;
  readonly placed: PlacedList;
  readonly geoms: { count: number };
}

const unread = new Set(['replicate', 'composite', 'flexcomp', 'attach']);

function walkBody(walk: Walk, body: XmlElement, worldFromBody: Matrix, childClass: string | null, depth: number): void {
  const { defaults, assets, findings, rules, placed, geoms } = walk;
  countStep(placed, depth);
  for (const child of body.children) {
    const { name, line } = child.tag;
    if (unread.has(name)) addFinding(findings, repeated, { line });
    if (name === 'geom') {
      const attributes = withDefaults(defaults, child, childClass);
      if (isFittedToMesh(attributes)) {
        addFinding(findings, fitted, { line });
        geoms.count++;
        continue;
      }
      const part = partOfGeom({ element: child, attributes, worldFromBody, number: geoms.count++ }, assets, rules);
      if (part === null) addFinding(findings, noTriangles, { line });
      else addPlaced(placed, part);
    }
    if (name !== 'body' && name !== 'frame') continue;
    const attributes = attributesOf(child);
    const pose = mjcfPose(child, attributes, rules);
    const inner = pose === identityTransform ? worldFromBody : multiply(worldFromBody, pose);
    walkBody(walk, child, inner, attributes.get('childclass') ?? childClass, depth + 1);
  }
}
