import type { Store } from '../store/store.ts';

const pointSteps = [
  'Click two points to measure their distance, a third one for the angle.',
  'Click the second point.',
  'Click a third point to measure the angle at the second.',
  'Click a point to begin a new measurement.',
] as const;

const clearanceSteps = [
  'Click two parts to measure their smallest distance.',
  'Click another part to measure their smallest distance.',
  'Click a part to begin a new measurement.',
] as const;

/** Returns what the next click of the measure tool does, as a sentence. Follows the store. */
export function nextMeasureStep({ measuring, scene }: Pick<Store, 'measuring' | 'scene'>): string {
  switch (measuring.value) {
    case 'points':
      return pointSteps[scene.value.measure.length]!;
    case 'clearance':
      return clearanceSteps[scene.value.clearance.length]!;
    case 'bounds':
      return 'Click a surface, or choose parts in the list, to measure their bounds.';
  }
}
