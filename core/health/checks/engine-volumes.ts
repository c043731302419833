import type { HeldShape } from '../../engines/hold-mesh.ts';
import type { CheckResult, HealthCheck } from '../health-check.ts';
import { figureText } from './shared/figure-text.ts';
import { noEngine } from './shared/no-engine.ts';
import { shapeGroups } from './shared/shape-groups.ts';

export const phantomVolume: HealthCheck = {
  code: 'phantom-volume',
  severity: 'error',
  title: 'Phantom volume in the engine',
  meaning: 'Shapes of the chosen engine that fill space where the mesh has none: bodies rest on air and stop at invisible walls',
  fix: 'Decompose the mesh into convex parts, or use a triangle collider where the engine allows it',
  counted: { one: 'shape', many: 'shapes' },
  weight: 0,
  isOfWhole: true,
  off: noEngine,
  find: (study, progress) => findVolume(study.heldShapes(progress), 'phantom'),
};

export const missingVolume: HealthCheck = {
  code: 'missing-volume',
  severity: 'error',
  title: 'Missing volume in the engine',
  meaning: 'Parts of the mesh outside the shape of the chosen engine: bodies sink into them',
  fix: 'Simplify the hull to the limit of the engine, or decompose the mesh into convex parts',
  counted: { one: 'shape', many: 'shapes' },
  weight: 0,
  isOfWhole: true,
  off: noEngine,
  find: (study, progress) => findVolume(study.heldShapes(progress), 'missing'),
};

/** Returns the shapes with a difference, each with its largest distance. */
function findVolume(shapes: readonly HeldShape[], kind: 'phantom' | 'missing'): CheckResult | null {
  const found = shapes.flatMap((shape) => {
    const difference = shape[kind];
    // Without a triangle inside, as over an open mesh, all of the shape counts.
    if (difference === null || (difference.triangles.length === 0 && difference.location === null)) return [];
    return [
      { difference, triangles: difference.triangles.length > 0 ? difference.triangles : shape.triangles, measure: difference.distance },
    ];
  });
  const farthest = found.reduce((max, { measure }) => Math.max(max, measure), 0);
  const volumes = found.map(({ difference }) => difference.volume);
  const volume = volumes.some((one) => one === null) ? null : volumes.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  const volumeText = volume === null ? 'an unknown volume, as a mesh is open' : `a volume of ${figureText(volume)}`;
  return shapeGroups(
    found,
    'distance',
    `${volumeText[0]!.toUpperCase()}${volumeText.slice(1)}, up to ${figureText(farthest)} from the surface`,
  );
}
