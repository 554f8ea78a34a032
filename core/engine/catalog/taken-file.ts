/** Files whose bytes functions take as they are: those that callers have brought, and those of specimens. */
import { type DataPlace, hasEnding, sayKinds, sayWanted } from '../../contract/domain/data-ref.ts'
import { SpecimenError } from '../../contract/domain/errors.ts'
import type { AssetAnswer, Specimen, StaticSpecimen } from '../../contract/domain/specimen.ts'
import type { TakenFile } from '../run/call.ts'
import { type BroughtFile, openBrought } from './brought-file.ts'
import type { FoundEntry } from './catalog-view.ts'
import { refuseReference } from './check-reference.ts'
import { openAsset } from './open-asset.ts'

/** Returns a file that a caller has brought. Its key is that of its bytes. */
export function takeBrought(file: BroughtFile, name: string): TakenFile {
  const open = async (signal: AbortSignal): Promise<AssetAnswer> => await openBrought(file, signal)
  const source = { kind: 'brought', hash: file.hash } as const
  return { name, key: `brought ${file.hash}`, source, open, hold: file.hold }
}

/** Returns the file of a specimen, whose key is equal while the file is the same. @throws as opening it */
export async function takeSpecimen(
  { id, data }: StaticSpecimen,
  name: string,
  signal: AbortSignal,
): Promise<TakenFile> {
  const revision = toRevision(await openAsset(data, { method: 'HEAD', headers: {} }, signal))
  return {
    name,
    key: JSON.stringify(['file', id, revision]),
    source: { kind: 'specimen', id, revision },
    open: async (ended) => {
      const answer = await openAsset(data, { method: 'GET', headers: {} }, ended)
      if (toRevision(answer) === revision) return answer
      throw new SpecimenError('file.missing', `The file of ${id} has changed; ask again.`)
    },
  }
}

/** Returns what tells the file from an earlier one, as that of a file that is decoded. */
function toRevision({ headers }: AssetAnswer): string {
  const { etag = '', 'last-modified': modified = '', 'content-length': length = '' } = headers
  return [etag, modified, length].join(' ')
}

/** Returns the specimen of a reference, with its file's name. @throws `params.invalid` for another file */
export function findTaken(
  functionName: string,
  place: DataPlace,
  { id, entry }: { readonly id: string; readonly entry: FoundEntry },
): { readonly specimen: StaticSpecimen; readonly name: string } {
  const name = entry.kind === 'static' ? findFileName(entry.specimen) : undefined
  if (entry.kind === 'static' && name !== undefined) {
    requireEnding(functionName, place, name)
    return { specimen: entry.specimen, name }
  }
  const is = entry.kind === 'static' ? 'is a folder of files' : 'is made by a function'
  throw refuseReference(place, `${sayWanted(place)} for ${functionName}, and ${id} ${is}`)
}

/** @throws `params.invalid` for a file with another ending than a function takes */
export function requireEnding(functionName: string, place: DataPlace, name: string): void {
  if (hasEnding(name, place.endings)) return
  const called = name === '' ? 'the file has no name' : `the file is called ${JSON.stringify(name)}`
  const remedy = 'bring it under a name with that ending if it holds such data'
  throw refuseReference(place, `${sayWanted(place)} for ${functionName}, and ${called}; ${remedy}`)
}

/** Returns the name of a specimen's file; undefined for several files, and for a function. */
export function findFileName(specimen: Specimen): string | undefined {
  if (specimen.kind !== 'static' || specimen.data.kind === 'folder') return undefined
  return (specimen.data.name ?? specimen.id).split('/').at(-1)
}

/** Returns whether a specimen has what fits at a place. */
export function fits(specimen: Specimen, { kinds, endings }: Pick<DataPlace, 'kinds' | 'endings'>): boolean {
  if (!kinds.includes('file')) return kinds.includes(specimen.type)
  const name = findFileName(specimen)
  return name !== undefined && hasEnding(name, endings)
}

/** Returns what a file gives, in words. */
export function sayFileKind(kind: string | null): string {
  return kind === null ? 'is of no format that this host decodes' : `gives ${sayKinds([kind])}`
}
