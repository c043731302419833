import { multiply } from '../../math/matrix.ts';
import { exportAgain, refuse } from '../refuse.ts';
import { componentCount, requireAccessor, type GltfSource } from './accessor-layout.ts';
import { isObject, type GltfNode } from './document.ts';
import { parentFromNode } from './node-transform.ts';
import { readNumbers } from './read-accessor.ts';
import type { MeshInstance } from './scene-instances.ts';

export const instancingExtension = 'EXT_mesh_gpu_instancing';

export interface InstancingAttribute {
  readonly name: string;
  readonly accessor: number;
  readonly pointer: string;
}

/** Maximum number of instances. A few numbers can declare many, and each becomes a part. */
const maxInstances = 2 ** 20;

const componentsOf: Readonly<Record<string, number>> = { TRANSLATION: 3, ROTATION: 4, SCALE: 3 };

/**
 * Replaces each node with EXT_mesh_gpu_instancing by one instance per copy, placed by node · T · R · S in f64. As the
 * extension requires, the node itself is not shown.
 * @throws InspectorError `malformed`, `index-out-of-range`, `too-large`, with the pointer.
 */
export function withGpuInstances(source: GltfSource, instances: readonly MeshInstance[]): readonly MeshInstance[] {
  const placed: MeshInstance[] = [];
  for (const instance of instances) {
    const attributes = instancingAttributes(source.document.nodes?.[instance.node] ?? {}, instance.node);
    if (attributes === null) placed.push(instance);
    else for (const copy of copiesOf(source, instance, attributes, maxInstances - placed.length)) placed.push(copy);
  }
  return placed;
}

/**
 * Returns the instancing attributes of a node; `null` for a node that is shown once. glTF-Validator does not know the
 * extension.
 */
export function instancingAttributes(node: GltfNode, index: number): readonly InstancingAttribute[] | null {
  const extension = node.extensions?.[instancingExtension];
  if (extension === undefined) return null;
  const pointer = `/nodes/${index}/extensions/${instancingExtension}`;
  const attributes = isObject(extension) ? extension['attributes'] : undefined;
  if (!isObject(attributes) || Object.keys(attributes).length === 0) {
    throw refuse('malformed', 'The instances of a node have no attributes', exportAgain, { pointer });
  }
  return Object.entries(attributes).map(([name, accessor]) => {
    const location = `${pointer}/attributes/${name}`;
    if (typeof accessor === 'number' && Number.isSafeInteger(accessor)) return { name, accessor, pointer: location };
    throw refuse('malformed', 'An accessor must be a whole number', exportAgain, { pointer: location });
  });
}

function copiesOf(
  source: GltfSource,
  instance: MeshInstance,
  attributes: readonly InstancingAttribute[],
  max: number,
): readonly MeshInstance[] {
  const count = commonCount(source, attributes);
  if (count > max) {
    const fix = 'Split the scene into several files';
    throw refuse('too-large', `The scene has more than ${maxInstances} instances`, fix, { pointer: `/nodes/${instance.node}` });
  }
  const [translations, rotations, scales] = ['TRANSLATION', 'ROTATION', 'SCALE'].map((name) => {
    const attribute = attributes.find((candidate) => candidate.name === name);
    return attribute === undefined ? null : readNumbers(source, attribute.accessor);
  });
  return Array.from({ length: count }, (_, copy) => {
    const nodeFromCopy = parentFromNode({
      translation: [...(translations?.subarray(3 * copy, 3 * copy + 3) ?? [])],
      rotation: [...(rotations?.subarray(4 * copy, 4 * copy + 4) ?? [])],
      scale: [...(scales?.subarray(3 * copy, 3 * copy + 3) ?? [])],
    });
    return { ...instance, worldFromNode: multiply(instance.worldFromNode, nodeFromCopy), copy, nodeFromCopy };
  });
}

function commonCount(source: GltfSource, attributes: readonly InstancingAttribute[]): number {
  const counts = attributes.map(({ name, accessor: index, pointer }) => {
    if (source.document.accessors?.[index] === undefined)
      throw refuse('index-out-of-range', `There is no accessor ${index}`, exportAgain, { pointer });
    const accessor = requireAccessor(source, index);
    const wanted = componentsOf[name];
    if (wanted !== undefined && componentCount(accessor, `/accessors/${index}`) !== wanted) {
      throw refuse('malformed', `${name} needs ${wanted} components`, exportAgain, { pointer });
    }
    return accessor.count;
  });
  const [count = 0] = counts;
  const other = counts.findIndex((candidate) => candidate !== count);
  if (other < 0) return count;
  throw refuse('malformed', `One attribute has ${count} instances and another ${counts[other]}`, exportAgain, {
    pointer: attributes[other].pointer,
  });
}
