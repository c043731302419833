import type { Dialog } from 'electron';
import { projectExtension } from '#host-api';
import { isProjectName } from '../projects/project-file.ts';

/** Lets the user choose the file of a project; `null` if the user cancels. The name gets the extension of projects. */
export async function chooseProjectFile(dialog: Pick<Dialog, 'showSaveDialog'>, name: string): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog({
    title: 'Save project',
    defaultPath: name,
    filters: [{ name: 'Boxwood project', extensions: [projectExtension] }],
  });
  if (canceled || filePath === '') return null;
  return isProjectName(filePath) ? filePath : `${filePath}.${projectExtension}`;
}
