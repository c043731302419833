import type { InstanceGroup } from '../state/instances/instance-groups.ts';
import { categoryColour } from './group-colour.ts';
import { parseColour, type Palette, type Rgb } from './palette.ts';

const stageTokens = {
  none: ['--mesh-other', 'meshOther'],
  box: ['--meaning-contact-b', 'contactB'],
  sphere: ['--meaning-hit', 'hit'],
  surface: ['--meaning-contact-a', 'contactA'],
} as const;

const setTokens = { static: ['--mesh-other', 'meshOther'], moving: ['--meaning-moving', 'movingMesh'] } as const;

/** Returns the CSS colour of a group of instances. */
export function instanceColour({ paint }: Pick<InstanceGroup, 'paint'>): string {
  if (paint.kind === 'category') return categoryColour(paint.index);
  return `var(${paint.kind === 'stage' ? stageTokens[paint.stage][0] : setTokens[paint.set][0]})`;
}

/** Returns the same colour for the view. */
export function instanceRgb({ paint }: Pick<InstanceGroup, 'paint'>, palette: Palette): Rgb {
  if (paint.kind === 'category') return parseColour(categoryColour(paint.index)) ?? palette.meshOther;
  return palette[paint.kind === 'stage' ? stageTokens[paint.stage][1] : setTokens[paint.set][1]];
}
