/** Folders that are the data of one specimen: an image of OME-Zarr, or slices of DICOM. */
import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { SpecimenError } from '../../contract/domain/errors.ts'
import type { ResultType } from '../../contract/domain/result/result.ts'
import type { Asset } from '../../contract/domain/specimen.ts'
import { findFormat } from '../../data/formats/find-format.ts'
import { findType } from '../../data/formats/find-type.ts'
import type { OmeLevel } from '../../data/formats/zarr/ome-level.ts'
import { zarrNames } from '../../data/formats/zarr/zarr-names.ts'
import { closeFile, ifThere, inTime, readAt, readOpened, toFileError } from '../files/open-file.ts'
import { type Confinement, openInside } from '../files/open-inside.ts'
import { createListing } from './folder-listing.ts'

/** Most files of a specimen, and most bytes of their archive: a page takes no more. */
const mostFiles = 50_000
const mostBytes = 2 ** 30
const headBytes = 1024
/** Files at whose beginning is looked for DICOM. */
const searchedFiles = 20

const clock = (): number => performance.now()

/** The data of a specimen. */
export interface DataFolder {
  readonly type: ResultType
  readonly data: Asset
  /** Sentences on what a look at them found to be left out, or assumed. */
  readonly notes: readonly string[]
}

/**
 * Returns the data in a folder of a folder; undefined where it is none, or holds something else.
 * @throws `file.undecodable` for Zarr that cannot be shown, and as opening files
 */
export async function findDataFolder(place: Confinement, path: string): Promise<DataFolder | undefined> {
  const entries = await inTime(readdir(join(place.folder, path), { withFileTypes: true }), path).catch(
    () => [],
  )
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  if (names.some((name) => zarrNames.has(name))) return await findZarr(place, path)
  const shown = names.filter((found) => !found.startsWith('.'))
  const slices: string[] = []
  for (const name of shown.slice(0, searchedFiles)) {
    const file = await openInside(place, join(path, name))
    const head = await readAt(file, name, { start: 0, byteLength: headBytes }).finally(() => closeFile(file))
    if (findFormat(head, '')?.name === 'DICOM') slices.push(name)
    if (slices.length > 1) break
  }
  const [only, second] = slices
  if (only === undefined) return undefined
  const series = toSeries(place, path, names)
  return second === undefined && shown.length <= searchedFiles
    ? { ...series, type: await findSingleType(place, path, only) }
    : series
}

/** Returns the kind of the only file of DICOM in a folder, which may be a picture. */
async function findSingleType(place: Confinement, path: string, name: string): Promise<ResultType> {
  const file = await openInside(place, join(path, name))
  try {
    const read = async (start: number, byteLength: number) => await readAt(file, name, { start, byteLength })
    return await findType({ name, size: file.size, read })
  } finally {
    closeFile(file)
  }
}

/** Returns the data in these files of a folder, which are slices of DICOM. */
export function toSeries(place: Confinement, path: string, names: readonly string[]): DataFolder {
  const paths = names.map((name) => join(path, name)).sort()
  return { type: 'volume', data: toAsset(place, path, async () => paths), notes: [] }
}

/** Returns the data in a folder of Zarr; undefined for a group that only has images below it. */
export async function findZarr(place: Confinement, path: string): Promise<DataFolder | undefined> {
  const { findLevel, isGroup, metadataBytes, readImages } = await import(
    '../../data/formats/zarr/ome-level.ts'
  )
  const read = async (name: string): Promise<Uint8Array | undefined> => {
    const limits = { shown: name, byteLimit: metadataBytes, createError: tooLargeError }
    return await ifThere(readOpened(openInside(place, join(path, name)), limits))
  }
  const [attributes, group, node] = [await read('.zattrs'), await read('.zgroup'), await read('zarr.json')]
  if (readImages(attributes ?? node).length === 0) {
    if (group || isGroup(node)) return undefined
    const remedy = 'It is Zarr without multiscales, which OME-Zarr has; save it as OME-Zarr or as NPY.'
    throw new SpecimenError('file.undecodable', remedy)
  }
  const notes = new Set<string>()
  const find = async (onNote: (sentence: string) => void = () => {}) => {
    let files: readonly string[] = []
    const store = { get: (key: string) => read(key.slice(1)), getRange: async () => undefined }
    const fits = async ({ byteLength, path: below }: OmeLevel): Promise<boolean> => {
      if (byteLength > mostBytes) return false
      files = await listFiles(place, join(path, below))
      return files.length <= mostFiles
    }
    const { type } = await findLevel(store, fits, onNote)
    return { type, files }
  }
  const { type } = await find((note) => notes.add(note))
  const top = Object.entries({ '.zattrs': attributes, '.zgroup': group, 'zarr.json': node })
  const metadata = top.flatMap(([name, there]) => (there ? [join(path, name)] : []))
  const list = async () => [...metadata, ...(await find()).files]
  return { type, data: toAsset(place, path, list), notes: [...notes] }
}

/** Lists the files in a folder and below it. @throws `file.missing` for links, which may lead outside */
async function listFiles({ folder }: Confinement, top: string): Promise<string[]> {
  const files: string[] = []
  const waiting = [top]
  for (let path = waiting.pop(); path !== undefined && files.length <= mostFiles; path = waiting.pop()) {
    const entries: Dirent[] = await inTime(readdir(join(folder, path), { withFileTypes: true }), path).catch(
      (cause: unknown) => {
        throw toFileError(`${path} cannot be read`, cause)
      },
    )
    for (const entry of entries) {
      const entryPath = join(path, entry.name)
      if (entry.isFile()) files.push(entryPath)
      else if (entry.isDirectory()) waiting.push(entryPath)
      else
        throw new SpecimenError(
          'file.missing',
          `${entryPath} is a link or a device; put the file itself there.`,
        )
    }
  }
  return files.sort()
}

function toAsset(place: Confinement, path: string, find: () => Promise<readonly string[]>): Asset {
  const { folder, followLinks = false } = place
  const name = `${path === '' ? basename(folder) : path}.tar`
  return { kind: 'folder', folder, followLinks, name, list: createListing(folder, find, clock) }
}

function tooLargeError(detail: string): SpecimenError {
  return new SpecimenError('file.undecodable', `${detail}; leave metadata out.`)
}
