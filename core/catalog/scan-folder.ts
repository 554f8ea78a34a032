/** The scan of the specimens folder: one specimen for each folder in it that holds a `specimen.json`. */
import { open, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { SpecimenError } from '../domain/errors.ts'
import { parseJson } from '../domain/json.ts'
import { listFolders, type SourceError, toSourceError } from '../functions/load-bundles.ts'
import { parseSpecimenFile, type SpecimenFile } from './specimen-file.ts'

const metadataName = 'specimen.json'
const metadataBytes = 2 ** 20

export interface ScannedFolder {
  /** Sorted by folder name. */
  readonly files: readonly { readonly source: string; readonly file: SpecimenFile }[]
  readonly errors: readonly SourceError[]
}

/** Returns every usable metadata file below `folder`; what is not usable is an error in the list. */
export async function scanFolder(folder: string): Promise<ScannedFolder> {
  const { names, errors } = await listFolders(folder)
  const outcomes = await Promise.allSettled(names.map((name) => readSpecimenFile(folder, name)))
  const files = outcomes.flatMap((outcome, i) => {
    const source = names[i] ?? ''
    if (outcome.status === 'fulfilled') return outcome.value === undefined ? [] : [{ source, file: outcome.value }]
    errors.push(toSourceError(source, outcome.reason))
    return []
  })
  return { files, errors }
}

/** Returns undefined for a folder without a metadata file: it holds something else. */
async function readSpecimenFile(root: string, name: string): Promise<SpecimenFile | undefined> {
  const folder = join(root, name)
  if (!(await realpath(folder)).startsWith((await realpath(root)) + sep)) {
    throw new SpecimenError(
      'metadata.invalid',
      'The folder is a link that leads outside the specimens folder; copy the data into it.',
    )
  }
  const handle = await open(join(folder, metadataName)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw error
  })
  if (!handle) return undefined
  try {
    const { size } = await handle.stat()
    if (size > metadataBytes)
      throw new SpecimenError('metadata.invalid', `${metadataName} is larger than ${metadataBytes} bytes.`)
    return await parseSpecimenFile(parseJson(await handle.readFile('utf8'), metadataName), folder, name)
  } finally {
    await handle.close()
  }
}
