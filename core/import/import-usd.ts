import type { SourceSpace } from '../mesh/source-space.ts';
import { addFinding, collidersApart, infinitePlanesApart, takeFindings, type FindingList } from './finding-list.ts';
import type { ApartCollider, ImportContext, ReadFile } from './importer.ts';
import { placeMeshes } from './scene/place-meshes.ts';
import { addPlaced, allowFor, ofInstancers, placedList } from './scene/placed-list.ts';
import { isEndless } from '../mesh/tessellate-shape.ts';
import { readUsdAnimation } from './usd/animation/read-animation.ts';
import { composer, rootPrims } from './usd/compose.ts';
import { loadLayers, type LayerStack } from './usd/load-layers.ts';
import { placePrims, type HiddenCollider } from './usd/place-prims.ts';
import { isZip } from './zip/is-zip.ts';

/**
 * Reads USD as text (usda), binary (usdc) and package (usdz), and its animations. The stage is composed from layers,
 * references, payloads, inherits and selected variants. It is flattened to world space at its first time, in its own
 * unit and up axis. UsdPhysics colliders become parts with a role; colliders that the stage does not show are listed.
 */
export async function importUsd(bytes: Uint8Array, context: ImportContext): Promise<ReadFile> {
  const findings: FindingList = new Map();
  const placed = placedList(() => context.progress(0.5), 0, ofInstancers);
  const stack = await loadLayers(bytes, context, findings, (size) => allowFor(placed, size));
  const composing = composer(findings, placed);
  const { hidden, record } = placePrims(composing, rootPrims(composing, stack));
  const wanted = (context.options?.colliders ?? 'apart') === 'apart' ? [] : hidden.filter(({ role }) => !isInfinite(role));
  for (const part of wanted) addPlaced(placed, part);
  const apart = hidden.filter((collider) => !wanted.includes(collider));
  for (const { role, path } of apart) addFinding(findings, isInfinite(role) ? infinitePlanesApart : collidersApart, { pointer: path });
  const encoding = stack.layers[0]?.layer.encoding === 'crate' ? 'binary' : 'text';
  const mesh = placeMeshes(placed.meshes, (fraction) => context.progress(0.5 + fraction / 2));
  const animation =
    context.options?.colliders === 'only'
      ? null
      : readUsdAnimation(record, { stack, retimedAt: composing.retimedAt }, placed.meshes, findings);
  return {
    format: 'usd',
    dialect: isZip(bytes) ? `USD package, ${encoding}` : `USD, ${encoding}`,
    mesh,
    animation,
    findings: takeFindings(findings),
    space: readSpace(stack),
    colliders: apart.map(apartCollider),
  };
}

function isInfinite({ exact }: HiddenCollider['role']): boolean {
  return exact !== null && isEndless(exact);
}

function apartCollider({ name, role, triangles, worldFromPart, path }: HiddenCollider): ApartCollider {
  const { shape, isTrigger, exact, physics } = role;
  return {
    name,
    shape,
    isTrigger,
    exact,
    triangles: exact === null ? triangles.length / 3 : 0,
    worldFromShape: worldFromPart,
    pointer: path,
    ...(physics !== undefined && { physics }),
  };
}

/**
 * Returns the space of the strongest layer: always right-handed, centimetres and y up by default. Source: OpenUSD
 * 26.05, `usdGeom/metrics.h`.
 */
function readSpace({ layers: [top] }: LayerStack): SourceSpace {
  const unit = top?.layer.fields.get('metersPerUnit');
  const metres = unit instanceof Float64Array ? (unit[0] ?? 0) : 0.01;
  const up = top?.layer.fields.get('upAxis');
  return {
    metresPerUnit: metres > 0 && metres < Infinity ? metres : null,
    up: up === 'Z' ? '+z' : up === 'X' ? '+x' : '+y',
    handedness: 'right',
  };
}
