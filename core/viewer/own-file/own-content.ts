import { toThrownText } from '../../contract/text/thrown-text.ts'
import type { OwnFile } from '../data/data-source.ts'
import type { Dropped } from './follow-drops.ts'

/** Files of the user that one page shows. They are read when it does, and stay where they are. */
export interface OwnContent {
  readonly name: string
  /** Empty where `problem` says why. */
  readonly files: readonly OwnFile[]
  readonly problem: string | null
}

const mostFiles = 50_000

/** Returns chosen files; those of a folder have their path in it. */
export function toContent(files: readonly OwnFile[]): OwnContent {
  const [first] = files
  const [top = '', rest] = first?.path.split('/', 2) ?? []
  const name = files.length === 1 || rest !== undefined ? top : `${files.length} files`
  const problem =
    files.length > mostFiles ? `A folder may have ${mostFiles} files; choose a part of it.` : null
  return { name, files: problem === null ? files : [], problem }
}

/** Returns dropped files and those of dropped folders. */
export async function readDropped(dropped: readonly Dropped[]): Promise<OwnContent> {
  const files: OwnFile[] = []
  const waiting = [...dropped]
  try {
    for (let next = waiting.pop(); next && files.length <= mostFiles; next = waiting.pop()) {
      if (next instanceof File) files.push({ path: next.name, blob: next })
      else if (isFile(next)) files.push({ path: next.fullPath.slice(1), blob: await readFile(next) })
      else if (isFolder(next)) waiting.push(...(await readFolder(next)))
    }
    return toContent(files)
  } catch (error) {
    const found = toThrownText(error)
    return { name: 'Dropped files', files: [], problem: `The dropped files could not be read: ${found}` }
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

async function readFile(entry: FileSystemFileEntry): Promise<File> {
  return await new Promise((resolve, reject) => entry.file(resolve, reject))
}

/** Returns what lies in a folder, of which browsers read a hundred at a time. */
async function readFolder(entry: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = entry.createReader()
  const entries: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0 || entries.length > mostFiles) return entries
    entries.push(...some)
  }
}
