import { type BakeFormatName, bakeFormatNames, maxTrees, type TriangleRuns } from '#core/bake';
import { editNames } from '#core/convex';
import type { GivenRepairs } from '#core/health';
import type { ColliderWork } from '#core/job';
import {
  buildOptions,
  colliderOptions,
  decomposeOptions,
  type BuildOptions,
  checkValues,
  exportOptions,
  healthOptions,
  importOptions,
  repairOptions,
  spaceOptions,
} from '#core/options';
import { InspectorError } from '#core/error';
import { readIgnored } from '#core/ignored-finding';
import type { CancelTarget, ExportChoice, RequestMessage, RequestName, RequestOf, TreeId } from '#host-api';

type Fields = Readonly<Record<string, unknown>>;
type Checks = { readonly [Name in RequestName]: (request: Fields) => RequestOf<Name> };

/** Files that a page may open at once. */
const maxFiles = 1000;
/** What a session holds, in words. */
const maxWords = 32;

/** A check for each request, which returns a record of exactly the declared shape. */
const checks: Checks = {
  list: (request) => only(request, []) && {},
  samples: (request) => only(request, []) && {},
  about: (request) => only(request, []) && {},
  open: (request) =>
    only(request, ['files', 'fromFolder']) && {
      files: tokens(request['files']),
      fromFolder: flag(request['fromFolder'] ?? false, 'fromFolder'),
    },
  openSample: (request) => only(request, ['name']) && { name: text(request['name'], 'name') },
  reload: (request) => only(request, ['document', 'options']) && { document: documentId(request), options: treeOptions(request) },
  chooseScene: (request) =>
    only(request, ['document', 'scene', 'options']) && {
      document: documentId(request),
      scene: wholeNumber(request['scene'], 'scene'),
      options: treeOptions(request),
    },
  importAgain: (request) =>
    only(request, ['document', 'importing', 'options']) && {
      document: documentId(request),
      importing: checkValues(importOptions, record(request['importing'], 'importing')),
      options: treeOptions(request),
    },
  build: (request) => only(request, ['document', 'options']) && { document: documentId(request), options: treeOptions(request) },
  bake: (request) =>
    only(request, ['document', 'format', 'trees', 'meaning', 'exporting']) && {
      document: documentId(request),
      format: bakeFormat(request['format']),
      trees: treeIds(request['trees']),
      meaning: checkValues(spaceOptions, record(request['meaning'], 'meaning')),
      ...(request['exporting'] !== undefined && { exporting: exportChoice(record(request['exporting'], 'exporting')) }),
    },
  repair: (request) =>
    only(request, ['document', 'options', 'health', 'keep']) && {
      document: documentId(request),
      options: givenRepairs(record(request['options'], 'options')),
      health: checkValues(healthOptions, record(request['health'], 'health')),
      keep: flag(request['keep'], 'keep'),
    },
  makeCollider: (request) =>
    only(request, ['document', 'collider', 'work', 'keep']) && {
      document: documentId(request),
      collider: request['collider'] === null ? null : wholeNumber(request['collider'], 'collider'),
      work: colliderWork(record(request['work'], 'work')),
      keep: flag(request['keep'], 'keep'),
    },
  colliderRegions: (request) =>
    only(request, ['document', 'collider']) && { document: documentId(request), collider: wholeNumber(request['collider'], 'collider') },
  compareColliders: (request) =>
    only(request, ['document', 'options']) && {
      document: documentId(request),
      options: checkValues(decomposeOptions, record(request['options'], 'options')),
    },
  keepCollider: (request) => only(request, ['document', 'row']) && { document: documentId(request), row: text(request['row'], 'row') },
  ignore: (request) =>
    only(request, ['document', 'ignored']) && { document: documentId(request), ignored: readIgnored(request['ignored'], '/ignored') },
  cancel: (request) => only(request, ['document', 'what']) && { document: documentId(request), what: cancelTarget(request['what']) },
  offerText: (request) => only(request, ['name', 'text']) && { name: text(request['name'], 'name'), text: text(request['text'], 'text') },
  saveProject: (request) =>
    only(request, ['session', 'name', 'fileToken', 'embed']) && {
      session: text(request['session'], 'session'),
      name: text(request['name'], 'name'),
      fileToken: request['fileToken'] === null ? null : text(request['fileToken'], 'fileToken'),
      embed: flag(request['embed'], 'embed'),
    },
  cancelProject: (request) => only(request, ['task']) && { task: text(request['task'], 'task') },
  readProject: (request) => only(request, ['files']) && { files: tokens(request['files']) },
  readWaitingProject: (request) => only(request, []) && {},
  readScene: (request) => only(request, ['files']) && { files: tokens(request['files']) },
  readWaitingScene: (request) => only(request, []) && {},
  openCopy: (request) => only(request, ['document']) && { document: documentId(request) },
  openMeshes: (request) => only(request, ['project']) && { project: wholeNumber(request['project'], 'project') },
  supplyMesh: (request) =>
    only(request, ['project', 'mesh', 'files']) && {
      project: wholeNumber(request['project'], 'project'),
      mesh: wholeNumber(request['mesh'], 'mesh'),
      files: tokens(request['files']),
    },
  keepSession: (request) =>
    only(request, ['session', 'holds']) && { session: text(request['session'], 'session'), holds: words(request['holds'], 'holds') },
  keptSessions: (request) => only(request, ['isReloaded']) && { isReloaded: flag(request['isReloaded'], 'isReloaded') },
  readSession: (request) => only(request, ['id']) && { id: text(request['id'], 'id') },
  forgetSession: (request) => only(request, ['id']) && { id: text(request['id'], 'id') },
  recent: (request) => only(request, []) && {},
  openRecent: (request) => only(request, ['id']) && { id: text(request['id'], 'id') },
  forgetRecent: (request) => only(request, ['id']) && { id: request['id'] === null ? null : text(request['id'], 'id') },
  close: (request) => only(request, ['document']) && { document: documentId(request) },
};

