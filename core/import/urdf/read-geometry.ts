import { multiply } from '../../math/matrix.ts';
import { identityTransform, type Matrix } from '../../math/transform.ts';
import type { ExactShape } from '../../mesh/collider-role.ts';
import { attributesOf, damagedAt, numbersOf } from '../robot/numbers.ts';
import { zFromY } from '../robot/rotation.ts';
import { childOf, type XmlElement } from '../xml/read-xml-tree.ts';

/** The geometry of a collision or visual element: a primitive, or a scaled mesh file. */
export type UrdfGeometry =
  | { readonly exact: ExactShape; readonly elementFromShape: Matrix }
  | { readonly uri: string; readonly elementFromShape: Matrix; readonly element: XmlElement };

/** Returns `null` for a kind that is not read. Source: URDF specification, `geometry`; capsules as in urdfdom. @throws InspectorError `malformed`. */
export function readUrdfGeometry(owner: XmlElement): UrdfGeometry | null {
  const geometry = childOf(owner, 'geometry');
  const element = geometry?.children[0];
  if (element === undefined) throw damagedAt(owner, `The element "${owner.tag.name}" has no geometry`);
  const attributes = attributesOf(element);
  const amount = (name: string): number => {
    const value = numbersOf(element, attributes, name, 1)?.[0];
    if (value === undefined || value < 0) throw damagedAt(element, `A ${element.tag.name} needs ${name}, a number of 0 or more`);
    return value;
  };
  switch (element.tag.name) {
    case 'box': {
      const [x = -1, y = -1, z = -1] = numbersOf(element, attributes, 'size', 3) ?? [];
      if (x < 0 || y < 0 || z < 0) throw damagedAt(element, 'A box needs size, three numbers of 0 or more');
      return { exact: { kind: 'box', size: [x, y, z] }, elementFromShape: identityTransform };
    }
    case 'sphere':
      return { exact: { kind: 'sphere', radius: amount('radius') }, elementFromShape: identityTransform };
    case 'cylinder':
    case 'capsule': {
      const radius = amount('radius');
      return {
        exact: { kind: element.tag.name, height: amount('length'), radiusTop: radius, radiusBottom: radius },
        elementFromShape: zFromY,
      };
    }
    case 'mesh': {
      const uri = attributes.get('filename');
      if (uri === undefined) throw damagedAt(element, 'A mesh has no filename');
      const [x = 1, y = 1, z = 1] = numbersOf(element, attributes, 'scale', 3) ?? [];
      const scale = x === 1 && y === 1 && z === 1 ? identityTransform : [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1];
      return { uri, elementFromShape: scale, element };
    }
    default:
      return null;
  }
}

/** Returns the transform of a part of a link. */
export function placedIn(worldFromLink: Matrix, origin: Matrix, elementFromShape: Matrix): Matrix {
  const world = origin === identityTransform ? worldFromLink : multiply(worldFromLink, origin);
  return elementFromShape === identityTransform ? world : multiply(world, elementFromShape);
}
