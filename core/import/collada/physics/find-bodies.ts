import { exportAgain, refuse } from '../../refuse.ts';
import { countStep, type PlacedList } from '../../scene/placed-list.ts';
import { attributeOf, childOf, xmlChildrenOf, type XmlElement } from '../../xml/read-xml-tree.ts';
import { elementLocation, refersTo, type Library } from '../library.ts';

/** A `rigid_body` as a physics scene places it. */
export interface FoundBody {
  readonly body: XmlElement;
  /** The `node` that the body moves, or below which the model is placed; `null` for the origin of the world. */
  readonly node: XmlElement | null;
  /** Address of the body: id of its model, and its sid. */
  readonly pointer: string;
}

/**
 * Returns the bodies of the physics scenes that `scene` instances; without any, those of all physics scenes; without a
 * physics scene, those of all models. Source: COLLADA 1.4.1, chapter 6, `physics_scene` and `physics_model`.
 * @throws InspectorError `cyclic`, `too-large`.
 */
export function findBodies(library: Library, placed: PlacedList): readonly FoundBody[] {
  const bodies: FoundBody[] = [];
  const above = new Set<XmlElement>();
  const scenes = physicsScenes(library);
  for (const scene of scenes) for (const instance of xmlChildrenOf(scene, 'instance_physics_model')) placeModel(instance, null);
  if (scenes.length > 0) return bodies;
  for (const model of listed(library, 'library_physics_models', 'physics_model')) {
    for (const body of xmlChildrenOf(model, 'rigid_body')) bodies.push({ body, node: null, pointer: addressOf(model, body) });
  }
  return bodies;

  function placeModel(instance: XmlElement, parent: XmlElement | null): void {
    countStep(placed, above.size);
    const model = refersTo(library, instance, 'url', 'physics_model');
    if (model === null) return;
    if (above.has(model)) throw refuse('cyclic', 'A physics model is part of itself', exportAgain, elementLocation(model));
    above.add(model);
    const below = attributeOf(instance, 'parent') === undefined ? parent : refersTo(library, instance, 'parent', 'node');
    const bound = xmlChildrenOf(instance, 'instance_rigid_body');
    for (const body of xmlChildrenOf(model, 'rigid_body')) {
      countStep(placed, above.size);
      const binding = bound.find((each) => isBody(body, attributeOf(each, 'body') ?? ''));
      const node = binding === undefined ? below : refersTo(library, binding, 'target', 'node');
      bodies.push({ body, node, pointer: addressOf(model, body) });
    }
    for (const inner of xmlChildrenOf(model, 'instance_physics_model')) placeModel(inner, below);
    above.delete(model);
  }
}

function physicsScenes(library: Library): readonly XmlElement[] {
  const scene = childOf(library.root, 'scene');
  const instanced = (scene === undefined ? [] : xmlChildrenOf(scene, 'instance_physics_scene')).flatMap(
    (each) => refersTo(library, each, 'url', 'physics_scene') ?? [],
  );
  return instanced.length > 0 ? instanced : listed(library, 'library_physics_scenes', 'physics_scene');
}

function listed({ root }: Library, library: string, name: string): readonly XmlElement[] {
  return xmlChildrenOf(root, library).flatMap((each) => xmlChildrenOf(each, name));
}

/** Returns whether a reference names a body: by its sid, as specified, or by its id. */
function isBody(body: XmlElement, reference: string): boolean {
  const name = reference.replace(/^#/, '');
  return attributeOf(body, 'sid') === name || attributeOf(body, 'id') === name || attributeOf(body, 'sid') === name.split('/').at(-1);
}

function addressOf(model: XmlElement, body: XmlElement): string {
  return [attributeOf(model, 'id'), attributeOf(body, 'sid') ?? attributeOf(body, 'id')].filter((each) => each !== undefined).join('/');
}
