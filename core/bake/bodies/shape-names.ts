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

/** Returns the name of a folder next to a file, with such letters. If other letters were replaced, a hash makes the folders of two files differ. */
export function folderName(stem: string, suffix: string): string {
  const [plain] = fileNames([stem]);
  return plain === stem ? plain + suffix : `${plain}_${hashOf(stem)}${suffix}`;
}

/** FNV-1a over UTF-16, as eight digits. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** Returns text as the value of an XML attribute in double quotes. */
export function xmlText(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[letter]};`);
}
