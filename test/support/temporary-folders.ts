/** Folders of the file that is running; `remove-folders.ts` removes them after it. */
export const temporaryFolders: string[] = []
