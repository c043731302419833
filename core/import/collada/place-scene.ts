import { multiply } from '../../math/matrix.ts';
import { identityTransform, type Matrix } from '../../math/transform.ts';
import { poseOfSteps } from '../../mesh/animation/transform-step.ts';
import { addFinding } from '../finding-list.ts';
import { exportAgain, refuse } from '../refuse.ts';
import { atRest } from '../scene/animation-or-rest.ts';
import { recordNode, type NodeRecord } from '../scene/room.ts';
import { addPlaced, countStep, type PlacedList } from '../scene/placed-list.ts';
import { cleanName } from '../text/clean-name.ts';
import { attributeOf, childOf, xmlChildrenOf, type XmlElement } from '../xml/read-xml-tree.ts';
import { isAnimation, isPhysics, elementLocation, refersTo, techniqueOf, type Library } from './library.ts';
import { matrixOfRows, colladaNodeSteps, elementNumbers, type ColladaNodeSteps } from './node-transform.ts';
import type { FaceSet } from './read-geometry.ts';

/** The placed nodes, for the animations. */
export interface PlacedColladaScene {
  /**
   * Every placed node, parents before children. An instanced node appears once per instance. Recorded only if the
   * document has animations.
   */
  readonly record: NodeRecord<PlacedColladaNode>;
  /** What each placed mesh shows, in the order of the placed meshes. */
  readonly shown: ShownSet[];
  /** Where each node is first placed; `null` for the world. Recorded only if the document has physics. */
  readonly places: Map<XmlElement | null, NodePlace>;
}

/** A placed node with the parts that it shows. */
export interface NodePlace {
  readonly worldFromNode: Matrix;
  /** Index in the record; -1 without one. */
  readonly node: number;
  /** Indices of placed meshes. */
  readonly parts: { readonly geometry: XmlElement; readonly part: number }[];
}

export interface PlacedColladaNode extends ColladaNodeSteps {
  readonly element: XmlElement;
  /** Index of the parent; -1 for a root. */
  readonly parent: number;
}

export interface ShownSet {
  readonly geometry: XmlElement;
  readonly node: number;
  /** The `instance_controller`, if a controller shows the set. */
  readonly controlled: (Controlled & { readonly instance: XmlElement }) | null;
  /** Transform of a collider at its node; omitted for the identity. */
  readonly nodeFromShape?: Matrix;
}

export type SetsOf = (geometry: XmlElement) => readonly FaceSet[];

/**
 * Places what the nodes show, depth first in document order: a node's own geometries before those of instanced nodes
 * and of children. A skin is placed by its bind shape.
 * @throws InspectorError `cyclic`, `malformed` with the line; `too-large`.
 */
export function placeNodes(library: Library, nodes: readonly XmlElement[], setsOf: SetsOf, placed: PlacedList): PlacedColladaScene {
  const above = new Set<XmlElement>();
  const known = new Map<XmlElement, PosedSteps>();
  const result: PlacedColladaScene = {
    record: { nodes: [], isWanted: library.root.children.some(isAnimation) },
    shown: [],
    places: new Map(),
  };
  const hasPhysics = library.root.children.some(isPhysics);
  for (const node of nodes) place(node, -1, identityTransform);
  return result;

  function place(node: XmlElement, parent: number, worldFromParent: Matrix): void {
    countStep(placed, above.size);
    if (above.has(node)) throw refuse('cyclic', `The node ${nameOf(node)} is part of itself`, exportAgain, elementLocation(node));
    above.add(node);
    const own = known.get(node) ?? withPose(colladaNodeSteps(node));
    known.set(node, own);
    const at = recordNode(result.record, () => ({ ...own.node, element: node, parent }));
    const worldFromNode = multiply(worldFromParent, own.parentFromNode);
    if (hasPhysics && !result.places.has(node)) result.places.set(node, { worldFromNode, node: at, parts: [] });
    for (const instance of xmlChildrenOf(node, 'instance_geometry')) {
      const geometry = refersTo(library, instance, 'url', 'geometry');
      if (geometry !== null) placeSets(node, geometry, instance, worldFromNode, { geometry, node: at, controlled: null });
    }
    for (const instance of xmlChildrenOf(node, 'instance_controller')) {
      const controlled = controlledGeometry(library, instance);
      if (controlled !== null) {
        const worldFromShape = multiply(worldFromNode, controlled.shapeFromGeometry);
        placeSets(node, controlled.geometry, instance, worldFromShape, {
          geometry: controlled.geometry,
          node: at,
          controlled: { ...controlled, instance },
        });
      }
    }
    for (const instance of xmlChildrenOf(node, 'instance_node')) {
      const other = refersTo(library, instance, 'url', 'node');
      if (other !== null) place(other, at, worldFromNode);
    }
    for (const child of xmlChildrenOf(node, 'node')) place(child, at, worldFromNode);
    above.delete(node);
  }

  function placeSets(node: XmlElement, geometry: XmlElement, instance: XmlElement, worldFromPart: Matrix, shown: ShownSet): void {
    const name = nameOf(node) || nameOf(geometry);
    const sets = setsOf(geometry);
    const bound = boundMaterials(library, instance);
    sets.forEach(({ symbol, ...set }, i) => {
      addPlaced(placed, {
        name: sets.length > 1 ? `${name}/${i}` : name,
        ...set,
        worldFromPart,
        material: symbol === null ? undefined : (bound.get(symbol) ?? symbol),
      });
      result.shown.push(shown);
      const place = result.places.get(node);
      if (place !== undefined && place.worldFromNode === worldFromPart)
        place.parts.push({ geometry: shown.geometry, part: placed.meshes.length - 1 });
    });
  }
}