/** Returns the number that pairs a message with its reply; `null` if it has none. */
export function messageId(message: unknown): number | null {
  if (typeof message !== 'object' || message === null || !('id' in message)) return null;
  return Number.isSafeInteger(message.id) ? (message.id as number) : null;
}

/**
 * Proves that a message from a page is a request.
 * @throws InspectorError `invalid-argument` naming what is wrong.
 */
export function checkRequest(message: unknown): RequestMessage {
  const fields = only(record(message, 'message'), ['id', 'name', 'request']);
  const id = messageId(message);
  if (id === null) throw invalid('id', 'a whole number');
  const name = fields['name'];
  if (!isRequestName(name)) throw invalid('name', `one of ${Object.keys(checks).join(', ')}`);
  const request = checks[name](record(fields['request'], 'request'));
  return { id, name, request } as RequestMessage; // The check of that name made the request.
}

function isRequestName(name: unknown): name is RequestName {
  return typeof name === 'string' && Object.hasOwn(checks, name);
}

function record(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(what, 'an object');
  return value as Fields;
}

/** The record itself, when it has no other fields than these. */
function only(fields: Fields, known: readonly string[]): Fields {
  for (const name of Object.keys(fields)) {
    if (!known.includes(name)) throw invalid(name, known.length === 0 ? 'left out' : `one of ${known.join(', ')}`);
  }
  return fields;
}

function text(value: unknown, what: string): string {
  if (typeof value !== 'string') throw invalid(what, 'a text');
  return value;
}

function tokens(value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > maxFiles) throw invalid('files', `1 to ${maxFiles} tokens`);
  return value.map((token) => text(token, 'files'));
}

function words(value: unknown, what: string): readonly string[] {
  if (!Array.isArray(value) || value.length > maxWords) throw invalid(what, `at most ${maxWords} texts`);
  return value.map((word) => text(word, what));
}

function bakeFormat(value: unknown): BakeFormatName {
  const format = bakeFormatNames.find((name) => name === value);
  if (format === undefined) throw invalid('format', `one of ${bakeFormatNames.join(', ')}`);
  return format;
}

