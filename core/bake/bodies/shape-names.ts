import type { PhysicsShape } from './physics-shape.ts';

/** Readers cut longer names; there is room for a number. */
const maxLength = 200;

/** Returns a name for each shape: of one line, not empty, and each another one. */
export function shapeNames(shapes: readonly Pick<PhysicsShape, 'name'>[]): readonly string[] {
  const taken = new Set<string>();
  return shapes.map(({ name }, i) => {
    const plain = name
      .toWellFormed()
      .replace(/[\p{Cc}\u2028\u2029\uFFFE\uFFFF]+/gu, ' ')
      .trim()
      .slice(0, maxLength)
      .toWellFormed();
    const base = plain === '' ? `part ${i + 1}` : plain;
    let free = base;
    for (let copy = 2; taken.has(free); copy++) free = `${base}_${copy}`;
    taken.add(free);
    return free;
  });
}

/** Returns names with the letters that every file system and reader accepts, each another one whatever the case. */
export function fileNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const base = name.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 100) || 'mesh';
    let free = base;
    for (let copy = 2; taken.has(free.toLowerCase()); copy++) free = `${base}_${copy}`;
    taken.add(free.toLowerCase());
    return free;
  });
}

/** Returns text as the value of an XML attribute in double quotes. */
export function xmlText(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[letter]};`);
}
