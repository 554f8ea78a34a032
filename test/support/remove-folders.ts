/**
 * Part of the set-up of every file: a hook in a helper that files share would be there for the first file of a
 * process only.
 */
import { rmSync } from 'node:fs'
import { afterAll } from 'vitest'
import { temporaryFolders } from './temporary-folders.ts'

afterAll(() => {
  for (const folder of temporaryFolders.splice(0)) rmSync(folder, { recursive: true, force: true })
})
