import { InspectorError } from '#core/error';

/** Why the operating system does not let a file be read, in words. `name` is what a person calls the file. */
export function systemRefusal(thrown: unknown, name: string): InspectorError {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown';
  const [message, fix] = refusals[code] ?? ['The file cannot be read', 'Check that it is there and may be read'];
  return new InspectorError({ code: 'unreadable', message, fix, location: { file: name }, detail: code }, { cause: thrown });
}

const refusals: Readonly<Record<string, readonly [message: string, fix: string]>> = {
  ENOENT: ['There is no such file', 'Check its name and folder'],
  ENOTDIR: ['There is no such file', 'Check its name and folder'],
  EISDIR: ['This is a folder', 'Open the mesh files in it'],
  EACCES: ['There is no permission to read this file', 'Change its permissions, or copy it to a folder of your own'],
  EPERM: ['There is no permission to read this file', 'Change its permissions, or copy it to a folder of your own'],
  EMFILE: ['Too many files are open', 'Open fewer files at once'],
  ENAMETOOLONG: ['The name of the file is too long', 'Check its name'],
  ELOOP: ['The file is a symbolic link that leads back to itself', 'Open the file that was meant'],
};
