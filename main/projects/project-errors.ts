import { InspectorError } from '#core/error';
import { projectExtension } from '#host-api';

export function noProject(): InspectorError {
  const fix = `Choose a file that ends in .${projectExtension}`;
  return new InspectorError({ code: 'invalid-argument', message: 'None of the files is a project', fix, location: {} });
}

export function unknownProject(): InspectorError {
  const fix = 'Open the project again, or save it under another name';
  return new InspectorError({ code: 'invalid-argument', message: 'The project is no longer known', fix, location: {} });
}

export function noSession(): InspectorError {
  const fix = 'Open its files from the list of recent files';
  return new InspectorError({ code: 'invalid-argument', message: 'The last session is no longer kept', fix, location: {} });
}

export function notRecent(): InspectorError {
  const fix = 'Open the file itself';
  return new InspectorError({ code: 'invalid-argument', message: 'The entry is no longer in the list of recent files', fix, location: {} });
}

export function goneFile(file: string, wasOnDisk: boolean): InspectorError {
  const message = wasOnDisk ? 'The file is no longer where it was' : 'The copy of the dropped file is no longer kept';
  return new InspectorError({
    code: 'unreadable',
    message,
    fix: 'Open it from its new folder, or remove it from the list',
    location: { file },
  });
}

export function closedMeanwhile(): InspectorError {
  const fix = 'Save again';
  return new InspectorError({ code: 'invalid-argument', message: 'A document was closed while it was saved', fix, location: {} });
}
