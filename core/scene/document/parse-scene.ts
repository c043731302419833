import { InspectorError, type SourceLocation } from '../../error.ts';
import { jsonErrorOffset } from '../../json-error-offset.ts';
import { repeatedKey } from '../../json-repeated-key.ts';
import { checkTransform, type Transform } from '../../math/transform.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { everyLayer, type SceneDocument, type SceneInstance, type SceneMotion } from './scene-document.ts';

/** More instances are refused. */
const maxInstances = 1_000_000;

/**
 * Parses the text of a scene file.
 * @throws InspectorError `malformed` with the line of a syntax error, or the JSON pointer of a wrong field and its instance; `too-large`.
 */
export function parseScene(text: string): SceneDocument {
  const value = parsed(text);
  if (!isRecord(value)) throw notAnObject('');
  // Before the fields: a later version may have others.
  if (value['format'] !== 'boxwood-scene') throw refused('/format', 'is not "boxwood-scene"', 'Open a scene of Boxwood');
  if (value['version'] !== 1) throw refused('/version', 'is not 1', 'Use a newer Boxwood, or write version 1');
  const scene = fieldsOf(value, '', ['format', 'version', 'meshes', 'motions', 'instances']);
  const meshes = listOf(scene['meshes'], '/meshes').map((path, i) => {
    if (typeof path !== 'string' || path === '') throw refused(`/meshes/${i}`, 'is not a path', 'Give the path of a mesh file');
    return path;
  });
  const instances = listOf(scene['instances'], '/instances');
  if (instances.length > maxInstances)
    throw new InspectorError({
      code: 'too-large',
      message: `The scene has ${instances.length} instances`,
      fix: `Use at most ${maxInstances} instances`,
      location: { pointer: '/instances' },
    });
  const motions = listOf(scene['motions'] ?? [], '/motions').map((value, i) => motionOf(value, `/motions/${i}`));
  return { meshes, instances: instances.map((value, i) => namedInstance(value, i, { meshes, motions })) };
}

/** What instances refer to. */
interface SceneLists {
  readonly meshes: readonly string[];
  readonly motions: readonly SceneMotion[];
}

/** Returns an instance; errors name it with its mesh. */
function namedInstance(value: unknown, i: number, lists: SceneLists): SceneInstance {
  if (!isRecord(value)) throw notAnObject(`/instances/${i}`);
  try {
    return instanceOf(value, `/instances/${i}`, lists);
  } catch (thrown) {
    if (!(thrown instanceof InspectorError)) throw thrown;
    const { mesh } = value;
    const path = typeof mesh === 'number' ? lists.meshes[mesh] : undefined;
    const of = path === undefined ? '' : ` of ${JSON.stringify(path)}`;
    const { message, ...rest } = thrown.toJSON();
    throw new InspectorError({ ...rest, message: `Instance ${i}${of} of the scene: ${message}` }, { cause: thrown });
  }
}

function instanceOf(value: unknown, at: string, { meshes, motions }: SceneLists): SceneInstance {
  const fields = fieldsOf(value, at, ['mesh', 'matrix', 'set', 'layer', 'mask', 'motion']);
  const { mesh, set = 'moving', motion = null } = fields as Partial<Record<string, unknown>>;
  if (!Number.isInteger(mesh) || (mesh as number) < 0 || (mesh as number) >= meshes.length)
    throw refused(`${at}/mesh`, 'is not the index of a mesh', indexFix(meshes, 'Add the path of a mesh to the list "meshes"'));
  if (set !== 'static' && set !== 'moving') throw refused(`${at}/set`, 'is not a set', 'Give "static" or "moving"');
  if (set === 'static' && motion !== null)
    throw refused(`${at}/motion`, 'belongs to a static instance', 'Remove the motion, or put the instance into the set "moving"');
  return {
    mesh: mesh as number,
    matrix: matrixOf(fields['matrix'], `${at}/matrix`),
    set,
    layer: bitsOf(fields['layer'], `${at}/layer`, 1),
    mask: bitsOf(fields['mask'], `${at}/mask`, everyLayer),
    motion:
      motion === null
        ? null
        : typeof motion === 'number'
          ? sharedMotion(motion, `${at}/motion`, motions)
          : motionOf(motion, `${at}/motion`),
  };
}

/** Returns how to fix an index into a list. */
function indexFix({ length }: readonly unknown[], ofEmpty: string): string {
  if (length === 0) return ofEmpty;
  return length === 1 ? 'Give 0: the list has one entry' : `Give a whole number from 0 to ${length - 1}`;
}

/** Instances that share a motion have the same object. */
function sharedMotion(index: number, at: string, motions: readonly SceneMotion[]): SceneMotion {
  const motion = motions[index];
  if (motion !== undefined) return motion;
  throw refused(at, 'is not the index of a motion', indexFix(motions, 'Add the list "motions", or give a motion'));
}

