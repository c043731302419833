import { components } from '../../mesh/components.ts';
import { pieces, type Pieces } from '../../mesh/pieces.ts';
import { meshTopology, type MeshTopology } from '../../mesh/topology.ts';
import { triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { healthOptions } from '../../options/health-options.ts';
import { defaultValues } from '../../options/option.ts';
import type { Progress } from '../../progress.ts';
import { findBoundaryLoops, loopVertices } from '../checks/shared/find-boundary-loops.ts';
import { solidStates } from '../study/solids/solids.ts';
import { studyMesh } from '../study/mesh-study.ts';
import { keptDraft } from './mesh-draft.ts';
import type { Repair } from './repair.ts';
import { signedVolumeOf } from './signed-volume.ts';
import { normalOf } from './split-sides.ts';

export const fixWinding: Repair = {
  name: 'fix-winding',
  title: 'Fix winding',
  meaning: 'Flips triangles so that neighbours agree, and pieces so that they face outward; open sheets keep the side of their majority',
  options: ['fixWinding'],
  clears: ['inconsistent-winding', 'inside-out-pieces'],
  isRequested: (options) => options.fixWinding === true,
  run: (mesh, _, progress) => {
    const topology = meshTopology(mesh);
    const found = pieces(topology);
    progress(0.2);
    const isFlipped = found.isFlipped.slice();
    const inconsistent = isFlipped.reduce((sum, flipped) => sum + flipped, 0);
    const unified: TriangleMesh = { ...mesh, indices: flipped(mesh.indices, isFlipped) };
    const closed = insideOutSolids(unified, progress);
    const open = insideOutShells(unified, meshTopology(unified), found);
    for (const set of [...closed, ...open]) for (const triangle of set) isFlipped[triangle] = 1 - isFlipped[triangle];
    const changed = isFlipped.reduce((sum, one) => sum + one, 0);
    const counts = [
      { what: 'triangles flipped', count: changed },
      { what: 'triangles with a winding unlike their neighbours', count: inconsistent },
      { what: 'closed components flipped to face outward', count: closed.length },
      { what: 'open components flipped to face outward', count: open.length },
      { what: 'non-orientable pieces left', count: found.isOrientable.reduce((sum, one) => sum + 1 - one, 0) },
    ];
    return { draft: changed === 0 ? null : { ...keptDraft(mesh), indices: flipped(mesh.indices, isFlipped) }, counts, bound: 0 };
  },
};

/** Returns the indices with the last two corners of some triangles exchanged. */
function flipped(indices: Uint32Array, isFlipped: Uint8Array): Uint32Array {
  const all = indices.slice();
  for (let triangle = 0; triangle < isFlipped.length; triangle++) {
    if (isFlipped[triangle] === 0) continue;
    all[3 * triangle + 1] = indices[3 * triangle + 2];
    all[3 * triangle + 2] = indices[3 * triangle + 1];
  }
  return all;
}

/** Returns the triangles of closed solids that face inward and bound no cavity. */
function insideOutSolids(mesh: TriangleMesh, progress: Progress): readonly Uint32Array[] {
  const { sets, states } = studyMesh(mesh, defaultValues(healthOptions), null).solids((fraction) => progress(0.2 + 0.7 * fraction));
  return [...states.keys()]
    .filter((solid) => states[solid] === solidStates.insideOut)
    .map((solid) => sets.triangles.subarray(sets.first[solid], sets.first[solid + 1]));
}

/** Holes with a larger area than this part of their surface are the rim of a sheet, which has no outside. */
const maxOpenPart = 0.5;

/** Returns the triangles of open, connected surfaces that face inward and are closed but for holes that are small compared with them. */
function insideOutShells(
  mesh: TriangleMesh,
  topology: MeshTopology,
  { isClosed, isOrientable, sets: ofPieces }: Pieces,
): readonly Uint32Array[] {
  const sets = components(topology);
  const isShell = new Uint8Array(sets.count);
  for (let piece = 0; piece < ofPieces.count; piece++) {
    if (isClosed[piece] === 0) isShell[sets.setOf[ofPieces.triangles[ofPieces.first[piece]]]] |= isOrientable[piece] === 1 ? 1 : 2;
    else isShell[sets.setOf[ofPieces.triangles[ofPieces.first[piece]]]] |= 2;
  }
  if (!isShell.includes(1)) return [];
  const caps = capsOf(mesh, topology, sets.setOf, sets.count);
  const found: Uint32Array[] = [];
  for (let set = 0; set < sets.count; set++) {
    if (isShell[set] !== 1 || caps.isBroken[set] === 1) continue;
    const own = sets.triangles.subarray(sets.first[set], sets.first[set + 1]);
    const about = caps.aboutOf[set];
    const volume = signedVolumeOf(mesh, own, about) + caps.volumes[set];
    if (volume < 0 && caps.areas[set] < maxOpenPart * areaOf(mesh, own)) found.push(own);
  }
  return found;
}

/** Returns for each set the area and volume of fans over its loops, about its first vertex; `isBroken` where a loop is not closed. */
function capsOf(mesh: TriangleMesh, topology: MeshTopology, setOf: Uint32Array, count: number) {
  const volumes = new Float64Array(count);
  const areas = new Float64Array(count);
  const isBroken = new Uint8Array(count);
  const aboutOf = new Uint32Array(count);
  const isKnown = new Uint8Array(count);
  for (let triangle = 0; triangle < setOf.length; triangle++) {
    const set = setOf[triangle];
    if (set >= count || isKnown[set] === 1) continue;
    isKnown[set] = 1;
    aboutOf[set] = mesh.indices[3 * triangle];
  }
  const loops = findBoundaryLoops(topology);
  for (let loop = 0; loop < loops.isClosed.length; loop++) {
    const set = setOf[Math.floor(topology.edgeSides[topology.edgeFirst[loops.edges[loops.first[loop]]]] / 3)];
    if (loops.isClosed[loop] === 0) isBroken[set] = 1;
    else {
      const rim = loopVertices(topology, loops, loop);
      const indices = Uint32Array.from(
        { length: 3 * Math.max(0, rim.length - 2) },
        (_, i) => rim[i % 3 === 0 ? 0 : Math.floor(i / 3) + (i % 3)]!,
      );
      const fan: TriangleMesh = { positions: mesh.positions, indices, parts: [] };
      const all = Uint32Array.from({ length: triangleCount(fan) }, (_, i) => i);
      volumes[set] += signedVolumeOf(fan, all, aboutOf[set]);
      areas[set] += areaOf(fan, all);
    }
  }
  return { volumes, areas, isBroken, aboutOf };
}

function areaOf({ positions, indices }: TriangleMesh, triangles: Uint32Array): number {
  let area = 0;
  for (const triangle of triangles) {
    area += Math.hypot(...normalOf(positions, indices[3 * triangle], indices[3 * triangle + 1], indices[3 * triangle + 2])) / 2;
  }
  return area;
}
