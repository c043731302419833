import { InspectorError } from '#core/error';

/** Converts an error of the operating system while a file is read. `name` is the file name for the user. */
export function systemRefusal(thrown: unknown, name: string): InspectorError {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown';
  const [message, fix] = refusals[code] ?? ['The file cannot be read', 'Check that it exists and is readable'];
  return new InspectorError({ code: 'unreadable', message, fix, location: { file: name }, detail: code }, { cause: thrown });
}

const refusals: Readonly<Record<string, readonly [message: string, fix: string]>> = {
  ENOENT: ['File not found', 'Check its name and folder'],
  ENOTDIR: ['File not found', 'Check its name and folder'],
  EISDIR: ['This is a folder', 'Open the mesh files in it'],
  EACCES: ['No permission to read this file', 'Change its permissions, or copy it to another folder'],
  EPERM: ['No permission to read this file', 'Change its permissions, or copy it to another folder'],
  EMFILE: ['Too many files are open', 'Open fewer files at once'],
  ENAMETOOLONG: ['The name of the file is too long', 'Check its name'],
  ELOOP: ['The file is a symbolic link to itself', 'Open the actual file'],
};
