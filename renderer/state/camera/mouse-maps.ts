import type { Preferences } from '../preferences/preferences.ts';

/**
 * `orbit` rotates about the target, `look` about the camera itself. `pan` moves the camera in the picture plane, `dolly` towards its
 * target. `walk` rotates to the sides and moves forward.
 */
export type DragKind = 'dolly' | 'look' | 'orbit' | 'pan' | 'walk';

export type MouseButton = 'left' | 'middle' | 'right';
export type Modifier = 'Alt' | 'Ctrl' | 'Shift';

export interface MouseBinding {
  readonly button: MouseButton;
  readonly modifiers: readonly Modifier[];
  readonly drags: DragKind;
}

/** The modifier keys of a press. The Mac's Command key counts as Ctrl. */
export interface ModifierKeys {
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

const binding = (drags: DragKind, button: MouseButton, ...modifiers: readonly Modifier[]): MouseBinding => ({ button, modifiers, drags });

/**
 * What each button drags. The left button without Alt moves the camera only where the tool does not use it. In every map a drag with the
 * right button looks around, unless it has Alt, and the wheel moves towards the pointer.
 */
export const mouseMaps: Readonly<Record<Preferences['mouseMap'], readonly MouseBinding[]>> = {
  boxwood: [
    binding('orbit', 'left', 'Alt'),
    binding('orbit', 'middle'),
    binding('pan', 'middle', 'Shift'),
    binding('pan', 'middle', 'Ctrl'),
    binding('pan', 'left', 'Alt', 'Shift'),
    binding('pan', 'left', 'Alt', 'Ctrl'),
    binding('look', 'right'),
    binding('orbit', 'left'),
    binding('pan', 'left', 'Shift'),
    binding('pan', 'left', 'Ctrl'),
  ],
  blender: [
    binding('orbit', 'middle'),
    binding('pan', 'middle', 'Shift'),
    binding('dolly', 'middle', 'Ctrl'),
    binding('orbit', 'left', 'Alt'),
    binding('pan', 'left', 'Alt', 'Shift'),
    binding('dolly', 'left', 'Alt', 'Ctrl'),
    binding('look', 'right'),
    binding('orbit', 'left'),
    binding('pan', 'left', 'Shift'),
  ],
  unreal: [
    binding('orbit', 'left', 'Alt'),
    binding('pan', 'middle'),
    binding('dolly', 'right', 'Alt'),
    binding('look', 'right'),
    binding('walk', 'left'),
    binding('pan', 'left', 'Shift'),
  ],
  maya: [
    binding('orbit', 'left', 'Alt'),
    binding('pan', 'middle'),
    binding('dolly', 'right', 'Alt'),
    binding('look', 'right'),
    binding('orbit', 'left'),
    binding('pan', 'left', 'Shift'),
  ],
};

/** Returns what a press drags: of the bindings of its button whose modifiers are held the one with the most; `null` for none. */
export function dragKindOf(map: Preferences['mouseMap'], button: MouseButton, keys: ModifierKeys): DragKind | null {
  const held = { Alt: keys.altKey, Ctrl: keys.ctrlKey || keys.metaKey, Shift: keys.shiftKey };
  const fitting = mouseMaps[map].filter((one) => one.button === button && one.modifiers.every((modifier) => held[modifier]));
  return fitting.toSorted((a, b) => b.modifiers.length - a.modifiers.length)[0]?.drags ?? null;
}

/** Whether a press moves the camera with every tool. */
export function worksWithEveryTool({ button, modifiers }: MouseBinding): boolean {
  return button !== 'left' || modifiers.includes('Alt');
}

/** Returns the keys and the drag of a binding as the hint line shows them: `Alt`, `Drag`. */
export function gestureKeys({ button, modifiers }: MouseBinding): readonly string[] {
  return [...modifiers, { left: 'Drag', middle: 'Middle drag', right: 'Right drag' }[button]];
}
