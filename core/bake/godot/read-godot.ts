import { InspectorError } from '../../error.ts';
import type { Finding } from '../../finding.ts';
import {
  addFinding,
  ignoredContent,
  ignoredElements,
  takeFindings,
  type FindingKind,
  type FindingList,
} from '../../import/finding-list.ts';
import { cleanName } from '../../import/text/clean-name.ts';
import { multiply } from '../../math/matrix.ts';
import { identityTransform, type Matrix } from '../../math/transform.ts';
import type { PhysicsMaterial } from '../../mesh/collider-physics.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { callNumbers, shapeOfResource, type GodotShape } from './godot-shape.ts';
import { readGodotText, type GodotSection, type GodotValue } from './godot-text.ts';
import { damagedGodot, godotDefaults, godotVersions } from './layout.ts';

/** A shape in its pose in the scene. */
export interface GodotCollider {
  readonly name: string;
  readonly shape: GodotShape;
  readonly worldFromShape: Matrix;
  /** Whether its body is an area, which only detects overlaps. */
  readonly isTrigger: boolean;
  /** `null` for the default of Godot. */
  readonly material: PhysicsMaterial | null;
}

export interface ReadGodot {
  readonly kind: 'scene' | 'shape';
  readonly colliders: readonly GodotCollider[];
  readonly findings: readonly Finding[];
}

const rendered: FindingKind = {
  ...ignoredContent,
  severity: 'info',
  message: 'Meshes, which only show something, were not read',
  fix: 'Export the scene from Godot as glTF to see them here',
};

const elsewhere: FindingKind = {
  ...ignoredContent,
  message: 'Scenes and shapes of other files were not read',
  fix: 'Make them local in Godot, and save the scene again',
};

const unread: FindingKind = {
  ...ignoredElements,
  message: 'Height maps, infinite planes and separation rays were skipped: they have no triangles',
};

const disabled: FindingKind = {
  ...ignoredElements,
  message: 'Disabled collision shapes were skipped',
  fix: 'Turn off "disabled" in Godot if they should collide',
};

/**
 * Reads text of Godot 4: the collision shapes of all bodies of a scene, or the shape of a resource.
 * @throws InspectorError `malformed` with the line; `unsupported-dialect` for text of Godot 3 or of a newer format; `too-large`; whatever `progress` throws.
 */
export function readGodot(bytes: Uint8Array, progress: Progress = noProgress): ReadGodot {
  const [head, ...sections] = readGodotText(decoded(bytes), progress);
  if (head === undefined || (head.kind !== 'gd_scene' && head.kind !== 'gd_resource'))
    throw damagedGodot('it does not start with [gd_scene] or [gd_resource]', 1);
  checkVersion(head);
  const findings: FindingList = new Map();
  const colliders = head.kind === 'gd_scene' ? collidersOf(sections, findings) : shapeOf(head, sections, findings);
  return { kind: head.kind === 'gd_scene' ? 'scene' : 'shape', colliders, findings: takeFindings(findings) };
}

/** Longer text does not fit into a string of every JavaScript engine. */
const maxBytes = 2 ** 28;

function decoded(bytes: Uint8Array): string {
  if (bytes.length > maxBytes) {
    const message = `The file has ${bytes.length} bytes; text of Godot is read up to ${maxBytes}`;
    throw new InspectorError({ code: 'too-large', message, fix: 'Split the scene, or save it as glTF', location: {} });
  }
  return new TextDecoder('utf-8').decode(new Uint8Array(bytes));
}

function checkVersion({ fields, line }: GodotSection): void {
  const version = fields.get('format');
  if (typeof version !== 'number') throw damagedGodot('its heading has no format number', line);
  if (version >= godotVersions.written && version <= godotVersions.newest) return;
  const isOld = version < godotVersions.written;
  throw new InspectorError({
    code: 'unsupported-dialect',
    message: `This file has format ${version} of Godot's text; formats ${godotVersions.written} and ${godotVersions.newest} are read`,
    fix: isOld ? 'Open it in Godot 4 and save it again' : 'Save it as glTF, or update Boxwood',
    location: { line },
  });
}

/** Returns the shape of a resource, at the origin. */
function shapeOf(head: GodotSection, sections: readonly GodotSection[], findings: FindingList): readonly GodotCollider[] {
  const type = textOf(head, 'type');
  const resource = sections.find(({ kind }) => kind === 'resource');
  if (resource === undefined) throw damagedGodot('it has no section [resource]', head.line);
  const shape = shapeOfResource(type, resource);
  if (shape === null) {
    addFinding(findings, unread, { line: resource.line });
    return [];
  }
  const name = resource.properties.get('resource_name');
  return [
    {
      name: cleanName(typeof name === 'string' ? name : ''),
      shape,
      worldFromShape: identityTransform,
      isTrigger: false,
      material: null,
    },
  ];
}

/** A node that others can have as parent. */
interface PlacedNode {
  readonly worldFromNode: Matrix;
  readonly type: string;
  readonly section: GodotSection;
}

