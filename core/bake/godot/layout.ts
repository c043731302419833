import { InspectorError, type InspectorErrorCode } from '../../error.ts';

/**
 * Text of Godot 4: a scene (`.tscn`) or a resource (`.tres`). `resources/formats/godot-4.md` describes what is written and read.
 * Sources: Godot, "TSCN file format"; `core/variant/variant_parser.cpp`; `scene/resources/resource_format_text.cpp`; the class reference of each shape.
 */
export const godotVersions = { written: 3, newest: 4 } as const;

/** Sizes that a file leaves out, because they are the defaults of the class. */
export const godotDefaults = {
  box: 1,
  radius: 0.5,
  /** Of a capsule with its ends, and of a cylinder. */
  height: 2,
  friction: 1,
  bounce: 0,
} as const;

export function isGodotScene(bytes: Uint8Array): boolean {
  return startsWith(bytes, '[gd_scene');
}

export function isGodotShape(bytes: Uint8Array): boolean {
  return startsWith(bytes, '[gd_resource');
}

function startsWith(bytes: Uint8Array, letters: string): boolean {
  return [...letters].every((letter, i) => bytes[i] === letter.charCodeAt(0));
}

export function damagedGodot(what: string, line: number, code: InspectorErrorCode = 'malformed'): InspectorError {
  return new InspectorError({
    code,
    message: `This file of Godot is damaged: ${what}`,
    fix: 'Save it again in Godot, or bake it again from its source',
    location: { line },
  });
}
