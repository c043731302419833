import type { SourceLocation } from '../../error.ts';
import { multiply } from '../../math/matrix.ts';
import { identityTransform, type Matrix } from '../../math/transform.ts';
import { addFinding, type FindingKind, type FindingList } from '../finding-list.ts';
import { exportAgain, refuse } from '../refuse.ts';
import { addPlaced, countStep, type PlacedList } from '../scene/placed-list.ts';
import type { Model, ModelObject, Reference } from './model.ts';
import { violation } from './violation.ts';

const otherItems: FindingKind = {
  code: 'format-violation',
  severity: 'warning',
  message: 'The build has objects of the type "other", which 3MF forbids; they are shown',
  fix: 'Remove them from the build, or change their type, in the program that made the file',
};

const deepPath = violation('Model parts other than the root refer to other parts, which 3MF forbids; these were read');

/**
 * Returns the model part with a path.
 * @throws InspectorError `missing-file`.
 */
export type ModelOf = (path: string, location: SourceLocation) => Model;

/**
 * Adds the meshes that the build of a model places, depth first in the order of items and components. A nested object
 * is added once for each reference that reaches it. Adds a finding for each reference to an object of the type `other`,
 * and from one part to another below the root. Source: 3MF Core 3.4.3.1; production extension 1.1.2, chapter 2.
 * @throws InspectorError `index-out-of-range`, `cyclic`, with the line; `too-large`.
 */
export function placeItems(root: Model, modelOf: ModelOf, placed: PlacedList, findings: FindingList): void {
  const above = new Set<ModelObject>();
  const noted = new Set<Reference>();
  for (const item of root.items) place(root, item, identityTransform, '');

  function place(from: Model, reference: Reference, worldFromParent: Matrix, parentName: string): void {
    const { objectId, path } = reference;
    const here = { file: from.file, line: reference.line };
    countStep(placed, above.size);
    const model = path === null ? from : modelOf(path, here);
    const object = model.objects.get(objectId);
    if (object === undefined) throw refuse('index-out-of-range', `There is no object ${objectId}`, exportAgain, here);
    if (above.has(object)) throw refuse('cyclic', `Object ${objectId} is a component of itself`, exportAgain, here);
    if (!noted.has(reference)) {
      if (object.type === 'other' && object.mesh !== null) addFinding(findings, otherItems, here);
      if (path !== null && from !== root) addFinding(findings, deepPath, here);
    }
    noted.add(reference);
    const worldFromPart = multiply(worldFromParent, reference.parentFromObject);
    const name = object.name === '' ? parentName : object.name;
    if (object.mesh !== null) addPlaced(placed, { name: name === '' ? `object ${objectId}` : name, ...object.mesh, worldFromPart });
    above.add(object);
    for (const component of object.components) place(model, component, worldFromPart, name);
    above.delete(object);
  }
}
