import { multiply } from '../../math/matrix.ts';
import { identityTransform, type Matrix } from '../../math/transform.ts';
import { addFinding, type FindingKind } from '../finding-list.ts';
import { exportAgain, refuse } from '../refuse.ts';
import { addPlaced, countStep, type PlacedList } from '../scene/placed-list.ts';
import { cleanName } from '../text/clean-name.ts';
import { attributeOf, childOf, childrenOf, type XmlElement } from '../xml/read-xml-tree.ts';
import { placeOf, refersTo, techniqueOf, type Library } from './library.ts';
import { matrixOfRows, numbersOf, parentFromNode } from './node-transform.ts';
import type { FaceSet } from './read-geometry.ts';

const notApplied: FindingKind = {
  code: 'not-applied',
  severity: 'info',
  message: 'Skins and morph targets are not applied: the mesh is the scene at rest',
  cure: 'Apply them in the program that made the file if they are meant to collide',
};

export type SetsOf = (geometry: XmlElement) => readonly FaceSet[];

/**
 * What the nodes show, depth first in the order of the document: own geometries before those of instanced nodes and of
 * children. A skin stands where its bind shape is. @throws InspectorError `cyclic`, `malformed` with the line; `too-large`.
 */
export function placeNodes(library: Library, nodes: readonly XmlElement[], setsOf: SetsOf, placed: PlacedList): void {
  const above = new Set<XmlElement>();
  for (const node of nodes) place(node, identityTransform);

  function place(node: XmlElement, worldFromParent: Matrix): void {
    countStep(placed, above.size);
    if (above.has(node)) throw refuse('cyclic', `The node ${nameOf(node)} is part of itself`, exportAgain, placeOf(node));
    above.add(node);
    const worldFromNode = multiply(worldFromParent, parentFromNode(node));
    for (const instance of childrenOf(node, 'instance_geometry')) {
      const geometry = refersTo(library, instance, 'url', 'geometry');
      if (geometry !== null) placeSets(node, geometry, instance, worldFromNode);
    }
    for (const instance of childrenOf(node, 'instance_controller')) {
      const controlled = controlledGeometry(library, instance);
      if (controlled !== null) placeSets(node, controlled.geometry, instance, multiply(worldFromNode, controlled.shapeFromGeometry));
    }
    for (const instance of childrenOf(node, 'instance_node')) {
      const other = refersTo(library, instance, 'url', 'node');
      if (other !== null) place(other, worldFromNode);
    }
    for (const child of childrenOf(node, 'node')) place(child, worldFromNode);
    above.delete(node);
  }

  function placeSets(node: XmlElement, geometry: XmlElement, instance: XmlElement, worldFromPart: Matrix): void {
    const name = nameOf(node) || nameOf(geometry);
    const sets = setsOf(geometry);
    const bound = boundMaterials(library, instance);
    sets.forEach(({ symbol, ...set }, i) => addPlaced(placed, { name: sets.length > 1 ? `${name}/${i}` : name, ...set, worldFromPart, material: symbol === null ? undefined : (bound.get(symbol) ?? symbol) }));
  }
}

/** Names of the materials that an instance binds to the symbols of its geometry. One that is not in the file has the name of its symbol. */
function boundMaterials({ byId }: Library, instance: XmlElement): ReadonlyMap<string, string> {
  const bind = childOf(instance, 'bind_material');
  const bindings = bind === undefined ? [] : childrenOf(techniqueOf(bind) ?? bind, 'instance_material');
  return new Map(bindings.flatMap((binding) => {
    const symbol = attributeOf(binding, 'symbol');
    const material = byId.get((attributeOf(binding, 'target') ?? '').replace(/^#/, ''));
    return symbol === undefined || material?.tag.name !== 'material' ? [] : [[symbol, nameOf(material)]];
  }));
}

/** For a document without a scene: each geometry where it is. */
export function placeGeometries(geometries: readonly XmlElement[], setsOf: SetsOf, placed: PlacedList): void {
  for (const geometry of geometries) {
    for (const { symbol, ...set } of setsOf(geometry)) addPlaced(placed, { name: nameOf(geometry), ...set, worldFromPart: identityTransform, material: symbol ?? undefined });
  }
}

/** The name for people, else the id. */
export function nameOf(element: XmlElement): string {
  return cleanName(attributeOf(element, 'name') ?? attributeOf(element, 'id') ?? '');
}

interface Controlled {
  readonly geometry: XmlElement;
  /** Where a skin was bound. */
  readonly shapeFromGeometry: Matrix;
}

/** The geometry below skins and morphs, which may stand on each other. */
function controlledGeometry(library: Library, instance: XmlElement): Controlled | null {
  addFinding(library.findings, notApplied, placeOf(instance));
  let controller = refersTo(library, instance, 'url', 'controller');
  let shapeFromGeometry = identityTransform;
  const seen = new Set<XmlElement>();
  while (controller !== null) {
    if (seen.has(controller)) throw refuse('cyclic', 'A controller controls itself', exportAgain, placeOf(controller));
    seen.add(controller);
    const skin = childOf(controller, 'skin');
    const source = skin ?? childOf(controller, 'morph');
    if (source === undefined) return null;
    const bind = childOf(source, 'bind_shape_matrix');
    if (skin !== undefined && bind !== undefined) shapeFromGeometry = multiply(shapeFromGeometry, matrixOfRows(numbersOf(bind, 16)));
    const id = attributeOf(source, 'source')?.slice(1) ?? '';
    if (library.byId.get(id)?.tag.name !== 'controller') {
      const geometry = refersTo(library, source, 'source', 'geometry');
      return geometry === null ? null : { geometry, shapeFromGeometry };
    }
    controller = refersTo(library, source, 'source', 'controller');
  }
  return null;
}
