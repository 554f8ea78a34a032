import { readdir } from 'node:fs/promises'
import { SpecimenError } from '../../contract/domain/errors.ts'
import { type SourceError, toSourceError } from '../../contract/domain/source-error.ts'
import { listShortly } from '../../contract/schema/issue-words.ts'
import { parseJson } from '../../contract/values/json.ts'
import { zarrNames } from '../../data/formats/zarr/zarr-names.ts'
import { ifThere, inTime, readOpened, toFileError } from '../files/open-file.ts'
import { type Confinement, openInside } from '../files/open-inside.ts'
import { keepUnread, readSourceFolder, type SourceFolder } from '../functions/source-folder.ts'
import { parseSpecimenFile, type SpecimenFile } from './specimen-file.ts'

/** The file that describes the specimen of its folder. */
export const metadataName = 'specimen.json'

/** The contents of a specimens folder: one specimen for each folder in it that has a `specimen.json`. */
export interface ScannedFolder {
  /** Sorted by folder name. */
  readonly files: readonly { readonly source: string; readonly file: SpecimenFile }[]
  readonly errors: readonly SourceError[]
}

/**
 * Returns every usable metadata file below `folder` that has at most `metadataBytes`; the others are errors
 * in the list. Entries of `before` stay while they cannot be read.
 */
export async function scanFolder(
  folder: SourceFolder,
  metadataBytes: number,
  before: ScannedFolder['files'] = [],
): Promise<ScannedFolder> {
  const { found, errors } = await readSourceFolder(folder, async (confinement, source) => {
    const file = await readSpecimenFile(confinement, source, metadataBytes)
    return file === undefined ? [] : [{ source, file }]
  })
  const kept = keepUnread(before, errors, folder)
  const files = [...found.flat(), ...kept].sort((a, b) => (a.source < b.source ? -1 : 1))
  const omissions = found
    .flat()
    .flatMap(({ source, file }) => file.omissions.map((omission) => toSourceError(source, omission)))
  return { files, errors: [...errors, ...omissions] }
}

/** Returns the specimen that the `specimen.json` of a folder describes; undefined where there is none. */
export async function readMetadata(
  confinement: Confinement,
  name: string,
  byteLimit: number,
): Promise<SpecimenFile | undefined> {
  const limits = { shown: metadataName, byteLimit, createError: metadataError }
  const text = await ifThere(readOpened(openInside(confinement, metadataName), limits))
  return text && (await parseSpecimenFile(parseJson(text.toString('utf8'), metadataName), confinement, name))
}

/** Returns undefined for an empty folder. */
async function readSpecimenFile(
  confinement: Confinement,
  name: string,
  byteLimit: number,
): Promise<SpecimenFile | undefined> {
  const file = await readMetadata(confinement, name, byteLimit)
  if (file) return file
  const refusal = await explainOther(confinement.folder)
  if (refusal) throw refusal
  return undefined
}

function metadataError(detail: string): SpecimenError {
  const remedy = 'say less, or start the host with a larger --metadata-bytes'
  return new SpecimenError('metadata.invalid', `${detail}; ${remedy}.`)
}

/**
 * Returns the error of a folder without `specimen.json`; undefined for an empty one, names with a leading dot
 * aside. @throws as `toFileError`
 */
async function explainOther(path: string): Promise<SpecimenError | undefined> {
  const names = await ifThere(inTime(readdir(path), path)).catch((cause: unknown) => {
    throw toFileError('The folder cannot be read', cause)
  })
  if (!names) return undefined // no folder, or removed meanwhile
  const visible = names.filter((name) => !name.startsWith('.') || zarrNames.has(name)).sort()
  if (visible.length === 0) return undefined
  const remedy = names.some((name) => zarrNames.has(name))
    ? 'put this folder of Zarr into one with a specimen.json whose data_file names it'
    : 'write one with type and data_file, or begin the name of the folder with a dot'
  const missing = `specimen.json is missing (found ${listShortly(visible, String)})`
  return new SpecimenError('metadata.invalid', `${missing}; ${remedy}.`)
}
