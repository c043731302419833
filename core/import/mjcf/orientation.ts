import { identityTransform, type Matrix } from '../../math/transform.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { damagedAt, numbersOf, type Attributes } from '../robot/numbers.ts';
import { aboutAxis, ofAxes, ofEuler, ofQuaternion, placed, zTowards } from '../robot/rotation.ts';
import { normalized } from '../../math/vec3.ts';
import type { XmlElement } from '../xml/read-xml-tree.ts';

/** What the `compiler` element declares about angles. */
export interface AngleRules {
  readonly radiansPerAngle: number;
  readonly sequence: string;
}

/** Returns the pose of a body, frame or geom. Source: MuJoCo documentation, "Frame orientations". @throws InspectorError `malformed`. */
export function mjcfPose(element: XmlElement, attributes: Attributes, rules: AngleRules): Matrix {
  const position = numbersOf(element, attributes, 'pos', 3);
  const rotation = rotationOf(element, attributes, rules);
  if (position === null) return rotation ?? identityTransform;
  return placed(rotation ?? identityTransform, position as unknown as Vec3);
}

function rotationOf(element: XmlElement, attributes: Attributes, { radiansPerAngle, sequence }: AngleRules): Matrix | null {
  const read = (name: string, count: number): readonly number[] | null => numbersOf(element, attributes, name, count);
  const quat = read('quat', 4);
  if (quat !== null) return known(element, 'quat', ofQuaternion(quat));
  const euler = read('euler', 3);
  if (euler !== null)
    return known(
      element,
      'euler',
      ofEuler(
        euler.map((angle) => angle * radiansPerAngle),
        sequence,
      ),
    );
  const axisAngle = read('axisangle', 4);
  if (axisAngle !== null) {
    const [x = 0, y = 0, z = 0, angle = 0] = axisAngle;
    const axis = normalized([x, y, z]);
    return known(element, 'axisangle', axis === null ? null : aboutAxis(axis, angle * radiansPerAngle));
  }
  const axes = read('xyaxes', 6);
  if (axes !== null) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = axes;
    return known(element, 'xyaxes', ofAxes([a, b, c], [d, e, f]));
  }
  const z = read('zaxis', 3);
  return z === null ? null : known(element, 'zaxis', zTowards(z as unknown as Vec3));
}

function known(element: XmlElement, name: string, matrix: Matrix | null): Matrix {
  if (matrix === null) throw damagedAt(element, `${name} of the element "${element.tag.name}" is not a rotation`);
  return matrix;
}
