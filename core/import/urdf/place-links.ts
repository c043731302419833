import { multiply } from '../../math/matrix.ts';
import { identityTransform, type Matrix } from '../../math/transform.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { attributesOf, damagedAt, numbersOf } from '../robot/numbers.ts';
import { ofEuler, placed } from '../robot/rotation.ts';
import { attributeOf, childOf, xmlChildrenOf, type XmlElement } from '../xml/read-xml-tree.ts';

/** A link with its pose at rest, with all joints at 0. */
export interface PlacedLink {
  readonly link: XmlElement;
  readonly worldFromLink: Matrix;
}

/** Returns the transform of the `origin` of an element. Source: URDF specification, `rpy` about the fixed axes X, Y and Z. */
export function originOf(element: XmlElement): Matrix {
  const origin = childOf(element, 'origin');
  if (origin === undefined) return identityTransform;
  const attributes = attributesOf(origin);
  const xyz = numbersOf(origin, attributes, 'xyz', 3) ?? [0, 0, 0];
  const rpy = numbersOf(origin, attributes, 'rpy', 3) ?? [0, 0, 0];
  return placed(ofEuler(rpy, 'XYZ')!, xyz as unknown as Vec3);
}

/** Returns the links in file order. @throws InspectorError `malformed`, `cyclic` with the line. */
export function placeLinks(robot: XmlElement): readonly PlacedLink[] {
  const links = xmlChildrenOf(robot, 'link');
  const byName = new Map(links.map((link) => [attributeOf(link, 'name') ?? '', link]));
  const joints = new Map<XmlElement, { readonly joint: XmlElement; readonly parent: XmlElement }>();
  for (const joint of xmlChildrenOf(robot, 'joint')) {
    const [parent, child] = ['parent', 'child'].map((role) => {
      const element = childOf(joint, role);
      const name = element === undefined ? undefined : attributeOf(element, 'link');
      const link = name === undefined ? undefined : byName.get(name);
      if (link === undefined) throw damagedAt(joint, `The ${role} link "${name ?? ''}" of a joint is missing`);
      return link;
    });
    if (joints.has(child!)) throw damagedAt(joint, `The link "${attributeOf(child!, 'name') ?? ''}" has two parents`);
    joints.set(child!, { joint, parent: parent! });
  }
  const known = new Map<XmlElement, Matrix>();
  for (const link of links) {
    // Up to a link of known pose, then down again: chains may be long.
    const chain: XmlElement[] = [];
    let at: XmlElement | undefined = link;
    while (at !== undefined && !known.has(at)) {
      chain.push(at);
      if (chain.length > links.length) throw damagedAt(link, 'The joints of the links form a loop');
      at = joints.get(at)?.parent;
    }
    for (const each of chain.toReversed()) {
      const above = joints.get(each);
      known.set(each, above === undefined ? identityTransform : multiply(known.get(above.parent)!, originOf(above.joint)));
    }
  }
  return links.map((link) => ({ link, worldFromLink: known.get(link)! }));
}
