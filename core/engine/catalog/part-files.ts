/** The members `parts` of metadata files: files that are the parts of a scene. */
import { SpecimenError } from '../../contract/domain/errors.ts'
import { requirePartNames } from '../../contract/domain/result/read-parts.ts'
import type { PartType, ResultType } from '../../contract/domain/result/result.ts'
import {
  isPartName,
  type PartLook,
  parseColor,
  requireLook,
  titleLength,
} from '../../contract/domain/result/scene.ts'
import type { Asset, FileScene } from '../../contract/domain/specimen.ts'
import { listShortly } from '../../contract/schema/issue-words.ts'
import { describe } from '../../contract/text/describe.ts'
import { suggestName } from '../../contract/text/suggest.ts'
import { isJsonObject, type Json } from '../../contract/values/json.ts'
import { findType } from '../../data/formats/find-type.ts'
import { type GltfOutline, readGltfOutline } from '../../data/formats/mesh/gltf/gltf-outline.ts'
import {
  encodePartList,
  type PartOfFile,
  parsePart,
  partListName,
} from '../../data/formats/parts/parts-archive.ts'
import { closeFile, readAt } from '../files/open-file.ts'
import { type Confinement, openInside } from '../files/open-inside.ts'
import { findDataFolder } from './data-folder.ts'
import { findForeign } from './misspelt-members.ts'
import { createPartListing, type PartSource } from './part-listing.ts'

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
 * Returns the files that `parts` names: an object of them by part, or a binary glTF whose nodes are the parts.
 * @throws `metadata.invalid`, `file.missing`, `file.undecodable` and so on, with the part
 */
