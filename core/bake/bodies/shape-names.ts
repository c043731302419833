import { freeNames } from '../../free-names.ts';
import type { PhysicsShape } from './physics-shape.ts';

/** Readers cut longer names; there is room for a number. */
const maxLength = 200;

/** Returns a name for each shape: of one line, not empty, and each another one. */
export function shapeNames(shapes: readonly Pick<PhysicsShape, 'name'>[]): readonly string[] {
  const free = freeNames();
  return shapes.map(({ name }, i) => {
    const plain = name
      .toWellFormed()
      .replace(/[\p{Cc}\u2028\u2029\uFFFE\uFFFF]+/gu, ' ')
      .trim()
      .slice(0, maxLength)
      .toWellFormed();
    return free(plain === '' ? `part ${i + 1}` : plain);
  });
}

/** Returns names with the letters that every file system and reader accepts, each another one whatever the case. */
export function fileNames(names: readonly string[]): readonly string[] {
  const free = freeNames((name) => name.toLowerCase());
  return names.map((name) => free(name.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 100) || 'mesh'));
}

/** Returns text as the value of an XML attribute in double quotes. */
export function xmlText(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[letter]};`);
}
