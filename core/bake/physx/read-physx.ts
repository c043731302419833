import { InspectorError } from '../../error.ts';
import { ByteReader } from '../byte-reader.ts';
import { checkBv4Blocks } from './check-bv4-blocks.ts';
import {
  bv4BlockWords,
  bvh34,
  damagedPhysx,
  isPhysxMesh,
  maxBv4LeafTriangles,
  physxFlags,
  physxMagic,
  physxVersion,
  bv4Magic,
  bv4Version,
} from './layout.ts';
import { dequantisedBlocks, quantisedBlockWords } from './dequantised-blocks.ts';
import type { PhysxMesh } from './physx-mesh.ts';

const slotsPerBlock = 4;

/**
 * Reads a cooked mesh and checks what PhysX does not: vertex numbers, source triangles, every node, and that the file ends where it says.
 * The boxes of a quantised tree are compared as PhysX dequantises them. Tables that a collision mesh does not need (materials, adjacency, data for the GPU, distance fields) are passed over.
 * @throws InspectorError `invalid-bytes`, `truncated` or `unsupported-dialect` at its byte.
 */
export function readPhysx(bytes: Uint8Array): PhysxMesh {
  if (!isPhysxMesh(bytes)) throw damagedPhysx('it does not start with the letters NXS and MESH', 0);
  const reader = new ByteReader(bytes, damagedPhysx);
  reader.bytes(physxMagic.length, 'its first letters');
  const flags = readHead(reader);
  const counts = { vertices: reader.u32('its counts'), triangles: reader.u32('its counts') };
  if (counts.vertices === 0 || counts.triangles === 0) throw damagedPhysx('it has no triangle', reader.at - 8);
  const positions = readPositions(reader, counts.vertices);
  const index = readIndex(reader, counts, flags);
  if (flags & physxFlags.materials) reader.bytes(2 * counts.triangles, 'its materials');
  const sourceTriangles = flags & physxFlags.faceRemap ? readRemap(reader, counts.triangles) : null;
  if (flags & physxFlags.adjacency) reader.bytes(12 * counts.triangles, 'its adjacency');
  const blocks = readTree(reader, { positions, index });
  readFooter(reader, counts.triangles);
  const hasMore = (flags & (physxFlags.gpu | physxFlags.distanceField | physxFlags.vertexMap | physxFlags.inertia)) !== 0;
  if (!hasMore && !reader.isAtEnd) throw damagedPhysx('there are bytes after its end', reader.at);
  return { positions, index, sourceTriangles, blocks };
}

function readHead(reader: ByteReader): number {
  const version = reader.u32('its version');
  if (version !== physxVersion) throw otherVersion(`version ${version}; version ${physxVersion} of PhysX 5 is read`, reader.at - 4);
  const midphase = reader.u32('its midphase');
  if (midphase !== bvh34) throw otherVersion(`midphase ${midphase}; the trees of BVH34, 1, are read`, reader.at - 4);
  const flags = reader.u32('its flags');
  if ((flags & physxFlags.indices8) !== 0 && (flags & physxFlags.indices16) !== 0)
    throw damagedPhysx('its flags name indices of one byte and of two', reader.at - 4);
  return flags;
}

function otherVersion(what: string, byte: number): InspectorError {
  const fix = 'Cook it again with PhysX 5 for BVH34, or bake it from its source';
  return new InspectorError({ code: 'unsupported-dialect', message: `This cooked PhysX mesh is of ${what}`, fix, location: { byte } });
}

function readPositions(reader: ByteReader, vertices: number): Float32Array {
  const from = reader.at;
  const positions = reader.f32s(3 * vertices, 'its vertices');
  const bad = positions.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) throw damagedPhysx(`vertex ${Math.floor(bad / 3)} is not finite`, from + 4 * bad);
  return positions;
}

function readIndex(reader: ByteReader, { vertices, triangles }: { vertices: number; triangles: number }, flags: number): Uint32Array {
  const size = flags & physxFlags.indices8 ? 1 : flags & physxFlags.indices16 ? 2 : 4;
  const from = reader.at;
  const index = reader.unsigned(3 * triangles, size, 'its indices');
  const bad = index.findIndex((vertex) => vertex >= vertices);
  if (bad >= 0) throw damagedPhysx(`it names vertex ${index[bad]} of ${vertices}`, from + size * bad);
  return index;
}

function readRemap(reader: ByteReader, triangles: number): Uint32Array {
  const max = reader.u32('its face remap');
  const size = max <= 0xff ? 1 : max <= 0xffff ? 2 : 4;
  const from = reader.at;
  const remap = reader.unsigned(triangles, size, 'its face remap');
  const sorted = remap.slice().sort();
  const twice = sorted.findIndex((source, i) => i > 0 && source === sorted[i - 1]);
  if (twice >= 0) throw damagedPhysx(`it names source triangle ${sorted[twice]} twice`, from + size * remap.lastIndexOf(sorted[twice]));
  if (sorted[triangles - 1] !== max) throw damagedPhysx(`its largest source triangle is ${sorted[triangles - 1]}, not ${max}`, from - 4);
  return remap;
}

function readTree(reader: ByteReader, mesh: Pick<PhysxMesh, 'positions' | 'index'>): PhysxMesh['blocks'] {
  const from = reader.at;
  const letters = reader.bytes(bv4Magic.length, 'its tree');
  if (bv4Magic.some((letter, i) => letters[i] !== letter)) throw damagedPhysx('its tree does not start with the letters BV4', from);
  const version = reader.u32('its tree');
  if (version !== bv4Version) throw otherVersion(`tree version ${version}; version ${bv4Version} is read`, reader.at - 4);
  reader.bytes(16, 'the bounds of its tree');
  const rootData = reader.u32('its tree');
  const coefficients = reader.f32s(6, 'the coefficients of its tree');
  const isQuantised = reader.u32('its tree') !== 0;
  const slots = reader.u32('its tree');
  if (slots % slotsPerBlock !== 0)
    throw damagedPhysx(`its tree has ${slots} nodes, which is no multiple of ${slotsPerBlock}`, reader.at - 4);
  if (slots === 0 && mesh.index.length / 3 > maxBv4LeafTriangles)
    throw damagedPhysx(`it has no tree, which more than ${maxBv4LeafTriangles} triangles need`, reader.at - 4);
  const blocks = slots / slotsPerBlock;
  const nodesAt = reader.at;
  const own = reader.u32s((isQuantised ? quantisedBlockWords : bv4BlockWords) * blocks, 'its nodes');
  const words = isQuantised ? dequantisedBlocks(own, coefficients) : own;
  const fault = checkBv4Blocks({ ...mesh, blocks: words }, rootData, isQuantised);
  if (fault === null) return words;
  const block = Math.floor(fault.word / bv4BlockWords);
  throw damagedPhysx(fault.what, nodesAt + 4 * (isQuantised ? quantisedBlockWords * block : fault.word));
}

function readFooter(reader: ByteReader, triangles: number): void {
  const epsilon = reader.f32('its epsilon');
  if (!(epsilon >= 0 && epsilon < Infinity)) throw damagedPhysx('its epsilon is not a number of 0 or more', reader.at - 4);
  reader.bytes(24, 'its box');
  const flags = reader.u32('its edge flags');
  if (flags !== 0 && flags !== triangles) throw damagedPhysx(`it has ${flags} edge flags for ${triangles} triangles`, reader.at - 4);
  reader.bytes(flags, 'its edge flags');
}
