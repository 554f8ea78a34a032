import { readdir } from 'node:fs/promises'
import { SpecimenError } from '../domain/errors.ts'
import { inTime, isAbsent, toFileError } from '../files/open-file.ts'
import { zarrNames } from '../formats/zarr/zarr-names.ts'
import { listShortly } from '../schema/issue-words.ts'

/**
 * Returns the error of a folder without `specimen.json`; undefined for an empty one, names with a leading dot
 * aside. @throws as `toFileError`
 */
export async function explainOther(path: string): Promise<SpecimenError | undefined> {
  const names = await inTime(readdir(path), path).catch((cause: unknown) => {
    if (isAbsent(cause)) return [] // no folder, or removed meanwhile
    throw toFileError('The folder cannot be read', cause)
  })
  const found = names.filter((name) => !name.startsWith('.') || zarrNames.has(name)).sort()
  if (found.length === 0) return undefined
  const remedy = names.some((name) => zarrNames.has(name))
    ? 'put this folder of Zarr into one with a specimen.json whose data_file names it'
    : 'write one with type and data_file, or begin the name of the folder with a dot'
  const missing = `specimen.json is missing (found ${listShortly(found, String)})`
  return new SpecimenError('metadata.invalid', `${missing}; ${remedy}.`)
}
