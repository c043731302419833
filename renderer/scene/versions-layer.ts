import { changeStates } from '#core/diff';
import { type Bounds, meshBounds, type TriangleMesh } from '#core/mesh';
import { type DistanceField, divideTriangles } from '#core/pair';
import type { DrawnVersions, VersionView } from '../state/changes/mesh-changes.ts';
import type { Shading } from '../state/store/records.ts';
import { heatScale } from './heat-colour.ts';
import { joinLayers, type Layer } from './layer.ts';
import type { LocalSpace } from './local-space.ts';
import { createMeshLayer } from './mesh-layer.ts';
import type { Palette, Rgb } from './palette.ts';

export interface VersionsLayerInput {
  readonly versions: DrawnVersions;
  readonly view: Exclude<VersionView, 'off'>;
  readonly shading: Shading;
  readonly culls: boolean;
  /** The space of the document that the versions replace in the view. */
  readonly space: LocalSpace;
  readonly palette: Palette;
  readonly ratio: { value: number };
}

/** Opacity of what only the version before has, where both are shown. */
const beforeOpacity = 0.5;

/**
 * Returns a layer that draws one version of a mesh with its changes in colours. For both it draws the version after, and over it, translucent,
 * what only the version before has.
 */
export function createVersionsLayer(input: VersionsLayerInput): Layer {
  const { versions, view } = input;
  if (view === 'distanceBefore' || view === 'distanceAfter') {
    const side = view === 'distanceBefore' ? 'before' : 'after';
    const field = versions.fields?.[side] ?? null;
    return field === null
      ? versionLayer(input, versions[side], versions.states[side], 'whole')
      : distanceLayer(input, versions[side], field);
  }
  if (view === 'before') return versionLayer(input, versions.before, versions.states.before, 'whole');
  const after = versionLayer(input, versions.after, versions.states.after, 'whole');
  if (view === 'after') return after;
  return joinLayers([after, versionLayer(input, versions.before, versions.states.before, 'changes')]);
}

/** One version, each of its pieces coloured by its distance to the other one. */
function distanceLayer(
  { versions, shading, culls, space, palette, ratio }: VersionsLayerInput,
  mesh: TriangleMesh,
  field: DistanceField,
): Layer {
  const divided = divideTriangles(mesh, field.divisions);
  const layer = createMeshLayer(divided, boundsAround(mesh, space), space, palette);
  layer.setLook({ shading, ground: 'plain', colliderOpacity: 1, ratio });
  layer.setTint(heatTint(field.distances, versions.end, palette.meshBase));
  layer.setCulling(culls);
  layer.setVisible({ list: null, runs: [{ first: 0, count: field.distances.length, paint: 'plain' }] });
  return layer;
}

/** Returns (3·pieces) the colour of each distance, from 0 to `end`. */
function heatTint(distances: Float32Array, end: number, unknown: Rgb): Uint8Array {
  const scale = heatScale();
  const tint = new Uint8Array(3 * distances.length);
  distances.forEach((distance, i) => {
    const at = end > 0 ? Math.round((255 * distance) / end) : 0;
    for (let k = 0; k < 3; k++) tint[3 * i + k] = Number.isNaN(distance) ? Math.round(255 * unknown[k]!) : scale[3 * at + k]!;
  });
  return tint;
}

/** One version: all of it, or its changes translucent. */
function versionLayer(
  { versions, shading, culls, space, palette, ratio }: VersionsLayerInput,
  mesh: TriangleMesh,
  states: Uint8Array,
  what: 'whole' | 'changes',
): Layer {
  const layer = createMeshLayer(mesh, boundsAround(mesh, space), space, palette);
  layer.setLook({ shading, ground: 'plain', colliderOpacity: beforeOpacity, ratio });
  layer.setTint(tintOf(states, palette, mesh === versions.before ? palette.removed : palette.added));
  layer.setCulling(culls);
  if (what === 'whole') layer.setVisible({ list: null, runs: [{ first: 0, count: states.length, paint: 'plain' }] });
  else {
    const list = Uint32Array.from(states.keys()).filter((triangle) => states[triangle] !== changeStates.same);
    layer.setVisible({ list, runs: [{ first: 0, count: list.length, paint: 'collider' }] });
  }
  return layer;
}

/** Returns (3·T) the colour of each triangle. */
function tintOf(states: Uint8Array, { meshBase, changed }: Palette, gone: Rgb): Uint8Array {
  const colours = [meshBase, changed, gone].map((colour) => colour.map((value) => Math.round(255 * value)));
  const tint = new Uint8Array(3 * states.length);
  for (let triangle = 0; triangle < states.length; triangle++) tint.set(colours[states[triangle]!]!, 3 * triangle);
  return tint;
}

/** Returns a box around the origin of the space that contains a mesh: its layer takes the origin for the middle. */
export function boundsAround(mesh: TriangleMesh, { origin }: LocalSpace): Bounds {
  const bounds = meshBounds(mesh);
  const half = origin.map((value, k) =>
    bounds === null ? 0 : Math.max(Math.abs(bounds.min[k]! - value), Math.abs(bounds.max[k]! - value)),
  );
  const corner = (sign: number): [number, number, number] => [
    origin[0] + sign * half[0]!,
    origin[1] + sign * half[1]!,
    origin[2] + sign * half[2]!,
  ];
  return { min: corner(-1), max: corner(1) };
}
