import { validateString } from 'gltf-validator';
import type { FindingKind, FindingList } from '../finding-list.ts';
import { addFinding } from '../finding-list.ts';
import { exportAgain, refuse } from '../refuse.ts';
import { withoutControls } from '../text/clean-name.ts';
import { isObject, type GltfDocument, type JsonObject } from './document.ts';
import { explanations, fatalCodes, type Violation } from './violations.ts';

/**
 * Validates the document with glTF-Validator. Violations that leave the geometry readable become findings.
 *
 * Only the document is validated: URIs are removed, so the validator reads neither buffers nor images. Validating the
 * data takes 25 ms per megabyte, cannot be cancelled and produces one record per invalid element. The readers here
 * check the data and use the same codes. Skins, animations and cameras are left out, because they do not place a mesh
 * at rest. The validator's skin check walks from every joint to the root, which takes minutes for 300 skins of 1,000
 * joints in a chain.
 * @throws InspectorError `malformed`, `index-out-of-range`, `count-exceeds-file`, `cyclic`, with the JSON pointer;
 * `too-large` for a document that is too long for the validator, or that has more violations than it may list.
 */
export async function validateDocument(json: JsonObject, findings: FindingList): Promise<GltfDocument> {
  const violations = await findViolations(json);
  const codes = fatalCodes(violations, json);
  const fatal = violations.map((violation, i) => ({ violation, code: codes[i] })).filter(({ code }) => code !== null);
  // A cycle causes the other violations of its nodes.
  const worst = fatal.find(({ code }) => code === 'cyclic') ?? fatal[0];
  if (worst?.code != null) {
    const { message, pointer, code } = worst.violation;
    throw refuse(worst.code, sentence(message), exportAgain, { pointer }, code);
  }
  const kinds = new Map<string, FindingKind>();
  for (const violation of violations) {
    const kind = kinds.get(violation.code) ?? tolerated(violation);
    kinds.set(violation.code, kind);
    addFinding(findings, kind, { pointer: withoutControls(violation.pointer) });
  }
  // The only cast of a validated document: every type error in it was fatal above.
  return json as GltfDocument;
}

/** The validator needs about 1 kB per issue, warnings and hints included. Issues beyond this limit are not listed. */
const maxIssues = 100_000;

async function findViolations(json: JsonObject): Promise<readonly Violation[]> {
  const text = jsonForValidator(json);
  const { issues } = await validationReport(text);
  if (issues.truncated) {
    const message = `The document breaks the rules of glTF in more than ${maxIssues.toLocaleString('en')} locations`;
    throw refuse('too-large', message, exportAgain, { pointer: '' });
  }
  return issues.messages
    .filter(({ severity }) => severity === 0)
    .map(({ code, message, pointer }) => ({ code, message, pointer: pointer ?? '' }));
}

async function validationReport(text: string): ReturnType<typeof validateString> {
  try {
    return await validateString(text, { maxIssues: maxIssues, writeTimestamp: false, ignoredIssues: ['IO_ERROR'] });
  } catch (cause) {
    throw refuse('malformed', 'glTF-Validator could not read this document', exportAgain, { pointer: '' }, String(cause));
  }
}

/** Returns the JSON for the validator. Elements keep their indices, so every pointer stays valid. */
function jsonForValidator(json: JsonObject): string {
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(json)) {
    if (!leftOut.has(key)) copy[key] = Array.isArray(value) ? value.map((element: unknown) => trimmed(key, element)) : value;
  }
  try {
    return JSON.stringify(copy);
  } catch (cause) {
    // Numbers can become longer when serialised: 1e20.
    if (!(cause instanceof RangeError)) throw cause;
    throw refuse('too-large', 'The JSON is longer than 512 MB when written out', 'Store the buffers in files of their own or in a GLB', {
      pointer: '',
    });
  }
}

const leftOut: ReadonlySet<string> = new Set(['skins', 'animations', 'cameras', 'extras']);

/** Members of the elements of each list that the validator does not get, in addition to `extras`. */
const leftOutOf: ReadonlyMap<string, readonly string[]> = new Map([
  ['buffers', ['uri']],
  ['nodes', ['skin', 'camera']],
]);

function trimmed(list: string, element: unknown): unknown {
  if (!isObject(element)) return element;
  if (list === 'images') return { uri: 'image.png' };
  const unwanted = leftOutOf.get(list) ?? [];
  return Object.fromEntries(Object.entries(element).filter(([member]) => member !== 'extras' && !unwanted.includes(member)));
}

function tolerated({ code, message }: Violation): FindingKind {
  return {
    code: 'format-violation',
    severity: 'warning',
    message: explanations.get(code) ?? sentence(message),
    fix: 'The geometry was read; correct the exporter, because other readers may refuse it',
    detail: code,
  };
}

/** Removes the full stop that ends the validator's messages. */
function sentence(message: string): string {
  return withoutControls(message).replace(/\.$/, '');
}
