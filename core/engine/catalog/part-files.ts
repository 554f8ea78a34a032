/** The member `parts` of metadata files: files that are the parts of a scene. */
import type { SpecimenError } from '../../contract/domain/errors.ts'
import type { PartType, ResultType } from '../../contract/domain/result/result.ts'
import type { Asset, FileScene } from '../../contract/domain/specimen.ts'
import type { Json } from '../../contract/values/json.ts'
import { findType } from '../../data/formats/find-type.ts'
import {
  encodePartList,
  type PartList,
  type PartOfFile,
  partListName,
} from '../../data/formats/parts/parts-archive.ts'
import { closeFile, readAt } from '../files/open-file.ts'
import { type Confinement, openInside } from '../files/open-inside.ts'
import { findDataFolder } from './data-folder.ts'
import { invalidError, prefixed } from './part-errors.ts'
import { createPartListing, type PartSource } from './part-listing.ts'
import { findNodeType, listNodes } from './part-nodes.ts'
import { listWritten } from './written-parts.ts'

/** The data of a scene, and what was found of them. */
export interface FoundParts {
  readonly data: Asset
  readonly scene: FileScene
  readonly notes: readonly string[]
  /** The reasons for what is left out of parts that are served all the same. */
  readonly faults: readonly SpecimenError[]
}

/** The specimen whose parts are looked for. */
export interface PartsOf {
  readonly confinement: Confinement
  readonly id: string
  /** Unit and directions of the scene, as its author says them; absent for those of its first part. */
  readonly axes?: string | undefined
}

/**
 * Returns the files that `parts` names: an object of them by part, or a binary glTF whose nodes are the
 * parts.
 * @throws `metadata.invalid`, `file.missing`, `file.undecodable` and so on, with the part
 */
export async function findParts(given: Json, { confinement, id, axes }: PartsOf): Promise<FoundParts> {
  const faults: SpecimenError[] = []
  const listed =
    typeof given === 'string'
      ? await listNodes(confinement, given)
      : { parts: listWritten(given, faults), notes: [] }
  const { parts: list } = listed
  const sources: PartSource[] = []
  const notes = [...listed.notes]
  const kinds: (readonly [string, PartType])[] = []
  for (const [name, part] of list) {
    const found = await ofPart(name, async () => await findPart(confinement, part))
    sources.push({ name, path: part.file, asset: found.asset })
    notes.push(...found.notes.map((note) => `${name}: ${note}`))
    kinds.push([name, found.type])
  }
  const head = {
    name: partListName,
    bytes: encodePartList({
      ...(axes !== undefined && { axes }),
      parts: list,
      ...(listed.notes.length > 0 && { notes: listed.notes }),
    }),
  }
  const { folder, followLinks = false } = confinement
  const data: Asset = {
    kind: 'folder',
    folder,
    followLinks,
    name: id,
    head,
    list: createPartListing(confinement, sources, head.bytes),
  }
  const whole = sources.filter((_, i) => list[i]?.[1].node === undefined)
  const files = new Map(whole.map(({ name, asset }) => [name, asset]))
  return { data, scene: { ...toReturns(kinds, list), files }, notes, faults }
}

/** Returns what a manifest says of a function's scene. */
function toReturns(
  kinds: readonly (readonly [name: string, type: PartType])[],
  list: PartList['parts'],
): Pick<FileScene, 'returns'> {
  const looks = list.flatMap(([name, { look }]) => (look ? [[name, look] as const] : []))
  const named = looks.length > 0 ? { looks: Object.fromEntries(looks) } : {}
  return { returns: { type: 'scene', parts: Object.fromEntries(kinds), ...named } }
}

interface FoundPart {
  readonly asset: Asset
  readonly type: PartType
  readonly notes: readonly string[]
}

async function findPart(confinement: Confinement, { file, node }: PartOfFile): Promise<FoundPart> {
  const asset: Asset = { kind: 'file', ...confinement, name: file }
  if (node !== undefined) return { asset, type: await findNodeType(confinement, file, node), notes: [] }
  const folder = await findDataFolder(confinement, file)
  if (folder) return { asset: folder.data, type: requirePart(folder.type, file), notes: folder.notes }
  const opened = await openInside(confinement, file)
  try {
    const read = async (start: number, byteLength: number) =>
      await readAt(opened, file, { start, byteLength })
    const notes = new Set<string>()
    const content = { name: file, size: opened.size, read }
    const type = await findType(content, (note) => notes.add(note)).catch((error: unknown) => {
      throw prefixed(JSON.stringify(file), error)
    })
    return { asset, type: requirePart(type, file), notes: [...notes] }
  } finally {
    closeFile(opened)
  }
}

function requirePart(type: ResultType, file: string): PartType {
  if (type !== 'scene') return type
  const remedy = 'name its parts one by one, or the file alone as data_file'
  throw invalidError(`${JSON.stringify(file)} is a scene itself, and a part is none; ${remedy}.`)
}

/** Adds the name of a part to any error of its file. */
async function ofPart<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw prefixed(`parts.${name}`, error)
  }
}