export async function findParts(given: Json, { confinement, id, axes }: PartsOf): Promise<FoundParts> {
  const faults: SpecimenError[] = []
  const list = typeof given === 'string' ? await listNodes(confinement, given) : listWritten(given, faults)
  const sources: PartSource[] = []
  const notes: string[] = []
  const kinds: (readonly [string, PartType | undefined])[] = []
  for (const [name, part] of list) {
    const found = await ofPart(name, async () => await findPart(confinement, part))
    sources.push({ name, path: part.file, asset: found.asset })
    notes.push(...found.notes.map((note) => `${name}: ${note}`))
    kinds.push([name, found.type])
  }
  const head = {
    name: partListName,
    bytes: encodePartList({ ...(axes !== undefined && { axes }), parts: list }),
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

type NamedParts = readonly (readonly [name: string, part: PartOfFile])[]

/** Returns what a manifest says of a function's scene; nothing where a kind is not known. */
function toReturns(
  kinds: readonly (readonly [name: string, type: PartType | undefined])[],
  list: NamedParts,
): Pick<FileScene, 'returns'> {
  const known = kinds.flatMap(([name, type]) => (type ? [[name, type] as const] : []))
  if (known.length < kinds.length) return {}
  const looks = list.flatMap(([name, { look }]) => (look ? [[name, look] as const] : []))
  const named = looks.length > 0 ? { looks: Object.fromEntries(looks) } : {}
  return { returns: { type: 'scene', parts: Object.fromEntries(known), ...named } }
}

/** Returns the parts as an object of them says. A look that cannot be used is left out. */
function listWritten(given: Json, faults: SpecimenError[]): NamedParts {
  if (!isJsonObject(given))
    throw invalidError(
      `parts must be an object of files by part, as { "scan": { "file": "scan.nii.gz" } }, or the name ` +
        `of a .glb whose nodes are the parts (got ${describe(given)}).`,
    )
  const names = Object.keys(given)
  if (names.length === 0) throw invalidError('parts must have at least one part (got none).')
  requirePartNames(names, (detail) => invalidError(`parts: ${detail}`))
  return names.map((name) => {
    const value = given[name] ?? null
    const refuse = (detail: string) => invalidError(`parts.${name}: ${detail}`)
    if (!isJsonObject(value)) return [name, parsePart(value, refuse)]
    faults.push(...findForeign(name, value))
    const { look: found, ...rest } = value
    const look = readLook(found, (detail) => faults.push(refuse(`${detail} The part is served without it.`)))
    return [name, { ...parsePart(rest, refuse), ...(look && { look }) }]
  })
}

/** Returns a look, whose colour may be written as `#c33`; undefined for one that cannot be used. */
function readLook(found: Json | undefined, onFault: (detail: string) => void): PartLook | undefined {
  const { color, ...rest } = found !== undefined && isJsonObject(found) ? found : {}
  const isWritten = typeof color === 'string'
  const given = isWritten ? { ...rest, color: parseColor(color) ?? color } : found
  try {
    return requireLook(given, invalidError)
  } catch (error) {
    if (!(error instanceof SpecimenError)) throw error
    const remedy = isWritten ? ' A colour may also be written as "#cc3333".' : ''
    onFault(error.message + remedy)
    return undefined
  }
}

/** Returns the nodes of a file as parts, each under a name that is one, with its own as the title. */
async function listNodes(confinement: Confinement, file: string): Promise<NamedParts> {
  const wanted = 'parts must be an object of files by part, or the name of a .glb whose nodes are the parts'
  if (!/[.]glb$/i.test(file)) throw invalidError(`${wanted} (got ${describe(file)}).`)
  const { names } = await openOutline(confinement, file).catch((error: unknown) => {
    throw prefixed('parts', error)
  })
  const taken = new Set<string>()
  const parts = names.map((node): NamedParts[number] => {
    const name = toPartName(node, taken)
    taken.add(name.toLowerCase())
    return [
      name,
      { file, node, ...(name !== node && { look: { title: node.slice(0, titleLength).toWellFormed() } }) },
    ]
  })
  requirePartNames(
    parts.map(([name]) => name),
    (detail) => invalidError(`parts: ${detail} Name those to be shown, each with its file and node.`),
  )
  return parts
}

const longestName = 64

/** Returns the name of a part for that of a node, which may be any text; none of those that are taken. */
function toPartName(node: string, taken: ReadonlySet<string>): string {
  const plain = node.replace(/[^A-Za-z0-9_-]+/g, '_').replace(/^[_-]+|_+$/g, '') || 'node'
  for (let count = 1; ; count++) {
    const ending = count === 1 ? '' : `-${count}`
    const name = plain.slice(0, longestName - ending.length) + ending
    if (isPartName(name) && !taken.has(name.toLowerCase())) return name
  }
}

interface FoundPart {
  readonly asset: Asset
  /** Undefined where only decoding shows it. */
  readonly type: PartType | undefined
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

async function findNodeType(
  confinement: Confinement,
  file: string,
  node: string,
): Promise<PartType | undefined> {
  const { all, type } = await openOutline(confinement, file)
  if (all.includes(node)) return type
  const near = suggestName(node, all)
  const remedy = near === null ? `it has ${listShortly(all, String)}.` : `did you mean ${describe(near)}?`
  throw invalidError(`node must be one of ${JSON.stringify(file)} (got ${describe(node)}); ${remedy}`)
}

async function openOutline(confinement: Confinement, file: string): Promise<GltfOutline> {
  const opened = await openInside(confinement, file)
  try {
    return await readGltfOutline(
      async (start, byteLength) => await readAt(opened, file, { start, byteLength }),
    )
  } catch (error) {
    throw prefixed(JSON.stringify(file), error)
  } finally {
    closeFile(opened)
  }
}

/** Adds the name of a part to any error of its file. */
async function ofPart<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw prefixed(`parts.${name}`, error)
  }
}

function prefixed(subject: string, error: unknown): unknown {
  if (!(error instanceof SpecimenError)) return error
  return new SpecimenError(error.code, `${subject}: ${error.message}`, { cause: error.cause })
}

function invalidError(detail: string): SpecimenError {
  return new SpecimenError('metadata.invalid', detail)
}
