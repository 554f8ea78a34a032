import { readdir } from 'node:fs/promises'
import { SpecimenError } from '../domain/errors.ts'
import { inTime, isAbsent, toFileError } from '../files/open-file.ts'
import { listShortly } from '../schema/issue-words.ts'

/** Names by which a folder of Zarr is known. */
export const zarrNames: ReadonlySet<string> = new Set(['.zattrs', '.zgroup', '.zarray', 'zarr.json'])

/** The remedy for a folder of Zarr. */
export const zarrRemedy =
  'It is a folder of (OME-)Zarr, which is not read: convert it to one file of NRRD, NIfTI or NPY.'

/** Returns true for a folder of Zarr. */
export async function isZarr(path: string): Promise<boolean> {
  const names = await inTime(readdir(path), path).catch(() => []) // no folder
  return names.some((name) => zarrNames.has(name))
}

/**
 * Returns the error of a folder without `specimen.json`; undefined for an empty one, names with a leading dot
 * aside. @throws as `toFileError`
 */
export async function explainOther(path: string): Promise<SpecimenError | undefined> {
  const names = await inTime(readdir(path), path).catch((cause: unknown) => {
    if (isAbsent(cause)) return [] // no folder, or removed meanwhile
    throw toFileError('The folder cannot be read', cause)
  })
  const found = names.filter((name) => !name.startsWith('.')).sort()
  const missing = `specimen.json is missing (found ${listShortly(found, String)})`
  if (names.some((name) => zarrNames.has(name)))
    return new SpecimenError('metadata.invalid', `${missing}. ${zarrRemedy}`)
  if (found.length === 0) return undefined
  const remedy = 'write one with type and data_file, or begin the name of the folder with a dot'
  return new SpecimenError('metadata.invalid', `${missing}; ${remedy}.`)
}
