import { hiddenKey } from '../state/store/records.ts';
import { probeSpecs } from '../state/probe/probe-shapes.ts';
import type { Store } from '../state/store/store.ts';
import { formatMany } from '../text/format-number.ts';
import type { LegendItem } from './legend-item.ts';

/** Returns the items for the probe and the triangles that it found. */
export function probeItems({ scene, shownProbe, probe }: Store): LegendItem[] {
  const input = shownProbe.value;
  const pinned = scene.value.pins.filter(({ document }) => !scene.value.hidden.has(hiddenKey(document))).length;
  const pins: LegendItem[] =
    pinned === 0 ? [] : [{ mark: 'stroke', colour: 'var(--text-primary)', text: formatMany(pinned, 'pinned probe') }];
  if (input === null || scene.value.hidden.has(hiddenKey(input.document))) return pins;
  const colour = 'var(--meaning-hit)';
  const found = probe.value?.triangles.length ?? 0;
  const items: LegendItem[] = [...pins, { mark: 'stroke', colour, text: `Probe: ${probeSpecs[input.shape.kind].title.toLowerCase()}` }];
  if (found > 0) items.push({ mark: 'patch', colour, text: `${formatMany(found, 'triangle')} of the probe` });
  return items;
}
