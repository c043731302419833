import { exportAgain, refuse } from '../refuse.ts';
import { addFinding, type FindingKind, type FindingList } from '../finding-list.ts';
import { cleanName } from '../text/clean-name.ts';
import { nodeNamed, textValue, type FbxDocument, type FbxNode } from './fbx-node.ts';
import { shownText } from './object-text.ts';
import { propertyList, type Properties } from './properties.ts';

/** Id of the root from version 7 on. */
const rootId = '0';

const dangling: FindingKind = {
  code: 'format-violation',
  severity: 'warning',
  message: 'Connections name objects that the file does not have; their content is missing',
  fix: 'Export the file again',
};

/** The objects of an FBX file and their connections. */
export interface FbxScene {
  /** The models in file order, by their key. */
  readonly models: ReadonlyMap<string, FbxNode>;
  readonly geometries: ReadonlyMap<string, FbxNode>;
  readonly deformers: readonly FbxNode[];
  /** Every object by its key; the last object with a key wins. */
  readonly objects: ReadonlyMap<string, FbxNode>;
  /** Connected objects, by the key of their parent, in the order of the connections. */
  readonly links: ReadonlyMap<string, readonly FbxLink[]>;
  /**
   * Keys of the models and geometries connected to a parent, by its key, in the order of the connections. The key of
   * the root is `rootKey`.
   */
  readonly below: ReadonlyMap<string, readonly string[]>;
  /** Models without a parent model. */
  readonly roots: readonly string[];
  /** Names of the materials of a model, by its key, in the order of their connections. */
  readonly materials: ReadonlyMap<string, readonly string[]>;
  readonly template: FbxNode | undefined;
  readonly settings: Properties;
  /** Connections that may still be followed; see `follow`. */
  readonly budget: { left: number; readonly max: number };
}

/** A connection to an object, or to one of its properties. */
export interface FbxLink {
  readonly child: string;
  /** Empty for a connection to the object itself. */
  readonly property: string;
}

/** Returns the objects of a class and kind that are connected to a parent. */
export function linked(
  scene: FbxScene,
  key: string,
  name: string,
  kind?: string,
): readonly { readonly key: string; readonly node: FbxNode; readonly property: string }[] {
  return follow(scene, key).flatMap(({ child, property }) => {
    const node = scene.objects.get(child);
    return node?.name === name && (kind === undefined || objectKind(node) === kind) ? [{ key: child, node, property }] : [];
  });
}

/** Maximum of followed connections: in any file, and for each byte. Objects can share one list of connections. */
const minFollowed = 2 ** 20;
const maxFollowedPerByte = 64;

/**
 * Returns the connected objects of a parent, which is used `times` times.
 * @throws InspectorError `too-large` if all connections together were followed more often than the limit.
 */
export function follow({ links, budget }: FbxScene, key: string, times = 1): readonly FbxLink[] {
  const found = links.get(key) ?? [];
  budget.left -= times * found.length;
  if (budget.left < 0)
    throw refuse('too-large', `The objects of the file share connections more than ${budget.max} times`, 'Split the file into parts');
  return found;
}

/**
 * Returns the objects and connections of a file. Keys are ids from version 7 on, `class::name` before. In old files a
 * geometry is part of its model.
 * @throws InspectorError `malformed` if there are no objects.
 */
export function openScene({ nodes, version, bytes }: FbxDocument, findings: FindingList): FbxScene {
  const maxFollowed = minFollowed + maxFollowedPerByte * bytes.length;
  const objects = nodeNamed(nodes, 'Objects');
  if (objects === undefined) throw refuse('malformed', 'The file has no objects', exportAgain);
  const byClass = (name: string): ReadonlyMap<string, FbxNode> =>
    new Map(objects.children.flatMap((node) => (node.name === name ? [[objectKeyOf(node), node]] : [])));
  const models = byClass('Model');
  const geometries = byClass('Geometry');
  const materialNodes = byClass('Material');
  const materials = new Map<string, string[]>();
  const below = new Map<string, string[]>();
  const all = new Map(objects.children.map((node) => [objectKeyOf(node), node]));
  const links = new Map<string, FbxLink[]>();
  const children = new Set<string>();
  for (const connection of nodeNamed(nodes, 'Connections')?.children ?? []) {
    const [child, parent] = [String(connection.values[1]), String(connection.values[2])];
    const kind = textValue(connection, 0);
    if (kind === 'OO' || kind === 'OP') pushTo(links, parent, { child, property: kind === 'OP' ? textValue(connection, 3) : '' });
    if (kind !== 'OO') continue;
    const isOfMesh = (key: string): boolean => models.has(key) || geometries.has(key);
    const isThere = (key: string): boolean => key === rootId || all.has(key);
    if (version >= 7000 && ((isOfMesh(child) && !isThere(parent)) || (isOfMesh(parent) && !isThere(child))))
      addFinding(findings, dangling, connection.location);
    const material = materialNodes.get(child);
    if (material !== undefined && models.has(parent)) pushTo(materials, parent, cleanName(objectName(material)));
    if (!models.has(child) && !geometries.has(child)) continue;
    if (models.has(child) && models.has(parent)) children.add(child);
    pushTo(below, parent, child);
  }
  return {
    models,
    geometries,
    deformers: objects.children.filter((node) => node.name === 'Deformer'),
    objects: all,
    links,
    below,
    materials,
    roots: [...models.keys()].filter((key) => !children.has(key)),
    template: modelTemplate(nodes),
    settings: globalSettings(nodes, objects),
    budget: { left: maxFollowed, max: maxFollowed },
  };
}

export function isAnimated({ objects }: FbxScene): boolean {
  for (const { name } of objects.values()) if (name === 'AnimationCurveNode') return true;
  return false;
}

/** Adds a value to the list of a key. */
export function pushTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Returns `name` of `class::name`. */
export function objectName(node: FbxNode): string {
  const full = shownText(node.values.find((value): value is string => typeof value === 'string') ?? '');
  const mark = full.indexOf('::');
  return mark < 0 ? full : full.slice(mark + 2);
}

/** Returns the kind of a model or geometry: `Mesh`, `Line`, `NurbsSurface`. */
export function objectKind(node: FbxNode): string {
  const texts = node.values.filter((value): value is string => typeof value === 'string');
  return texts[1] ?? '';
}

/** Returns the key of an object: its id, or before version 7 its name. */
export function objectKeyOf(node: FbxNode): string {
  return String(node.values[0]);
}

function modelTemplate(nodes: readonly FbxNode[]): FbxNode | undefined {
  const types = nodeNamed(nodes, 'Definitions')?.children ?? [];
  const type = types.find((node) => node.name === 'ObjectType' && textValue(node, 0) === 'Model');
  const template = type === undefined ? undefined : nodeNamed(type.children, 'PropertyTemplate');
  return propertyList(template);
}

function globalSettings(nodes: readonly FbxNode[], objects: FbxNode): Properties {
  const settings = nodeNamed(nodes, 'GlobalSettings') ?? nodeNamed(objects.children, 'GlobalSettings');
  return { own: propertyList(settings), template: undefined };
}
