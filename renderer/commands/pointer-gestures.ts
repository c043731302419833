import { type DragKind, gestureKeys, mouseMaps, worksWithEveryTool } from '../state/camera/mouse-maps.ts';
import { pageMouseMap } from '../state/preferences/page-input.ts';

/** What the mouse does in a view. */
export interface PointerGesture {
  readonly keys: readonly string[];
  readonly does: string;
}

/** Returns what the mouse does in the view in the user's mouse map, for the table of shortcuts. Tools add what their hint line says. */
export function pointerGestures(): readonly PointerGesture[] {
  const ofCamera = mouseMaps[pageMouseMap.value].map((binding) => ({
    keys: gestureKeys(binding),
    does: `${dragTexts[binding.drags]}${worksWithEveryTool(binding) ? '' : ', with the Select tool'}`,
  }));
  return [...clicks, ...ofCamera, ...wheel];
}

/** Returns the keys of the first gesture that drags so with every tool; `null` for none. */
export function cameraGesture(kind: DragKind): readonly string[] | null {
  const binding = mouseMaps[pageMouseMap.value].find((one) => one.drags === kind && worksWithEveryTool(one));
  return binding === undefined ? null : gestureKeys(binding);
}

/** Returns what a drag with the left button does that the tool leaves to the camera. */
export function freeDrags(): readonly PointerGesture[] {
  return mouseMaps[pageMouseMap.value]
    .filter((one) => !worksWithEveryTool(one) && !one.modifiers.includes('Ctrl'))
    .map((binding) => ({ keys: gestureKeys(binding), does: binding.drags }));
}

const dragTexts: Readonly<Record<DragKind, string>> = {
  orbit: 'Orbit',
  pan: 'Pan',
  dolly: 'Move towards the target or away from it',
  look: 'Look around; fly with W A S D, up and down with E Q',
  walk: 'Turn to the sides; move forward and back',
};

const clicks: readonly PointerGesture[] = [
  { keys: ['Click'], does: 'Select the triangle or part under the pointer' },
  { keys: ['Ctrl', 'Click'], does: 'Add to the selection or remove from it' },
  { keys: ['Shift', 'Click'], does: 'Add to the selection' },
  { keys: ['Double-click'], does: 'Frame what is under the pointer' },
  { keys: ['Right click'], does: 'Context menu' },
];

const wheel: readonly PointerGesture[] = [
  { keys: ['Wheel'], does: 'Move towards the point under the pointer, and through surfaces' },
  { keys: ['Ctrl', 'Wheel'], does: 'Move towards the point, never through it' },
  { keys: ['Wheel while flying'], does: 'Change the speed' },
  { keys: ['Shift', 'Wheel'], does: 'Pan; so does a scroll to the side' },
  { keys: ['Pinch'], does: 'Zoom, on a trackpad and on a touch screen' },
  { keys: ['One finger'], does: 'Orbit on a touch screen, or use the tool' },
  { keys: ['Two fingers'], does: 'Pan, zoom and twist on a touch screen' },
];
