import type { Vec3 } from '#core/math';
import type { TreedMesh } from '#core/pair';
import { createRayCostWorkspace, type Ray, rayCostInto } from '#core/query';
import { openTree } from '#core/tree';
import type { FromHeatWorker, HeatPicture, HeatRays, ToHeatWorker } from '../state/heat/heat-messages.ts';

export interface HeatPort {
  post(message: FromHeatWorker, transfer: ArrayBuffer[]): void;
  /** Resolves after messages that wait have been received. */
  turn(): Promise<void>;
  now(): number;
}

/** Sizes of a cell, pixels: the first picture is there in a sixty-fourth of the time of the last. */
const steps = [8, 4, 2, 1] as const;
/** Between two looks at what waits, ms. */
const turnEvery = 12;

/** Computes the cost of the rays of a picture, coarse first; a newer request ends the one under way. Returns the function that takes messages. */
export function serveHeat(port: HeatPort): (message: ToHeatWorker) => void {
  let held: TreedMesh | null = null;
  let newest = 0;

  async function drawSteps(serial: number, { mesh, tree }: TreedMesh, rays: HeatRays): Promise<void> {
    const workspace = createRayCostWorkspace(tree);
    let since = port.now();
    for (const step of steps) {
      const picture = emptyPicture(rays, step);
      for (let row = 0; row < picture.rows; row++) {
        if (port.now() - since > turnEvery) {
          await port.turn();
          if (newest !== serial) return;
          since = port.now();
        }
        for (let column = 0; column < picture.columns; column++) {
          const ray = rayThrough(rays, (column + 0.5) * step, (row + 0.5) * step);
          const cost = rayCostInto(tree, mesh, ray, workspace);
          const at = row * picture.columns + column;
          picture.volumes[at] = cost.nodesVisited;
          picture.triangles[at] = cost.trianglesTested;
          picture.depths[at] = cost.deepest + 1;
        }
      }
      port.post(
        { serial, picture },
        [picture.volumes, picture.triangles, picture.depths].map(({ buffer }) => buffer as ArrayBuffer),
      ); // made here
    }
  }

  return (message) => {
    switch (message.kind) {
      case 'hold': {
        const { positions, indices, tree } = message.bytes;
        held = { mesh: { positions, indices, parts: [] }, tree: openTree(tree) };
        return;
      }
      case 'draw':
        newest = message.serial;
        if (held !== null) void drawSteps(message.serial, held, message.rays);
    }
  };
}

function emptyPicture({ width, height }: HeatRays, step: number): HeatPicture {
  const columns = Math.ceil(width / step);
  const rows = Math.ceil(height / step);
  const cells = (): Uint32Array => new Uint32Array(columns * rows);
  return { step, columns, rows, volumes: cells(), triangles: cells(), depths: cells() };
}

function rayThrough({ origin, forward, right, up, width, height, isParallel }: HeatRays, x: number, y: number): Ray {
  const u = (2 * x) / width - 1;
  const v = 1 - (2 * y) / height;
  const [from0, from1, from2] = isParallel ? origin : forward;
  const moved: Vec3 = [from0 + u * right[0] + v * up[0], from1 + u * right[1] + v * up[1], from2 + u * right[2] + v * up[2]];
  return isParallel ? { origin: moved, direction: forward, far: Infinity } : { origin, direction: moved, far: Infinity };
}