interface PosedSteps {
  readonly node: ColladaNodeSteps;
  readonly parentFromNode: Matrix;
}

function withPose(node: ColladaNodeSteps): PosedSteps {
  return { node, parentFromNode: poseOfSteps(node.steps, node.rest).parentFromNode };
}

/**
 * Returns the names of the materials that an instance binds, by the symbol of its geometry. A material that is missing
 * from the file is named by its symbol.
 */
function boundMaterials({ byId }: Library, instance: XmlElement): ReadonlyMap<string, string> {
  const bind = childOf(instance, 'bind_material');
  const bindings = bind === undefined ? [] : xmlChildrenOf(techniqueOf(bind) ?? bind, 'instance_material');
  return new Map(
    bindings.flatMap((binding) => {
      const symbol = attributeOf(binding, 'symbol');
      const material = byId.get((attributeOf(binding, 'target') ?? '').replace(/^#/, ''));
      return symbol === undefined || material?.tag.name !== 'material' ? [] : [[symbol, nameOf(material)]];
    }),
  );
}

/** Places each geometry without a transform, for a document without a scene, and returns where. */
export function placeGeometries(geometries: readonly XmlElement[], setsOf: SetsOf, placed: PlacedList): NodePlace {
  const place: NodePlace = { worldFromNode: identityTransform, node: -1, parts: [] };
  for (const geometry of geometries) {
    for (const { symbol, ...set } of setsOf(geometry)) {
      addPlaced(placed, { name: nameOf(geometry), ...set, worldFromPart: identityTransform, material: symbol ?? undefined });
      place.parts.push({ geometry, part: placed.meshes.length - 1 });
    }
  }
  return place;
}

/** Returns the `name` of an element, else its id. */
export function nameOf(element: XmlElement): string {
  return cleanName(attributeOf(element, 'name') ?? attributeOf(element, 'id') ?? '');
}

interface Controlled {
  readonly geometry: XmlElement;
  /** The `skin` and `morph` elements, outermost first. */
  readonly chain: readonly XmlElement[];
  /** The bind shape matrix of the skin. */
  readonly shapeFromGeometry: Matrix;
}

/** Returns the geometry below skins and morphs, which can be chained. */
function controlledGeometry(library: Library, instance: XmlElement): Controlled | null {
  addFinding(library.findings, atRest, elementLocation(instance));
  let controller = refersTo(library, instance, 'url', 'controller');
  let shapeFromGeometry = identityTransform;
  const seen = new Set<XmlElement>();
  const chain: XmlElement[] = [];
  while (controller !== null) {
    if (seen.has(controller)) throw refuse('cyclic', 'A controller controls itself', exportAgain, elementLocation(controller));
    seen.add(controller);
    const skin = childOf(controller, 'skin');
    const source = skin ?? childOf(controller, 'morph');
    if (source === undefined) return null;
    chain.push(source);
    const bind = childOf(source, 'bind_shape_matrix');
    if (skin !== undefined && bind !== undefined) shapeFromGeometry = multiply(shapeFromGeometry, matrixOfRows(elementNumbers(bind, 16)));
    const id = attributeOf(source, 'source')?.slice(1) ?? '';
    if (library.byId.get(id)?.tag.name !== 'controller') {
      const geometry = refersTo(library, source, 'source', 'geometry');
      return geometry === null ? null : { geometry, shapeFromGeometry, chain };
    }
    controller = refersTo(library, source, 'source', 'controller');
  }
  return null;
}
