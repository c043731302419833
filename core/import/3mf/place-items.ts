import type { SourceLocation } from '../../error.ts';
import { multiply } from '../../math/matrix.ts';
import { identityTransform, type Matrix } from '../../math/transform.ts';
import { exportAgain, refuse } from '../refuse.ts';
import { addPlaced, countStep, type PlacedList } from '../scene/placed-list.ts';
import type { Model, ModelObject, Reference } from './model.ts';

/**
 * Returns the model part with a path.
 * @throws InspectorError `missing-file`.
 */
export type ModelOf = (path: string, location: SourceLocation) => Model;

/**
 * Adds the meshes that the build of a model places, depth first in the order of items and components. A nested object
 * is added once for each reference that reaches it.
 * @throws InspectorError `index-out-of-range`, `cyclic`, with the line; `too-large`.
 */
export function placeItems(root: Model, modelOf: ModelOf, placed: PlacedList): void {
  const above = new Set<ModelObject>();
  for (const item of root.items) place(root, item, identityTransform, '');

  function place(from: Model, reference: Reference, worldFromParent: Matrix, parentName: string): void {
    const { objectId, path } = reference;
    const here = { file: from.file, line: reference.line };
    countStep(placed, above.size);
    const model = path === null ? from : modelOf(path, here);
    const object = model.objects.get(objectId);
    if (object === undefined) throw refuse('index-out-of-range', `There is no object ${objectId}`, exportAgain, here);
    if (above.has(object)) throw refuse('cyclic', `Object ${objectId} is a component of itself`, exportAgain, here);
    const worldFromPart = multiply(worldFromParent, reference.parentFromObject);
    const name = object.name === '' ? parentName : object.name;
    if (object.mesh !== null) addPlaced(placed, { name: name === '' ? `object ${objectId}` : name, ...object.mesh, worldFromPart });
    above.add(object);
    for (const component of object.components) place(model, component, worldFromPart, name);
    above.delete(object);
  }
}
