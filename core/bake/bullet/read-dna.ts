import { ByteReader } from '../byte-reader.ts';
import { damagedBullet } from './layout.ts';

/** Where a field of a struct is. */
export interface DnaField {
  readonly type: string;
  readonly isPointer: boolean;
  readonly offset: number;
}

/** A struct of a file, as the table at its end describes it. */
export interface DnaStruct {
  readonly name: string;
  readonly bytes: number;
  /** By the name without asterisk and brackets. */
  readonly fields: ReadonlyMap<string, DnaField>;
}

const pointerBytes = 8;

/**
 * Reads the table of structs of a file.
 * @param start the byte of the file where the table starts
 * @throws InspectorError `invalid-bytes` or `truncated` at its byte.
 */
export function readDna(table: Uint8Array, start: number): readonly DnaStruct[] {
  const reader = new ByteReader(table, (what, byte, code) => damagedBullet(what, start + byte, code));
  const fault = (what: string): Error => damagedBullet(what, start + reader.at);
  const letters = (wanted: string): void => {
    const found = new TextDecoder('latin1').decode(reader.bytes(4, 'its table of structs'));
    if (found !== wanted) throw fault(`its table of structs has no ${wanted}`);
  };
  const strings = (): readonly string[] => {
    const count = reader.u32('its table of structs');
    if (count > table.length) throw fault(`its table of structs has ${count} names`);
    const all = Array.from({ length: count }, () => reader.letters('its table of structs'));
    reader.bytes((4 - (reader.at % 4)) % 4, 'its table of structs');
    return all;
  };
  letters('SDNA');
  letters('NAME');
  const names = strings();
  letters('TYPE');
  const types = strings();
  letters('TLEN');
  const sizes = reader.unsigned(types.length, 2, 'its table of structs');
  if (types.length % 2 === 1) reader.bytes(2, 'its table of structs');
  letters('STRC');
  const count = reader.u32('its table of structs');
  if (count > table.length) throw fault(`its table of structs has ${count} structs`);
  return Array.from({ length: count }, () => {
    const [type, length] = reader.unsigned(2, 2, 'its table of structs');
    const fields = new Map<string, DnaField>();
    let offset = 0;
    for (let i = 0; i < length; i++) {
      const [fieldType, name] = reader.unsigned(2, 2, 'its table of structs');
      if (fieldType >= types.length || name >= names.length) throw fault('a struct of its table names a field that is not there');
      const { plain, isPointer, items } = nameOf(names[name]);
      fields.set(plain, { type: types[fieldType], isPointer, offset });
      offset += items * (isPointer ? pointerBytes : sizes[fieldType]);
    }
    if (type >= types.length) throw fault('a struct of its table has no type');
    if (length > 0 && offset !== sizes[type])
      throw fault(`the fields of ${types[type]} have ${offset} bytes, and the struct has ${sizes[type]}`);
    return { name: types[type], bytes: sizes[type], fields };
  });
}

function nameOf(name: string): { readonly plain: string; readonly isPointer: boolean; readonly items: number } {
  const array = name.indexOf('[');
  const items = array < 0 ? 1 : [...name.matchAll(/\[(\d+)\]/g)].reduce((product, [, digits]) => product * Number(digits), 1);
  const plain = (array < 0 ? name : name.slice(0, array)).replace(/^[*(]+/, '');
  return { plain, isPointer: name.startsWith('*') || name[1] === '*', items };
}
