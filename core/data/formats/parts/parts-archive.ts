/** The archive in which the files of a scene are decoded together: the list of its parts, then the files. */
import { requirePartNames } from '../../../contract/domain/result/read-parts.ts'
import {
  type PartLook,
  type PartPlace,
  requireLook,
  requirePlace,
} from '../../../contract/domain/result/scene.ts'
import { describe } from '../../../contract/text/describe.ts'
import { isJsonObject, type Json, parseJson } from '../../../contract/values/json.ts'
import { refuse } from '../refusal.ts'

/** A part of a scene that is a file, or a node in one. */
export type PartOfFile = {
  /** The path of a file, or of a folder with the slices of a series or an image. */
  readonly file: string
  /** The name of a node in a binary glTF; absent for the whole file. */
  readonly node?: string
  /** Unit and directions of a file that states none, such as `cm, LPS`. */
  readonly axes?: string
  readonly look?: PartLook
  readonly place?: PartPlace
}

/** The parts of a scene, and what their author says of all. */
export type PartList = {
  /** Unit and directions of the scene, such as `mm, RAS`. */
  readonly axes?: string
  readonly parts: readonly (readonly [name: string, part: PartOfFile])[]
  /** What a look at the files has found that none of the parts shows. */
  readonly notes?: readonly string[]
}

/** The name of the list in the archive. */
export const partListName = 'parts.json'

/** Returns the list as it stands in an archive. */
export function encodePartList(list: PartList): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(list))
}

/** Returns whether an archive begins with such a list. */
export function isPartsArchive(bytes: Uint8Array): boolean {
  const start = String.fromCharCode(...bytes.subarray(0, partListName.length + 1))
  return start === `${partListName}\0` && String.fromCharCode(...bytes.subarray(257, 262)) === 'ustar'
}

/** Returns the list in an archive, which may come from another host. @throws `file.undecodable` */
export function parsePartList(bytes: Uint8Array): PartList {
  const found = parseJson(new TextDecoder().decode(bytes), partListName)
  const { axes, parts, notes = [] } = isJsonObject(found) ? found : {}
  if (!Array.isArray(parts) || (axes !== undefined && typeof axes !== 'string'))
    throw refuse(`${partListName} must have a list of parts (got ${describe(parts)}).`)
  const named = parts.map((entry: Json) => {
    const [name, part]: readonly (Json | undefined)[] = Array.isArray(entry) ? entry : []
    return [String(name), part] as const
  })
  requirePartNames(
    named.map(([name]) => name),
    refuse,
  )
  if (!Array.isArray(notes) || !notes.every((note) => typeof note === 'string'))
    throw refuse(`notes of ${partListName} must be a list of texts (got ${describe(notes)}).`)
  return {
    ...(axes !== undefined && { axes }),
    ...(notes.length > 0 && { notes }),
    parts: named.map(([name, part]) => [name, parsePart(part, refuse)]),
  }
}

/** Returns a part as it is written. @throws the error of `refuse`, whose sentence begins with the member */
export function parsePart(found: Json | undefined, refuse: (detail: string) => Error): PartOfFile {
  if (found === undefined || !isJsonObject(found))
    throw refuse(`A part must be an object with file, as { "file": "scan.nii.gz" } (got ${describe(found)}).`)
  const readText = (name: string): string | undefined => {
    const text = found[name]
    if (text === undefined || (typeof text === 'string' && text !== '')) return text
    throw refuse(`${name} must be a text (got ${describe(text)}).`)
  }
  const file = readText('file')
  if (file === undefined) throw refuse('file must be the name of a file in the folder (got none).')
  const [node, axes] = [readText('node'), readText('axes')]
  const [look, place] = [requireLook(found.look, refuse), requirePlace(found.place, refuse)]
  return {
    file,
    ...(node !== undefined && { node }),
    ...(axes !== undefined && { axes }),
    ...(look && { look }),
    ...(place && { place }),
  }
}
