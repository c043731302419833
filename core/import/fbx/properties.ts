import type { Vec3 } from '../../math/vec3.ts';
import { nodeNamed, numberValue, textValue, type FbxNode } from './fbx-node.ts';

/** The properties of an object: its own, else those of the template for its kind. */
export interface Properties {
  readonly own: FbxNode | undefined;
  readonly template: FbxNode | undefined;
}

/** Where in a property's values its own begin: behind name, types and flags. */
const firstValues: Readonly<Record<string, number>> = { Properties70: 4, Properties60: 3 };

/** The list of properties in a node, of either generation. */
export function propertyList(node: FbxNode | undefined): FbxNode | undefined {
  return node === undefined ? undefined : (nodeNamed(node.children, 'Properties70') ?? nodeNamed(node.children, 'Properties60'));
}

/** Three numbers; the preset where nothing says them. */
export function vectorProperty(properties: Properties, name: string, preset: Vec3): Vec3 {
  const found = find(properties, name);
  if (found === undefined) return preset;
  const { property, first } = found;
  return [numberValue(property, first), numberValue(property, first + 1), numberValue(property, first + 2)];
}

export function numberProperty(properties: Properties, name: string, preset: number): number {
  const found = find(properties, name);
  const value = found === undefined ? Number.NaN : numberValue(found.property, found.first);
  return Number.isNaN(value) ? preset : value;
}

function find({ own, template }: Properties, name: string): { readonly property: FbxNode; readonly first: number } | undefined {
  for (const list of [own, template]) {
    const property = list?.children.find((candidate) => textValue(candidate, 0) === name);
    if (list !== undefined && property !== undefined) return { property, first: firstValues[list.name] ?? 4 };
  }
  return undefined;
}
