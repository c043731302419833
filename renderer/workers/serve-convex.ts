import {
  convexHull,
  convexPairAxes,
  groupPoints,
  hullMeasures,
  meshesOverlap,
  meshPenetration,
  withFeatures,
  type PreparedHull,
  testConvexPair,
  triangleGroups,
} from '#core/convex';
import { toErrorData } from '#core/error';
import { surfaceMeasures } from '#core/mesh';
import { type LoadedPair, loadPair, type TreedMesh } from '#core/pair';
import type { Progress } from '#core/progress';
import { openTree } from '#core/tree';
import type { FromConvexWorker, HullFacts, ToConvexWorker } from '../state/convex/convex-messages.ts';
import type { HeldBytes } from '../state/store/held-bytes.ts';
import { hullFigure } from './hull-figure.ts';

export interface ConvexPort {
  post(message: FromConvexWorker): void;
  now(): number;
}

/** Minimum time between two messages of progress, ms. */
const progressEvery = 100;
/** Rows of the table of axes. */
const maxAxes = 200;
/** Relative difference of the volumes of a mesh and its hull, up to which the mesh counts as convex. */
const sameVolume = 1e-9;

interface ConvexServer {
  meshes: readonly [TreedMesh, TreedMesh] | null;
  /** `null` until they are needed. */
  hulls: readonly [HeldHull, HeldHull] | null;
  loaded: LoadedPair | null;
}

interface HeldHull {
  readonly hull: PreparedHull;
  readonly facts: HullFacts;
}

/** Tests two hulls, and finds push-outs of two meshes. Returns the function that takes messages; each is handled at once. */
export function serveConvex(port: ConvexPort): (message: ToConvexWorker) => void {
  const server: ConvexServer = { meshes: null, hulls: null, loaded: null };
  return (message) => {
    if (message.kind === 'hold') {
      server.meshes = [treed(message.a), treed(message.b)];
      server.hulls = server.loaded = null;
      return;
    }
    try {
      port.post(reply(server, port, message));
    } catch (thrown) {
      port.post({ kind: 'failed', serial: message.serial, problem: toErrorData(thrown) });
    }
  };
}

function reply(
  server: ConvexServer,
  port: ConvexPort,
  { kind, serial, aFromB }: Exclude<ToConvexWorker, { kind: 'hold' }>,
): FromConvexWorker {
  const [a, b] = server.meshes!;
  const start = port.now();
  if (kind === 'pair') {
    server.hulls ??= [heldHull(a), heldHull(b)];
    const [ofA, ofB] = server.hulls;
    const result = testConvexPair(ofA.hull, ofB.hull, aFromB);
    const axes = convexPairAxes(ofA.hull, ofB.hull, aFromB, maxAxes);
    return { kind, serial, found: { result, axes, a: ofA.facts, b: ofB.facts, milliseconds: port.now() - start } };
  }
  const progress = progressOf(port, serial);
  server.loaded ??= loadPair(a, b, { buildsWide: true });
  if (kind === 'verify') return { kind, serial, overlap: meshesOverlap(a, b, aFromB, progress, server.loaded) };
  const result = meshPenetration(a, b, aFromB, progress, server.loaded);
  return { kind, serial, result, milliseconds: port.now() - start };
}

function heldHull({ mesh }: TreedMesh): HeldHull {
  const hull = withFeatures(convexHull(groupPoints(mesh, triangleGroups(mesh, 'whole')[0]!)));
  const { volume } = surfaceMeasures(mesh);
  const hullVolume = hullMeasures(hull).volume;
  const isKnown = volume !== null && hullVolume > 0;
  const isConvex = isKnown ? Math.abs(Math.abs(volume) - hullVolume) <= sameVolume * hullVolume : null;
  return { hull, facts: { ...hullFigure(hull), vertices: hull.positions.length / 3, isConvex } };
}

function progressOf(port: ConvexPort, serial: number): Progress {
  let reported = port.now();
  return (fraction) => {
    const now = port.now();
    if (now - reported < progressEvery) return;
    reported = now;
    port.post({ kind: 'progress', serial, fraction });
  };
}

function treed({ positions, indices, tree }: HeldBytes): TreedMesh {
  return { mesh: { positions, indices, parts: [] }, tree: openTree(tree) };
}
