import { type BakeFormat, shapeFormat } from './bake-format.ts';
import { bulletShapes, writeBulletShapes } from './bullet-shapes/write-bullet-shapes.ts';
import { writeBulletBvh } from './bullet-bvh/write-bullet-bvh.ts';
import { writeBullet } from './bullet/write-bullet.ts';

/** The formats of Bullet. */
export const bulletFormats = {
  bullet: {
    name: 'bullet',
    title: 'Bullet 3 file',
    extension: 'bullet',
    keeps: '32-bit vertices, vertex and triangle order, the first tree as quantised AABBs with one triangle a leaf.',
    loses:
      '64-bit precision, other bounding volumes, larger leaves, parts and their transforms, materials, friction and layers, non-finite triangles. At most 2,097,151 triangles.',
    hasTree: true,
    keepsKind: false,
    coordinates: 'f32, replaced',
    keepsVertices: 'all',
    keepsTriangles: 'finite',
    write: writeBullet,
  },
  'bullet-shapes': {
    name: 'bullet-shapes',
    title: 'Bullet 3 shapes',
    extension: 'shapes.bullet',
    keeps:
      'Parts as children of one compound: boxes, spheres, capsules and cylinders as such, hulls, triangle meshes with their trees; 32-bit vertices, names.',
    loses: '64-bit precision, rendered parts, triggers, friction and layers.',
    ...shapeFormat,
    shapes: { of: bulletShapes, reading: { use: () => 'collider', keepsHull: true, storesPoints: true } },
    write: writeBulletShapes,
  },
  'bullet-bvh': {
    name: 'bullet-bvh',
    title: 'Bullet 3 tree in place',
    extension: 'bvh.bullet',
    keeps: '32-bit vertices, vertex and triangle order, the first tree as the image that Bullet uses without copying it.',
    loses:
      'Other machines than 64-bit Linux and other versions than 3.24; 64-bit precision, other bounding volumes, larger leaves, parts and their transforms, materials, friction and layers, non-finite triangles.',
    hasTree: true,
    keepsKind: false,
    coordinates: 'f32, replaced',
    keepsVertices: 'all',
    keepsTriangles: 'finite',
    write: writeBulletBvh,
  },
} as const satisfies Readonly<Record<string, BakeFormat>>;
