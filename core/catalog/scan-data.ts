import { createHash } from 'node:crypto'
import { opendir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { SpecimenError } from '../domain/errors.ts'
import { type SourceError, toSourceError } from '../domain/source-error.ts'
import { idLength, isId } from '../domain/specimen.ts'
import { closeFile, inTime, isAbsent, readAt, toFileError } from '../files/open-file.ts'
import { openInside } from '../files/open-inside.ts'
import { findType } from '../formats/find-type.ts'
import { zarrNames, zarrRemedy } from './other-folder.ts'
import type { ScannedFolder } from './scan-folder.ts'
import type { SpecimenFile } from './specimen-file.ts'

/** Most files and folders that are looked at, and the depth to which changes are watched. */
const mostEntries = 10_000
const deepest = 6
const mostErrors = 100
const parallelReads = 8

/**
 * Returns a specimen for each file of a known format in a folder and below it; errors name the others. A
 * source is the path in the folder. Entries of `before` stay while they cannot be read.
 */
export async function scanData(folder: string, before: ScannedFolder['files']): Promise<ScannedFolder> {
  const errors: SourceError[] = []
  const sources = await listFiles(folder, errors)
  const files: { source: string; file: SpecimenFile }[] = []
  for (let i = 0; i < sources.length; i += parallelReads) {
    const batch = sources.slice(i, i + parallelReads)
    const settled = await Promise.allSettled(batch.map((source) => readFile(folder, source)))
    settled.forEach((outcome, k) => {
      const source = batch[k] ?? ''
      if (outcome.status === 'fulfilled') files.push({ source, file: outcome.value })
      else if (!isAbsent(outcome.reason)) errors.push(toSourceError(source, outcome.reason))
    })
  }
  const unread = errors.filter(({ code }) => code === 'system.failed').map(({ source }) => source)
  const isUnread = (source: string): boolean =>
    unread.some((place) => place === folder || place === source || source.startsWith(`${place}/`))
  const kept = before.filter(({ source }) => isUnread(source))
  return { files: [...files, ...kept], errors: cutErrors(errors, folder) }
}

/** Keeps what is to be tried again first. */
function cutErrors(errors: readonly SourceError[], folder: string): readonly SourceError[] {
  if (errors.length <= mostErrors) return errors
  const sorted = [...errors].sort(
    (a, b) => Number(b.code === 'system.failed') - Number(a.code === 'system.failed'),
  )
  const count = errors.length - mostErrors
  const detail = `${count} more files or folders in it cannot be shown; mend the others first.`
  const rest = toSourceError(folder, new SpecimenError('format.unknown', detail))
  return [...sorted.slice(0, mostErrors), rest]
}

/** Lists files by their path in the folder, without hidden ones. Opening decides on links and devices. */
async function listFiles(folder: string, errors: SourceError[]): Promise<readonly string[]> {
  const files: string[] = []
  const folders = ['']
  let count = 0
  for (let place = folders.shift(); place !== undefined; place = folders.shift()) {
    const found = await listFolder(join(folder, place), mostEntries - count).catch((cause: unknown) => {
      if (place === '' || !isAbsent(cause))
        errors.push(toSourceError(place || folder, toFileError('The folder cannot be read', cause)))
      return []
    })
    count += found.length
    const refuse = (detail: string) =>
      errors.push(toSourceError(place || folder, new SpecimenError('metadata.invalid', detail)))
    if (found.some(({ name }) => zarrNames.has(name))) {
      refuse(zarrRemedy)
      continue
    }
    const depth = place === '' ? 1 : place.split('/').length + 1
    for (const { name, isFolder } of found) {
      if (name.startsWith('.')) continue
      const path = place === '' ? name : `${place}/${name}`
      if (!isFolder) files.push(path)
      else if (depth < deepest) folders.push(path)
      else refuse(`Folders are read ${deepest} deep, and this one has more below it; move them up.`)
    }
    if (count >= mostEntries) {
      refuse(`No more than ${mostEntries} files and folders are looked at; the others are not shown.`)
      break
    }
  }
  return files.sort()
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

async function readFile(folder: string, source: string): Promise<SpecimenFile> {
  const confinement = { folder, followLinks: true } // the operator has named it
  const file = await openInside(confinement, source)
  const shown = basename(source)
  try {
    const read = async (start: number, byteLength: number) => await readAt(file, shown, { start, byteLength })
    const type = await findType({ name: shown, size: file.size, read })
    return {
      id: toId(source),
      displayName: shown.replace(/([.]\w{1,8})?([.]gz)?$/i, '') || shown,
      description: null,
      type,
      tags: source.split('/').slice(0, -1),
      storyText: null,
      thumbnail: null,
      data: { kind: 'file', ...confinement, name: source },
      functionName: null,
      schema: null,
      omissions: [],
    }
  } finally {
    closeFile(file)
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
