/** A location in the input. Lines and columns count from 1; bytes, elements and triangles from 0. */
export interface SourceLocation {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly byte?: number;
  /** JSON pointer (RFC 6901) into a glTF document. */
  readonly pointer?: string;
  /** 0-based index of the element. */
  readonly index?: number;
  /** What `index` counts. */
  readonly element?: LocationElement;
}

export const locationElements = ['vertex', 'face', 'brush', 'triangle', 'index'] as const;

export type LocationElement = (typeof locationElements)[number];

/** All error codes, also used by `--json`. */
export const inspectorErrorCodes = [
  /** A format or archive that is not supported. */
  'unsupported-format',
  /** A known format in an unsupported dialect: 4OFF, glTF 1.0, a text encoding. */
  'unsupported-dialect',
  /** A known format with a required extension that is not supported. */
  'unsupported-feature',
  'empty-file',
  /** The bytes violate the grammar of the format. */
  'malformed',
  /** The file ends before what it declares. */
  'truncated',
  /** A declared count needs more bytes than the file has; rejected before memory is allocated. */
  'count-exceeds-file',
  'index-out-of-range',
  /** A side file (a glTF buffer) was not supplied. */
  'missing-file',
  /** A side file outside the folder of the opened file, or on the network. */
  'unsafe-path',
  /** A node graph with a cycle, or a node with two parents. */
  'cyclic',
  'too-large',
  /** A mesh whose areas and volumes would vanish among rounding. */
  'too-small',
  /** An error of the operating system: not found, a folder, no permission. */
  'unreadable',
  /** A query, build or bake of a mesh without finite triangles. */
  'no-triangles',
  /** A mesh that is flat or open, where a solid is needed. */
  'no-volume',
  'invalid-argument',
  /** Bytes that are not a valid mesh, tree or baked file. */
  'invalid-bytes',
  'cancelled',
  /** A worker ended before its result, for instance out of memory. */
  'worker-lost',
  /** A defect of Boxwood itself. */
  'internal',
] as const;

export type InspectorErrorCode = (typeof inspectorErrorCodes)[number];

/** An error as plain data, for messages between threads and processes and for `--json`. */
export interface InspectorErrorData {
  readonly code: InspectorErrorCode;
  /** The error, one sentence without the location. */
  readonly message: string;
  /** How to fix it, one sentence. */
  readonly fix: string;
  readonly location: SourceLocation;
  /** The code of the tool that found it, for instance glTF-Validator's `ACCESSOR_TOO_LONG`. */
  readonly detail?: string;
}

/** The only error for bad input. Any other thrown value is a defect. Made by `new InspectorError({ code, message, fix, location: {} })`. */
export class InspectorError extends Error implements InspectorErrorData {
  override readonly name = 'InspectorError';
  readonly code: InspectorErrorCode;
  readonly fix: string;
  readonly location: SourceLocation;
  declare readonly detail?: string;

  constructor(data: InspectorErrorData, options?: { readonly cause?: unknown }) {
    super(data.message, options);
    this.code = data.code;
    this.fix = data.fix;
    this.location = data.location;
    if (data.detail !== undefined) this.detail = data.detail;
  }

  toJSON(): InspectorErrorData {
    const { code, message, fix, location, detail } = this;
    return detail === undefined ? { code, message, fix, location } : { code, message, fix, location, detail };
  }
}

/** Returns an error for invalid arguments. */
export function invalidArgument(message: string, fix: string): InspectorError {
  return new InspectorError({ code: 'invalid-argument', message, fix, location: {} });
}

/** Returns an error for a flat or open mesh where a solid is needed. */
export function noVolume(message: string, fix: string): InspectorError {
  return new InspectorError({ code: 'no-volume', message, fix, location: {} });
}

/** Returns a thrown value as data: an `InspectorError` unchanged, other values as `internal` with their message. */
export function toErrorData(thrown: unknown): InspectorErrorData {
  if (thrown instanceof InspectorError) return thrown.toJSON();
  if (thrown instanceof RangeError && /allocation|Invalid (typed )?array( buffer)? length/i.test(thrown.message)) {
    return {
      code: 'too-large',
      message: 'There is not enough memory for this mesh',
      fix: 'Close other documents, or split the file into parts',
      location: {},
      detail: thrown.message,
    };
  }
  if (thrown instanceof RangeError && thrown.message === 'Invalid string length') {
    return {
      code: 'too-large',
      message: 'The result is too long for one text',
      fix: 'Request less at once, or split the file into parts',
      location: {},
      detail: thrown.message,
    };
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { code: 'internal', message: `Unexpected error: ${message}`, fix: 'Please report this with the file', location: {} };
}

/** Returns `model.obj:12: message. Fix.` */
export function formatError(error: InspectorErrorData): string {
  const location = formatLocation(error.location);
  return `${location === '' ? '' : `${location}: `}${error.message}. ${error.fix}.`;
}

/** Returns `model.obj:12:3`, `model.obj:12 vertex 7`, `model.glb byte 84`, `model.gltf /nodes/3`; or an empty text. */
export function formatLocation(location: SourceLocation): string {
  let text = location.file ?? '';
  if (location.line !== undefined) text += `${text === '' ? 'line ' : ':'}${location.line}`;
  if (location.line !== undefined && location.column !== undefined) text += `:${location.column}`;
  if (location.byte !== undefined) text += `${text === '' ? '' : ' '}byte ${location.byte}`;
  if (location.pointer !== undefined) text += `${text === '' ? '' : ' '}${location.pointer === '' ? '/' : location.pointer}`;
  if (location.index !== undefined)
    text += `${text === '' ? '' : ' '}${location.element === undefined ? '#' : `${location.element} `}${location.index}`;
  return text;
}
