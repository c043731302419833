import type { Vec3 } from '../../math/vec3.ts';
import { nodeNamed, numberValue, textValue, type FbxNode } from './fbx-node.ts';

/** The properties of an object. Missing ones are taken from the template for its kind. */
export interface Properties {
  readonly own: FbxNode | undefined;
  readonly template: FbxNode | undefined;
}

/** Index of the first value of a property, after name, types and flags. */
const firstValues: Readonly<Record<string, number>> = { Properties70: 4, Properties60: 3 };

/** Returns the property list of a node, of either file generation. */
export function propertyList(node: FbxNode | undefined): FbxNode | undefined {
  return node === undefined ? undefined : (nodeNamed(node.children, 'Properties70') ?? nodeNamed(node.children, 'Properties60'));
}

/** Returns a property of three numbers, or the default if it is missing. */
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
