import type { OptionTable, OptionValues } from './option.ts';

/** Options of the deviation of two surfaces. */
export const deviationOptions = {
  tolerance: {
    type: 'length',
    title: 'Tolerance',
    meaning:
      'Distance from which a part of a surface is reported as an invisible wall or a fall-through. 0 is a hundredth of the larger mesh.',
    min: 0,
    default: 0,
    summary: 'Distance of an invisible wall or a fall-through; 0 is a hundredth of the larger mesh',
  },
  maxSamples: {
    type: 'integer',
    title: 'Max samples',
    meaning: 'Points of each surface that are measured, after one for each triangle. More give smaller error bounds.',
    unit: 'samples',
    min: 1000,
    max: 10_000_000,
    default: 100_000,
  },
  density: {
    type: 'number',
    title: 'Density',
    meaning: 'Density of the material of both meshes, in mass per cubic mesh unit. The masses are the volumes times the density.',
    unit: 'mass per volume',
    min: 1e-12,
    max: 1e12,
    default: 1,
    summary: 'Density of the material of both meshes, in mass per cubic mesh unit',
  },
} as const satisfies OptionTable;

export type DeviationOptions = OptionValues<typeof deviationOptions>;
