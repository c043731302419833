import type { SourceLocation } from '../../error.ts';
import { addFinding, type FindingKind, type FindingList } from '../finding-list.ts';
import { exportAgain, refuse } from '../refuse.ts';
import { quoted } from '../text/quoted.ts';
import { attributeOf, childOf, elementsOf, type XmlElement } from '../xml/read-xml-tree.ts';

/**
 * A COLLADA document with its elements by id. Source: COLLADA 1.4.1 and 1.5.0 specifications (Khronos, ISO/PAS 17506).
 */
export interface Library {
  readonly root: XmlElement;
  readonly byId: ReadonlyMap<string, XmlElement>;
  readonly findings: FindingList;
}

/** Elements that are skipped: they do not affect collision geometry. */
export const skippedElements: ReadonlySet<string> = new Set([
  ...['library_effects', 'library_images', 'library_lights', 'library_cameras', 'extra', 'contributor'],
]);

const elsewhere: FindingKind = {
  code: 'not-applied',
  severity: 'warning',
  message: 'The file refers to elements of other files, which are not read',
  fix: 'Export the scene as one file',
};

const missing: FindingKind = {
  code: 'format-violation',
  severity: 'error',
  message: 'The file refers to elements that it does not have; their content is missing',
  fix: 'Export the file again',
};

const withoutHash: FindingKind = {
  code: 'format-violation',
  severity: 'warning',
  message: 'References to elements of the file lack the "#" before the id',
  fix: 'The elements were read; correct the exporter, because other readers look for a file of this name',
};

/**
 * Returns a library of a document's elements.
 * @throws InspectorError `malformed` if the document is not COLLADA or its version is not a number; `unsupported-dialect`.
 */
export function openLibrary(root: XmlElement, findings: FindingList): Library {
  const version = attributeOf(root, 'version') ?? '';
  if (root.tag.name !== 'COLLADA')
    throw refuse('malformed', `The document is <${root.tag.name}>, not <COLLADA>`, exportAgain, elementLocation(root));
  if (!/^\s*\d/.test(version) && version !== '')
    throw refuse('malformed', `The version of <COLLADA> is ${quoted(version)}, not a number`, exportAgain, elementLocation(root));
  if (!/^1\.[45]/.test(version)) {
    throw refuse(
      'unsupported-dialect',
      `COLLADA ${version === '' ? 'without a version' : version} is not read`,
      'Export the file as COLLADA 1.4.1',
      elementLocation(root),
    );
  }
  // Animations have their own ids, which must not hide the id of a shown element.
  const byId = idsOf(root.children.filter((child) => !isAnimation(child)));
  return { root, byId, findings };
}

/** Returns elements by their id. The first element with an id wins. */
export function idsOf(roots: readonly XmlElement[]): ReadonlyMap<string, XmlElement> {
  const byId = new Map<string, XmlElement>();
  for (const root of roots) {
    for (const element of elementsOf(root)) {
      const id = attributeOf(element, 'id');
      if (id !== undefined && !byId.has(id)) byId.set(id, element);
    }
  }
  return byId;
}

export function isAnimation({ tag }: XmlElement): boolean {
  return tag.name === 'library_animations' || tag.name === 'library_animation_clips';
}

/** Returns whether an element lists rigid bodies. */
export function isPhysics({ tag }: XmlElement): boolean {
  return tag.name === 'library_physics_models';
}

/**
 * Returns the element of a name that an attribute refers to as `#id`; `null` with a finding if the file does not have
 * it. An id without `#` is the path of another file, but is used with a finding if an element of this file has it.
 */
export function refersTo({ byId, findings }: Library, from: XmlElement, attribute: string, name: string): XmlElement | null {
  const url = attributeOf(from, attribute) ?? '';
  const id = url.startsWith('#') ? url.slice(1) : null;
  const element = id === null ? undefined : (byId.get(id) ?? byId.get(decoded(id)));
  if (element?.tag.name === name) return element;
  const bare = id === null ? byId.get(url) : undefined;
  if (bare?.tag.name === name) {
    addFinding(findings, withoutHash, elementLocation(from));
    return bare;
  }
  addFinding(findings, id === null && url !== '' ? elsewhere : missing, elementLocation(from));
  return null;
}

/** Returns the common profile of an element, which all programs read. */
export function techniqueOf(element: XmlElement): XmlElement | undefined {
  return childOf(element, 'technique_common');
}

export function elementLocation({ tag }: XmlElement): SourceLocation {
  return { line: tag.line };
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
