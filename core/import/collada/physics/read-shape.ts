import type { ColliderPhysics } from '../../../mesh/collider-physics.ts';
import { isAmount } from '../../../mesh/collider-physics.ts';
import type { ColliderShape, ExactShape } from '../../../mesh/collider-role.ts';
import { addFinding, type FindingKind } from '../../finding-list.ts';
import { parseNumbers, parseNumberText } from '../../text/parse-number.ts';
import { attributeOf, childOf, type XmlElement } from '../../xml/read-xml-tree.ts';
import { elementLocation, refersTo, techniqueOf, type Library } from '../library.ts';

/** What the `shape` of a rigid body consists of. */
export type ColladaShape = { readonly geometry: XmlElement; readonly kind: ColliderShape } | { readonly exact: ExactShape };

const skippedShapes: FindingKind = {
  code: 'ignored-elements',
  severity: 'warning',
  message: 'Shapes of rigid bodies were skipped: planes, shapes with elliptical or tapered ends, and shapes with invalid sizes',
  fix: 'Use meshes, boxes, spheres, capsules or cylinders',
};

/**
 * Returns what a `shape` consists of; `null` with a finding if it cannot be read. The axis of capsules and cylinders is
 * y. Source: COLLADA 1.4.1, chapter 6, `shape`, `box`, `capsule`, `cylinder`, `sphere`, `convex_mesh`.
 */
export function readColladaShape(library: Library, shape: XmlElement): ColladaShape | null {
  const instance = childOf(shape, 'instance_geometry');
  if (instance !== undefined) return colliderGeometry(library, refersTo(library, instance, 'url', 'geometry'));
  const exact = exactShape(shape);
  if (exact === null) addFinding(library.findings, skippedShapes, elementLocation(shape));
  return exact === null ? null : { exact };
}

/** Returns the named geometry, or the geometry whose convex hull it stands for; `null` if there is none. */
function colliderGeometry(library: Library, named: XmlElement | null): ColladaShape | null {
  const seen = new Set<XmlElement>();
  let kind: ColliderShape = 'triangles';
  for (let geometry = named; geometry !== null && !seen.has(geometry); ) {
    seen.add(geometry);
    const convex = childOf(geometry, 'convex_mesh');
    if (convex !== undefined) kind = 'hull';
    if (convex === undefined || attributeOf(convex, 'convex_hull_of') === undefined) return { geometry, kind };
    geometry = refersTo(library, convex, 'convex_hull_of', 'geometry');
  }
  return null;
}

function exactShape(shape: XmlElement): ExactShape | null {
  const numbersOf = (element: XmlElement, name: string): readonly number[] => {
    const numbers = parseNumbers(childOf(element, name)?.text ?? '');
    return numbers.every((value) => value >= 0 && value < Infinity) ? numbers : [];
  };
  for (const element of shape.children) {
    switch (element.tag.name) {
      case 'box': {
        const [x, y, z] = numbersOf(element, 'half_extents');
        return z === undefined ? null : { kind: 'box', size: [2 * x, 2 * y, 2 * z] };
      }
      case 'sphere': {
        const [radius] = numbersOf(element, 'radius');
        return radius === undefined ? null : { kind: 'sphere', radius };
      }
      case 'capsule':
      case 'cylinder': {
        const [height] = numbersOf(element, 'height');
        const radii = numbersOf(element, 'radius');
        const [radius] = radii;
        return height === undefined || radius === undefined || radii.some((other) => other !== radius)
          ? null
          : { kind: element.tag.name, height, radiusTop: radius, radiusBottom: radius };
      }
    }
  }
  return null;
}

/** Returns friction and restitution of a shape, or of its body; `undefined` without a physics material. */
export function colladaPhysics(library: Library, shape: XmlElement, common: XmlElement): ColliderPhysics | undefined {
  for (const element of [shape, common]) {
    const instance = childOf(element, 'instance_physics_material');
    const material =
      childOf(element, 'physics_material') ??
      (instance === undefined ? undefined : (refersTo(library, instance, 'url', 'physics_material') ?? undefined));
    const values = material === undefined ? undefined : techniqueOf(material);
    if (values !== undefined) return { material: materialOf(values), filter: null };
  }
  return undefined;
}

function materialOf(values: XmlElement): NonNullable<ColliderPhysics['material']> {
  const amount = (name: string): number => {
    const value = parseNumberText(childOf(values, name)?.text.trim() ?? '0');
    return isAmount(value) ? value : 0;
  };
  return {
    staticFriction: amount('static_friction'),
    dynamicFriction: amount('dynamic_friction'),
    restitution: amount('restitution'),
    frictionCombine: 'average',
    restitutionCombine: 'average',
  };
}
