/** Where in the input something is. Lines and columns count from 1; bytes, elements and triangles from 0. */
export interface SourceLocation {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly byte?: number;
  /** JSON pointer (RFC 6901) into a glTF document. */
  readonly pointer?: string;
  /** 0-based index of the element meant by the message. */
  readonly index?: number;
  /** What `index` counts. */
  readonly element?: LocationElement;
}

export const locationElements = ['vertex', 'face', 'triangle', 'index'] as const;

export type LocationElement = (typeof locationElements)[number];

/** Everything that can go wrong, closed: a reader of `--json` may switch on it. */
export const inspectorErrorCodes = [
  /** A format, or an archive, that is not read at all. */
  'unsupported-format',
  /** A known format in a dialect that is not read: 4OFF, glTF 1.0, a text encoding. */
  'unsupported-dialect',
  /** A known format that needs an extension that is not read. */
  'unsupported-feature',
  'empty-file',
  /** The bytes break the format's grammar. */
  'malformed',
  /** The file ends before what it declares. */
  'truncated',
  /** A declared count needs more bytes than the file has; refused before anything is allocated. */
  'count-exceeds-file',
  'index-out-of-range',
  /** A side file (a glTF buffer) was not supplied. */
  'missing-file',
  /** A side file that leaves the folder of the opened file, or asks for the network. */
  'unsafe-path',
  /** A node graph with a cycle, or a node with two parents. */
  'cyclic',
  'too-large',
  /** The operating system refused: not found, a folder, no permission. */
  'unreadable',
  /** A query, tree or bake was asked of a mesh that has no usable triangle. */
  'no-triangles',
  'invalid-argument',
  /** Bytes given as a mesh or tree of ours are not one. */
  'invalid-bytes',
  'cancelled',
  /** A worker ended before its answer, for instance out of memory. */
  'worker-lost',
  /** A defect of Boxwood itself. */
  'internal',
] as const;

export type InspectorErrorCode = (typeof inspectorErrorCodes)[number];

/** An error as plain data: what travels between threads, processes and into `--json`. */
export interface InspectorErrorData {
  readonly code: InspectorErrorCode;
  /** What is wrong, one sentence without the place. */
  readonly message: string;
  /** What the reader can do about it, one sentence. */
  readonly fix: string;
  readonly location: SourceLocation;
  /** The code of the tool that found it, for instance glTF-Validator's `ACCESSOR_TOO_LONG`. */
  readonly detail?: string;
}

/** The one error that bad input may cause. Anything else that is thrown is a defect. */
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

/** What is asked is not possible, whatever the files hold. */
export function invalidArgument(message: string, fix: string): InspectorError {
  return new InspectorError({ code: 'invalid-argument', message, fix, location: {} });
}

/** Any thrown value as data: an `InspectorError` as it is, everything else as `internal` with its own message. */
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
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { code: 'internal', message: `Unexpected failure: ${message}`, fix: 'Please report this with the file', location: {} };
}

/** `model.obj:12: message. Fix.` */
export function formatError(error: InspectorErrorData): string {
  const location = formatLocation(error.location);
  return `${location === '' ? '' : `${location}: `}${error.message}. ${error.fix}.`;
}

/** `model.obj:12:3`, `model.obj:12 vertex 7`, `model.glb byte 84`, `model.gltf /nodes/3`; empty when nothing is known. */
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
