import { type Bounds, meshBounds, triangleCount, type TriangleMesh } from '#core/mesh';
import type { DrawnInstances } from '../state/camera/frame-info.ts';
import { createDetailPlan, detail, type DetailPlan, meshRoom, planDetail } from './instance-detail.ts';
import { createInstancePoints, type InstancePoints, setPoint, showPoints } from './instance-points.ts';
import { type InstancedMesh, instancedMesh, instancedObject, instancesMaterial, writeRows, writeTint } from './instanced-mesh.ts';
import type { InstancesInput, InstancesLayer } from './drawn-instances.ts';
import { layerOf } from './layer.ts';
import { type LocalSpace, localSpaceOf } from './local-space.ts';
import { uploadFirst } from './upload-first.ts';

/** A mesh of the scene. The middle of its bounds is the origin of its local space. */
interface Kind {
  readonly triangles: number;
  readonly space: LocalSpace;
  /** Half the extents of the bounds, local space. */
  readonly half: readonly [x: number, y: number, z: number];
  /** With room for the instances that a plan can draw; `null` for none. */
  readonly near: InstancedMesh | null;
}

/** Everything that a frame chooses from. */
interface Detailed {
  readonly kinds: readonly Kind[];
  readonly kindOf: Uint32Array;
  readonly plan: DetailPlan;
  /** (12·n) view space from the local space of the mesh. */
  readonly rows: Float32Array;
  /** (4·n) centre and radius, view space. */
  readonly spheres: Float32Array;
  /** (4·n) */
  readonly tints: Uint8Array;
  readonly boxes: InstancedMesh;
  readonly points: InstancePoints;
}

/** Returns instances with more triangles than can be drawn: near ones are meshes, others boxes and points. They own their geometry. */
export function createDetailedInstances(input: InstancesInput): InstancesLayer {
  const { meshOf, viewSpace, palette, budget } = input;
  const parts = createParts(input);
  const { kinds, rows, spheres, tints, plan, boxes, points } = parts;
  const triangles = kinds.map((kind) => kind.triangles);
  const drawn = [...kinds.map(({ near }) => near).filter((near) => near !== null), boxes];
  const material = instancesMaterial(palette);
  const objects = drawn.map(({ geometry }) => instancedObject(geometry, material));
  const showUsed = (): void => objects.forEach((object, at) => (object.visible = drawn[at]!.geometry.instanceCount > 0));
  let isStale = true;
  let seen = '';
  let last: DrawnInstances = { meshes: 0, boxes: 0, points: 0 };
  return {
    ...layerOf([...objects, points.object], [material, points, ...drawn.map(({ geometry }) => geometry)]),
    place(matrices) {
      for (let i = 0; i < meshOf.length; i++) {
        const { space, half } = kinds[meshOf[i]!]!;
        writeRows(rows, i, matrices, i, space, viewSpace);
        writeSphere(spheres, rows, i, half);
      }
      isStale = true;
    },
    paint(colourOf) {
      for (let i = 0; i < meshOf.length; i++) writeTint(tints, i, colourOf(i));
      isStale = true;
    },
    arrange(camera) {
      const now = `${camera.height} ${Array.from(camera.clip).join()}`;
      if (!isStale && now === seen) return last;
      [isStale, seen] = [false, now];
      planDetail(plan, spheres, { meshOf, triangles }, camera, budget);
      last = fill(parts);
      showUsed();
      return last;
    },
  };
}

function createParts({ meshes, meshOf, palette, pixels, budget }: InstancesInput): Detailed {
  const count = meshOf.length;
  const members = new Uint32Array(meshes.length);
  for (const mesh of meshOf) members[mesh]!++;
  return {
    kinds: meshes.map((mesh, index): Kind => {
      const triangles = triangleCount(mesh);
      const bounds = meshBounds(mesh) ?? { min: [0, 0, 0], max: [0, 0, 0] };
      const space = localSpaceOf(bounds);
      const room = meshRoom(triangles, members[index]!, budget);
      return { triangles, space, half: halfOf(bounds, space), near: room === 0 ? null : instancedMesh(mesh, space, room) };
    }),
    kindOf: meshOf,
    plan: createDetailPlan(count),
    rows: new Float32Array(12 * count),
    spheres: new Float32Array(4 * count),
    tints: new Uint8Array(4 * count),
    boxes: instancedMesh(unitBox(), { origin: [0, 0, 0], unit: 1 }, Math.min(count, budget.boxes)),
    points: createInstancePoints(count, palette, pixels),
  };
}

function halfOf({ min, max }: Bounds, { unit }: LocalSpace): Kind['half'] {
  return [(max[0] - min[0]) / 2 / unit, (max[1] - min[1]) / 2 / unit, (max[2] - min[2]) / 2 / unit];
}

/** Writes the sphere around the box, along the axes of the view space, that holds a placed box. Hot. */
function writeSphere(spheres: Float32Array, rows: Float32Array, i: number, [x, y, z]: Kind['half']): void {
  let square = 0;
  for (let row = 0; row < 3; row++) {
    const at = 12 * i + 4 * row;
    const half = Math.abs(rows[at]!) * x + Math.abs(rows[at + 1]!) * y + Math.abs(rows[at + 2]!) * z;
    square += half * half;
    spheres[4 * i + row] = rows[at + 3]!;
  }
  spheres[4 * i + 3] = Math.sqrt(square);
}

/** Copies the planned instances to what is drawn. Hot. */
function fill({ kinds, kindOf, plan, rows, spheres, tints, boxes, points }: Detailed): DrawnInstances {
  const { order, levels, count } = plan;
  for (const { near } of kinds) if (near !== null) near.geometry.instanceCount = 0;
  boxes.geometry.instanceCount = 0;
  let meshes = 0;
  let dots = 0;
  for (let at = 0; at < count; at++) {
    const i = order[at]!;
    if (levels[at] === detail.point) setPoint(points, dots++, spheres, tints, i);
    else if (levels[at] === detail.box) addInstance(boxes, rows, tints, i, kinds[kindOf[i]!]!.half);
    else {
      addInstance(kinds[kindOf[i]!]!.near!, rows, tints, i, [1, 1, 1]);
      meshes++;
    }
  }
  for (const { near } of kinds) if (near !== null) upload(near);
  upload(boxes);
  showPoints(points, dots);
  return { meshes, boxes: boxes.geometry.instanceCount, points: dots };
}

function addInstance(to: InstancedMesh, rows: Float32Array, tints: Uint8Array, i: number, scales: Kind['half']): void {
  const at = to.geometry.instanceCount++;
  const target = to.rows.array;
  for (let row = 0; row < 12; row += 4) {
    for (let column = 0; column < 3; column++) target[12 * at + row + column] = rows[12 * i + row + column]! * scales[column]!;
    target[12 * at + row + 3] = rows[12 * i + row + 3]!;
  }
  for (let k = 0; k < 3; k++) to.tint.array[4 * at + k] = tints[4 * i + k]!;
}

/** Uploads the instances in use. */
function upload({ rows, tint, geometry: { instanceCount } }: InstancedMesh): void {
  uploadFirst(rows, 12 * instanceCount);
  uploadFirst(tint, 4 * instanceCount);
}

/** Returns the box from -1 to 1 as a mesh of twelve triangles. */
function unitBox(): TriangleMesh {
  const positions = Float64Array.from({ length: 24 }, (_, k) => ((k / 3) & (1 << (k % 3)) ? 1 : -1));
  const indices = Uint32Array.from([
    0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
  ]);
  return { positions, indices, parts: [] };
}
