import { InspectorError } from '../../error.ts';
import { noProgress } from '../../progress.ts';
import { byteProgress } from '../byte-progress.ts';
import { addFinding, type FindingList } from '../finding-list.ts';
import { attribute, readXml, type XmlTag } from '../xml/read-xml.ts';
import { readMember, type ZipArchive } from '../zip/zip-archive.ts';
import { violation } from './violation.ts';

const typesPart = '[Content_Types].xml';
const modelType = 'application/vnd.ms-package.3dmanufacturing-3dmodel+xml';

const noTypes = violation('The package has no content types, or they cannot be read');
const otherType = violation(`Model parts have a content type other than ${modelType}`);

/** Returns the content type of a part; empty if it has none. */
export type ContentTypeOf = (part: string) => string;

/**
 * Reads the content types of a package. If they cannot be read, adds a finding and returns `null`. Source: ECMA-376
 * part 2, section 7.2.3.
 */
export function readContentTypes(archive: ZipArchive, fileName: string, findings: FindingList): ContentTypeOf | null {
  const types = new Map<string, string>();
  const events = {
    open: (tag: XmlTag) => {
      if (tag.name !== 'Default' && tag.name !== 'Override') return;
      const part = attribute(tag, 'PartName');
      const key = part === undefined ? `.${attribute(tag, 'Extension') ?? ''}` : part.replace(/^\/+/, '');
      types.set(key.toLowerCase(), attribute(tag, 'ContentType') ?? '');
    },
    close: () => {},
  };
  try {
    const bytes = readMember(archive, typesPart);
    if (bytes !== null) readXml(bytes, events, byteProgress(noProgress, bytes.length));
  } catch (error) {
    if (!(error instanceof InspectorError) || error.code === 'cancelled') throw error;
    types.clear();
  }
  if (types.size === 0) {
    addFinding(findings, noTypes, { file: `${fileName}/${typesPart}` });
    return null;
  }
  return (part) => {
    const key = part.toLowerCase();
    return types.get(key) ?? types.get(key.slice(key.lastIndexOf('.'))) ?? '';
  };
}

/** Adds a finding for a model part of another content type. Source: 3MF Core Specification 1.3.0, appendix C. */
export function checkModelType(typeOf: ContentTypeOf | null, part: string, fileName: string, findings: FindingList): void {
  if (typeOf !== null && typeOf(part) !== modelType) addFinding(findings, otherType, { file: `${fileName}/${part}` });
}