function collidersOf(sections: readonly GodotSection[], findings: FindingList): readonly GodotCollider[] {
  const resources = new Map(sections.filter(({ kind }) => kind === 'sub_resource').map((section) => [idOf(section), section]));
  const shapes = new Map<GodotSection, GodotShape | null>();
  const nodes = new Map<string, PlacedNode>();
  const colliders: GodotCollider[] = [];
  for (const section of sections) {
    if (section.kind !== 'node') continue;
    const { fields, line } = section;
    const parentPath = fields.get('parent');
    const name = textOf(section, 'name');
    const parent = parentPath === undefined ? null : (nodes.get(String(parentPath)) ?? undefined);
    const type = typeof fields.get('type') === 'string' ? textOf(section, 'type') : '';
    // The nodes of an instance are in its own file.
    if (fields.has('instance') || parent === undefined) addFinding(findings, elsewhere, { line });
    if (parent === undefined) continue;
    const own = transformOf(section);
    const worldFromNode = parent === null ? own : multiply(parent.worldFromNode, own);
    const path = parentPath === undefined ? '.' : parentPath === '.' ? name : `${String(parentPath)}/${name}`;
    nodes.set(path, { worldFromNode, type, section });
    if (type === 'MeshInstance3D' || type.startsWith('CSG')) addFinding(findings, rendered, { line });
    if (type !== 'CollisionShape3D') continue;
    const shape = shapeOfNode(section, resources, shapes, findings);
    if (shape === null) continue;
    colliders.push({
      name: cleanName(name),
      shape,
      worldFromShape: worldFromNode,
      isTrigger: parent?.type === 'Area3D',
      material: parent === null ? null : materialOf(parent.section, resources),
    });
  }
  return colliders;
}

function idOf(section: GodotSection): string {
  const id = section.fields.get('id');
  if (typeof id !== 'string' && typeof id !== 'number') throw damagedGodot('a resource has no id', section.line);
  return String(id);
}

function textOf({ fields, line, kind }: GodotSection, name: string): string {
  const value = fields.get(name);
  if (typeof value !== 'string') throw damagedGodot(`the ${name} of a section [${kind}] is missing`, line);
  return value;
}

function shapeOfNode(
  section: GodotSection,
  resources: ReadonlyMap<string, GodotSection>,
  shapes: Map<GodotSection, GodotShape | null>,
  findings: FindingList,
): GodotShape | null {
  const { properties, line } = section;
  const reference = properties.get('shape');
  if (properties.get('disabled') === true) addFinding(findings, disabled, { line });
  if (reference === undefined || reference === null || properties.get('disabled') === true) return null;
  if (isCall(reference, 'ExtResource')) {
    addFinding(findings, elsewhere, { line });
    return null;
  }
  const resource = resourceOf(reference, resources, line);
  const known = shapes.get(resource);
  const shape = known === undefined ? shapeOfResource(textOf(resource, 'type'), resource) : known;
  shapes.set(resource, shape);
  if (shape === null) addFinding(findings, unread, { line });
  return shape;
}

function resourceOf(reference: GodotValue, resources: ReadonlyMap<string, GodotSection>, line: number): GodotSection {
  const id = isCall(reference, 'SubResource') ? reference.values[0] : undefined;
  const found = id === undefined ? undefined : resources.get(String(id));
  if (found === undefined) throw damagedGodot('a node refers to a resource that is not in the file', line);
  return found;
}

function isCall(value: GodotValue | undefined, name: string): value is Extract<GodotValue, { readonly name: string }> {
  return typeof value === 'object' && value !== null && !(value instanceof Float64Array) && value.name === name;
}

/** Returns the transform of a node: Godot writes the rows of the basis, then the origin. */
function transformOf({ properties, line }: GodotSection): Matrix {
  const value = properties.get('transform');
  if (value === undefined) return identityTransform;
  const m = callNumbers(value, 'Transform3D', 12);
  if (m === null) throw damagedGodot('the transform of a node is not a Transform3D of 12 finite numbers', line);
  return [m[0]!, m[3]!, m[6]!, 0, m[1]!, m[4]!, m[7]!, 0, m[2]!, m[5]!, m[8]!, 0, m[9]!, m[10]!, m[11]!, 1];
}

/** Returns the material of a body. Of two bodies Godot takes the lower friction, or that of a rough one, and adds what bounces. */
function materialOf({ properties, line }: GodotSection, resources: ReadonlyMap<string, GodotSection>): PhysicsMaterial | null {
  const reference = properties.get('physics_material_override');
  if (reference === undefined || !isCall(reference, 'SubResource')) return null;
  const { properties: values } = resourceOf(reference, resources, line);
  const amount = (name: 'friction' | 'bounce'): number => {
    const value = values.get(name) ?? godotDefaults[name];
    if (typeof value === 'number' && value >= 0 && value < Infinity) return value;
    throw damagedGodot(`the ${name} of a material is not a number of 0 or more`, line);
  };
  const friction = amount('friction');
  return {
    staticFriction: friction,
    dynamicFriction: friction,
    restitution: amount('bounce'),
    frictionCombine: values.get('rough') === true ? 'maximum' : 'minimum',
    restitutionCombine: 'maximum',
  };
}