function motionOf(value: unknown, at: string): SceneMotion {
  const kind = isRecord(value) ? value['kind'] : undefined;
  switch (kind) {
    case 'velocity': {
      const fields = fieldsOf(value, at, ['kind', 'velocity']);
      return { kind, velocity: vectorOf(fields['velocity'], `${at}/velocity`) };
    }
    case 'orbit': {
      const fields = fieldsOf(value, at, ['kind', 'center', 'axis', 'degrees']);
      const axis = vectorOf(fields['axis'], `${at}/axis`);
      const longest = Math.max(...axis.map(Math.abs));
      if (longest === 0) throw refused(`${at}/axis`, 'has no direction', 'Give a vector that is not 0');
      const center = vectorOf(fields['center'] ?? [0, 0, 0], `${at}/center`);
      return { kind, center, axis, degrees: numberOf(fields['degrees'], `${at}/degrees`) };
    }
    case 'walk': {
      const fields = fieldsOf(value, at, ['kind', 'seed', 'stride']);
      const stride = numberOf(fields['stride'], `${at}/stride`);
      if (stride < 0) throw refused(`${at}/stride`, 'is negative', 'Give a length of 0 or more');
      return { kind, seed: bitsOf(fields['seed'], `${at}/seed`, 0), stride };
    }
    case 'recorded': {
      const fields = fieldsOf(value, at, ['kind', 'matrices']);
      const matrices = listOf(fields['matrices'], `${at}/matrices`);
      return { kind, matrices: matrices.map((matrix, i) => matrixOf(matrix, `${at}/matrices/${i}`)) };
    }
    default:
      throw refused(
        `${at}/kind`,
        kind === undefined ? 'is missing' : `is ${JSON.stringify(kind)}, which is no motion`,
        'Use velocity, orbit, walk or recorded',
      );
  }
}

function matrixOf(value: unknown, at: string): Transform {
  const numbers = listOf(value, at);
  // Pointers are written for wrong numbers only: there are millions of numbers.
  const wrong = numbers.findIndex((number) => !Number.isFinite(number));
  if (wrong >= 0) numberOf(numbers[wrong], `${at}/${wrong}`);
  try {
    return checkTransform(numbers as number[]);
  } catch (thrown) {
    if (!(thrown instanceof InspectorError)) throw thrown;
    const { message, ...rest } = thrown.toJSON();
    const reason = message.slice(message.indexOf(': ') + 2);
    throw new InspectorError(
      { ...rest, message: `${nameOf(at)} cannot be used: ${reason}`, code: 'malformed', location: { pointer: at } },
      { cause: thrown },
    );
  }
}

function vectorOf(value: unknown, at: string): Vec3 {
  const list = listOf(value, at);
  if (list.length !== 3) throw refused(at, `has ${list.length} numbers`, 'Give three numbers');
  return list.map((number, i) => numberOf(number, `${at}/${i}`)) as unknown as Vec3;
}

function numberOf(value: unknown, at: string): number {
  // NaN has no form in JSON; too large a number is read as infinity.
  if (typeof value !== 'number' || !Number.isFinite(value)) throw refused(at, 'is not a finite number', 'Give a finite number');
  return value;
}

/** A whole number of 32 bits. */
function bitsOf(value: unknown, at: string, otherwise: number): number {
  if (value === undefined) return otherwise;
  if (!Number.isInteger(value) || (value as number) < 0 || (value as number) > everyLayer)
    throw refused(at, 'is not a whole number of 32 bits', `Give a whole number from 0 to ${everyLayer}`);
  return value as number;
}

type Fields = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fieldsOf(value: unknown, at: string, known: readonly string[]): Fields {
  if (!isRecord(value)) throw notAnObject(at);
  for (const name of Object.keys(value)) {
    if (!known.includes(name)) throw refused(`${at}/${pointerPart(name)}`, 'is not a known field', `Known fields: ${known.join(', ')}`);
  }
  return value;
}

function listOf(value: unknown, at: string): readonly unknown[] {
  if (!Array.isArray(value)) throw refused(at, value === undefined ? 'is missing' : 'is not a list', 'Give a list');
  return value as readonly unknown[];
}

/** RFC 6901. */
function pointerPart(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function parsed(marked: string): unknown {
  const text = marked.replace(/^\uFEFF/, '');
  const value = parsedJson(text);
  const repeated = repeatedKey(text);
  if (repeated === null) return value;
  throw new InspectorError({
    code: 'malformed',
    message: `The field ${JSON.stringify(repeated.key)} is there twice in one object`,
    fix: 'Remove one of them: JSON does not say which one counts',
    location: locationOf(text, repeated.offset),
  });
}

function locationOf(text: string, offset: number): SourceLocation {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    // Messages of engines differ, and some name no position.
    const location = locationOf(text, jsonErrorOffset(text));
    throw new InspectorError(
      { code: 'malformed', message: 'The scene is not JSON', fix: 'Write it as JSON; it has no NaN and no comments', location },
      { cause: thrown },
    );
  }
}

function notAnObject(at: string): InspectorError {
  return refused(at, 'is not an object', 'Write it as the schema scene.schema.json has it');
}

function refused(pointer: string, what: string, fix: string): InspectorError {
  return new InspectorError({ code: 'malformed', message: `${nameOf(pointer)} ${what}`, fix, location: { pointer } });
}

/** Returns what a pointer points to, in words: `number 3 of "matrix"`. */
function nameOf(pointer: string): string {
  const [, list, index, ...fields] = pointer.split('/');
  if (list === undefined || list === '') return 'The scene';
  if (index === undefined) return `"${list}" of the scene`;
  if (list === 'meshes') return `Path ${index} of the scene`;
  if (fields.length === 0) return `${list === 'instances' ? 'Instance' : 'Motion'} ${index} of the scene`;
  return fields.reduce((name, field) => {
    const own = /^\d+$/.test(field) ? `number ${Number(field) + 1}` : JSON.stringify(field);
    return name === '' ? own : `${own} of ${name}`;
  }, '');
}
