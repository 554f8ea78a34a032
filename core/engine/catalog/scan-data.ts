import { createHash } from 'node:crypto'
import { opendir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { hasCode, SpecimenError } from '../../contract/domain/errors.ts'
import { type SourceError, toSourceError } from '../../contract/domain/source-error.ts'
import { idLength, isId } from '../../contract/domain/specimen.ts'
import { findFormat } from '../../data/formats/find-format.ts'
import { findType } from '../../data/formats/find-type.ts'
import { zarrNames } from '../../data/formats/zarr/zarr-names.ts'
import { closeFile, inTime, isAbsent, readAt, settleEach, toFileError } from '../files/open-file.ts'
import { type Confinement, openInside } from '../files/open-inside.ts'
import { type DataFolder, findZarr, toSeries } from './data-folder.ts'
import { metadataName, readMetadata, type ScannedFolder } from './scan-folder.ts'
import type { SpecimenFile } from './specimen-file.ts'

/** Most files and folders that are looked at, and the depth to which changes are watched. */
const mostEntries = 10_000
const deepest = 6
const mostErrors = 100
const headBytes = 2 ** 14

type ScannedFile = ScannedFolder['files'][number]

/**
 * Returns specimens of files of known formats, series of DICOM, images of OME-Zarr and folders with a
 * `specimen.json` of at most `metadataBytes`, and errors.
 */
export async function scanData(
  folder: string,
  metadataBytes: number,
  before: ScannedFolder['files'],
): Promise<ScannedFolder> {
  const errors: SourceError[] = []
  const place = { folder, followLinks: true } // the operator has named it
  const { sources, wholes } = await listFiles(place, metadataBytes, errors)
  const files: (ScannedFile & { readonly series: string | undefined })[] = []
  const read = (source: string): ReturnType<typeof readFile> => readFile(place, source)
  await settleEach(sources, read, (outcome, source) => {
    if (outcome.status === 'fulfilled') files.push({ source, ...outcome.value })
    else if (!isAbsent(outcome.reason)) errors.push(toSourceError(source, outcome.reason))
  })
  const unread = errors.filter(({ code }) => code === 'system.failed').map(({ source }) => source)
  const isUnread = (source: string): boolean =>
    unread.some((place) => place === folder || place === source || source.startsWith(`${place}/`))
  const kept = before.filter(({ source }) => isUnread(source))
  return { files: [...joinSeries(place, files), ...wholes, ...kept], errors: cutErrors(errors, folder) }
}

/** Keeps what is to be tried again first. */
function cutErrors(errors: readonly SourceError[], folder: string): readonly SourceError[] {
  if (errors.length <= mostErrors) return errors
  const sorted = [...errors].sort(
    (a, b) => Number(b.code === 'system.failed') - Number(a.code === 'system.failed'),
  )
  const count = errors.length - mostErrors
  const more = count === 1 ? '1 more file or folder' : `${count} more files or folders`
  const detail = `${more} in it cannot be shown; mend the others first.`
  const rest = toSourceError(folder, new SpecimenError('format.unknown', detail))
  return [...sorted.slice(0, mostErrors), rest]
}

/** Lists files by their path in the folder, without hidden ones. Opening decides on links and devices. */
async function listFiles(
  place: Confinement,
  metadataBytes: number,
  errors: SourceError[],
): Promise<{ readonly sources: readonly string[]; readonly wholes: readonly ScannedFile[] }> {
  const { folder } = place
  const files: string[] = []
  const wholes: ScannedFile[] = []
  const folders = ['']
  let count = 0
  for (let at = folders.shift(); at !== undefined; at = folders.shift()) {
    const listed = await listFolder(join(folder, at), mostEntries - count).catch((cause: unknown) => {
      if (at === '' || !isAbsent(cause))
        errors.push(toSourceError(at || folder, toFileError('The folder cannot be read', cause)))
      return []
    })
    count += listed.length
    const refuse = (detail: string) =>
      errors.push(toSourceError(at || folder, new SpecimenError('metadata.invalid', detail)))
    const names = listed.map(({ name }) => name)
    const whole = await readWhole(place, { at, names, metadataBytes }).catch((error: unknown) => {
      errors.push(toSourceError(at || folder, error))
      return null
    })
    if (whole) wholes.push({ source: at, file: whole })
    if (whole) errors.push(...whole.omissions.map((omission) => toSourceError(at || folder, omission)))
    if (whole !== undefined) continue
    const depth = at === '' ? 1 : at.split('/').length + 1
    for (const { name, isFolder } of listed) {
      if (name.startsWith('.') || zarrNames.has(name)) continue
      const path = at === '' ? name : `${at}/${name}`
      if (!isFolder) files.push(path)
      else if (depth < deepest) folders.push(path)
      else refuse(`Folders are read ${deepest} deep, and this one has more below it; move them up.`)
    }
    if (count >= mostEntries) {
      refuse(`No more than ${mostEntries} files and folders are looked at; the others are not shown.`)
      break
    }
  }
  return { sources: files.sort(), wholes }
}

/** A folder with the names of what is in it. */
interface ListedFolder {
  readonly at: string
  readonly names: readonly string[]
  readonly metadataBytes: number
}

/** Returns the specimen that a folder is as a whole: by its `specimen.json`, or as an image of OME-Zarr. */
async function readWhole(
  place: Confinement,
  { at, names, metadataBytes }: ListedFolder,
): Promise<SpecimenFile | undefined> {
  const source = at || basename(place.folder)
  if (names.includes(metadataName)) {
    const confinement = { folder: join(place.folder, at), followLinks: at === '' }
    return await readMetadata(confinement, toId(source), metadataBytes)
  }
  const image = names.some((name) => zarrNames.has(name)) ? await findZarr(place, at) : undefined
  return image && describeFile({ ...image, source })
}

async function listFolder(path: string, most: number): Promise<{ name: string; isFolder: boolean }[]> {
  const folder = await inTime(opendir(path), path)
  const entries: { name: string; isFolder: boolean }[] = []
  try {
    while (entries.length < most) {
      const entry = await inTime(folder.read(), path)
      if (!entry) break
      entries.push({ name: entry.name, isFolder: entry.isDirectory() })
    }
  } finally {
    folder.close().catch(() => undefined)
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function readFile(
  place: Confinement,
  source: string,
): Promise<Pick<ScannedFile, 'file'> & { readonly series: string | undefined }> {
  const file = await openInside(place, source)
  const shown = basename(source)
  try {
    const read = async (start: number, byteLength: number) => await readAt(file, shown, { start, byteLength })
    const found = new Set<string>()
    const type = await findType({ name: shown, size: file.size, read }, (note) => found.add(note)).catch(
      (error: unknown) => {
        if (!hasCode(error, 'format.unknown')) throw error
        throw new SpecimenError(error.code, `${error.message} A dot before its name hides it here.`)
      },
    )
    const head = await read(0, headBytes)
    const isSlice = findFormat(head, shown)?.name === 'DICOM'
    const series = isSlice
      ? await (await import('../../data/formats/dicom/dicom-file.ts')).readSeriesUid(head)
      : undefined
    return {
      file: describeFile({ type, data: { kind: 'file', ...place, name: source }, notes: [...found], source }),
      series,
    }
  } finally {
    closeFile(file)
  }
}

/** Replaces the slices of a series in a folder by one specimen, which has the name of the folder. */
function joinSeries(
  place: Confinement,
  files: readonly (ScannedFile & { readonly series: string | undefined })[],
): ScannedFile[] {
  const all = new Map<string, string[]>()
  for (const { source, series } of files) {
    const key = `${dirname(source)}\0${series}`
    if (series) all.set(key, [...(all.get(key) ?? []), source])
  }
  const joined = [...all].filter(([, slices]) => slices.length > 1)
  const inSeries = new Set(joined.flatMap(([, slices]) => slices))
  const specimens = joined.map(([key, slices]) => {
    const [path = '', series = ''] = key.split('\0')
    const isOnly = path !== '.' && joined.filter(([other]) => other.startsWith(`${path}\0`)).length === 1
    const source = isOnly ? path : join(path, series)
    const names = slices.map((slice) => basename(slice))
    return { source, file: describeFile({ ...toSeries(place, path, names), source }) }
  })
  return [...files.filter(({ source }) => !inSeries.has(source)), ...specimens]
}

function describeFile({ type, data, notes, source }: DataFolder & { readonly source: string }): SpecimenFile {
  const shown = basename(source)
  return {
    id: toId(source),
    type,
    data,
    notes,
    tags: source.split('/').slice(0, -1),
    displayName: shown.replace(/([.]\w{1,8})?([.]gz)?$/i, '') || shown,
    description: null,
    storyText: null,
    thumbnail: null,
    functionName: null,
    schema: null,
    omissions: [],
  }
}

/**
 * Returns the path with `--` between its parts where that can be read back; any other with other characters
 * in place of those that ids cannot have, and a hash of the path. So no two paths have the same id.
 */
function toId(source: string): string {
  const parts = source.split('/')
  const id = parts.join('--')
  const isPlain = parts.every((part) => /^[\w.]+(-[\w.]+)*$/.test(part))
  if (isPlain && isId(id)) return id
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 12)
  return `${id.replace(/[^\w.-]/g, '-').slice(0, idLength - hash.length - 1)}-${hash}`
}
