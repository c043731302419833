/** What the mouse does in the view, for the table of shortcuts. Tools add what their hint line says. */
export const pointerGestures: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ['Click'], does: 'Select the triangle or part under the pointer' },
  { keys: ['Ctrl', 'Click'], does: 'Add to the selection or remove from it' },
  { keys: ['Shift', 'Click'], does: 'Add to the selection' },
  { keys: ['Double-click'], does: 'Frame what is under the pointer' },
  { keys: ['Right click'], does: 'Context menu' },
  { keys: ['Drag'], does: 'Orbit, with the Select tool' },
  { keys: ['Alt', 'Drag'], does: 'Orbit, with every tool; also with the middle button' },
  { keys: ['Shift', 'Drag'], does: 'Pan, with the Select tool' },
  { keys: ['Right drag'], does: 'Look around; fly with W A S D, up and down with E Q' },
  { keys: ['Wheel'], does: 'Move towards the point under the pointer, and through surfaces' },
  { keys: ['Ctrl', 'Wheel'], does: 'Move towards the point, never through it' },
  { keys: ['Wheel while flying'], does: 'Change the speed' },
];
