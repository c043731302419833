import { validateString } from 'gltf-validator';
import type { FindingKind, FindingList } from '../finding-list.ts';
import { addFinding } from '../finding-list.ts';
import { exportAgain, refuse } from '../refuse.ts';
import { isObject, type GltfDocument, type JsonObject } from './document.ts';
import { fatalCode, type Violation } from './violations.ts';

/**
 * Has glTF-Validator judge the document; what leaves the geometry readable becomes findings.
 *
 * Only the document: URIs are taken out, so the validator sees neither buffers nor images. Checking data too was tried
 * and costs 25 ms a megabyte, cannot be cancelled and makes one record for each bad element; the readers here check what
 * they read and name the same codes.
 * @throws InspectorError `malformed`, `index-out-of-range`, `count-exceeds-file`, `cyclic`, with the JSON pointer.
 */
export async function validateDocument(json: JsonObject, findings: FindingList): Promise<GltfDocument> {
  const violations = await findViolations(json);
  const fatal = violations.map((violation) => ({ violation, code: fatalCode(violation, json) })).filter(({ code }) => code !== null);
  // A cycle explains the other complaints about its nodes.
  const worst = fatal.find(({ code }) => code === 'cyclic') ?? fatal[0];
  if (worst !== undefined && worst.code !== null) {
    const { message, pointer, code } = worst.violation;
    throw refuse(worst.code, sentence(message), exportAgain, { pointer }, code);
  }
  const kinds = new Map<string, FindingKind>();
  for (const violation of violations) {
    const kind = kinds.get(violation.code) ?? tolerated(violation);
    kinds.set(violation.code, kind);
    addFinding(findings, kind, { pointer: violation.pointer });
  }
  // The one cast of a checked document: every type error in it was fatal above.
  return json as GltfDocument;
}

async function findViolations(json: JsonObject): Promise<readonly Violation[]> {
  try {
    const options = { maxIssues: 0, writeTimestamp: false, ignoredIssues: ['IO_ERROR'] };
    const report = await validateString(JSON.stringify(withoutUris(json)), options);
    return report.issues.messages
      .filter(({ severity }) => severity === 0)
      .map(({ code, message, pointer }) => ({ code, message, pointer: pointer ?? '' }));
  } catch (cause) {
    throw refuse('malformed', 'glTF-Validator could not read this document', exportAgain, { pointer: '' }, String(cause));
  }
}

/** The same elements at the same indices, so that every pointer stays right. */
function withoutUris(json: JsonObject): JsonObject {
  const copy: Record<string, unknown> = { ...json };
  if (Array.isArray(json['buffers'])) copy['buffers'] = json['buffers'].map(withoutUri);
  if (Array.isArray(json['images'])) copy['images'] = json['images'].map((image: unknown) => (isObject(image) ? { uri: 'image.png' } : image));
  return copy;
}

function withoutUri(buffer: unknown): unknown {
  if (!isObject(buffer)) return buffer;
  const copy: Record<string, unknown> = { ...buffer };
  delete copy['uri'];
  return copy;
}

function tolerated({ code, message }: Violation): FindingKind {
  return {
    code: 'format-violation',
    severity: 'warning',
    message: sentence(message),
    cure: 'The geometry was read all the same; correct the exporter for the sake of other readers',
    detail: code,
  };
}

/** The validator's messages end in a full stop, those here do not. */
function sentence(message: string): string {
  return message.replace(/\.$/, '');
}