function exportChoice(choice: Fields): ExportChoice {
  const { name, options, runs } = only(choice, ['name', 'options', 'runs']);
  return {
    name: text(name, 'name'),
    options: checkValues(exportOptions, record(options, 'options')),
    runs: runs === null ? null : triangleRuns(runs),
  };
}

/** Returns pairs of a first triangle and a count, ascending and apart. */
function triangleRuns(value: unknown): TriangleRuns {
  let end = 0;
  const isSound =
    Array.isArray(value) &&
    value.length % 2 === 0 &&
    value.every((number: unknown, i) => {
      if (!Number.isSafeInteger(number)) return false;
      const isValid = i % 2 === 0 ? (number as number) >= end : (number as number) > 0;
      end = i % 2 === 0 ? (number as number) : end + (number as number);
      return isValid;
    });
  if (!isSound) throw invalid('runs', 'pairs of a first triangle and a count, ascending');
  return value as TriangleRuns;
}

function treeOptions(request: Fields): BuildOptions {
  return checkValues(buildOptions, record(request['options'], 'options'));
}

/** The options that were given, checked: one that is left out requests nothing. */
function givenRepairs(given: Fields): GivenRepairs {
  const values = Object.entries(checkValues(repairOptions, given));
  return Object.fromEntries(values.filter(([name]) => given[name] !== undefined)) as GivenRepairs;
}

function treeIds(value: unknown): readonly TreeId[] {
  if (!Array.isArray(value) || value.length > maxTrees || !value.every(Number.isSafeInteger))
    throw invalid('trees', `at most ${maxTrees} whole numbers`);
  return value as TreeId[];
}

function colliderWork(work: Fields): ColliderWork {
  if (work['kind'] === 'make') {
    const { options, parts } = only(work, ['kind', 'options', 'parts']);
    return {
      kind: 'make',
      options: checkValues(colliderOptions, record(options, 'options')),
      parts: parts === null ? null : partIndices(parts),
    };
  }
  if (work['kind'] !== 'edit') throw invalid('kind', 'make or edit');
  const { kind, parts, shape } = only(record(only(work, ['kind', 'edit'])['edit'], 'edit'), ['kind', 'parts', 'shape']);
  if (kind === 'refit') {
    const known = (['hull', 'box', 'sphere', 'capsule', 'cylinder'] as const).find((name) => name === shape);
    if (known === undefined) throw invalid('shape', 'hull, box, sphere, capsule or cylinder');
    return { kind: 'edit', edit: { kind, parts: partIndices(parts), shape: known } };
  }
  const edit = editNames.find((name) => name === kind);
  if (edit === undefined || edit === 'refit') throw invalid('kind', `one of ${editNames.join(', ')}`);
  return { kind: 'edit', edit: { kind: edit, parts: partIndices(parts) } };
}

/** Returns ascending part indices; the job checks that the mesh has them. */
function partIndices(value: unknown): readonly number[] {
  if (!Array.isArray(value) || !value.every((part: unknown) => Number.isSafeInteger(part))) throw invalid('parts', 'whole numbers');
  return value as number[];
}

function cancelTarget(value: unknown): CancelTarget {
  if (value !== 'bake' && value !== 'repair' && value !== 'collider' && value !== 'trees')
    throw invalid('what', 'bake, repair, collider or trees');
  return value;
}

function flag(value: unknown, what: string): boolean {
  if (typeof value !== 'boolean') throw invalid(what, 'true or false');
  return value;
}

function documentId(request: Fields): number {
  return wholeNumber(request['document'], 'document');
}

function wholeNumber(value: unknown, what: string): number {
  if (!Number.isSafeInteger(value)) throw invalid(what, 'a whole number');
  return value as number;
}

function invalid(what: string, wanted: string): InspectorError {
  return new InspectorError({
    code: 'invalid-argument',
    message: `The field "${what}" of the message is not what was wanted`,
    fix: `It has to be ${wanted}`,
    location: {},
  });
}
