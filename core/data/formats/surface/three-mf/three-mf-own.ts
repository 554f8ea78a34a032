/** Scenes that this program wrote as 3MF: a file beside the model has what that has no place for. */
import type { MeshResult, ScenePart, SceneResult } from '../../../../contract/domain/result/result.ts'
import { partCount, requirePlace } from '../../../../contract/domain/result/scene.ts'
import { toModelPlace } from '../../../../contract/look/model-place.ts'
import { findLengthUnit } from '../../../../contract/text/length-units.ts'
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
} from '../../../../contract/values/json.ts'
import { isFiniteNumber } from '../../../../contract/values/number.ts'
import type { DecodeContext } from '../../format.ts'
import { refuse } from '../../refusal.ts'
import { findChild, listChildren, readNumbers, type XmlElement } from '../../xml-document.ts'
import type { TriangleColors } from './three-mf-colors.ts'
import { identity, MeshParts } from './three-mf-parts.ts'

/** The file of a scene of this program. */
export const ownIndex = 'metadata/scene.json'

/** A model, and the file beside it. */
export interface OwnModel {
  readonly index: Uint8Array
  readonly objects: ReadonlyMap<string, XmlElement>
  readonly items: readonly XmlElement[]
  readonly colors: TriangleColors
  /** The unit of the model. */
  readonly unit: string | undefined
  readonly context: DecodeContext
}

/**
 * Returns the scene of a file of this program, unchecked; undefined where another program has changed which
 * objects are built, or where. @throws `file.undecodable` for parts that are none
 */
export function readOwnScene(model: OwnModel): SceneResult | undefined {
  const json = parseJson(new TextDecoder().decode(model.index.slice()), 'The file of its scene')
  if (!isJsonObject(json) || json.type !== 'scene' || json.version !== 1) return undefined
  const { unit, orientation, notes, parts: listed } = json
  if (!isJsonArray(listed) || listed.length > partCount || !listed.every(isJsonObject))
    throw refuse(`parts must be an array of at most ${partCount} objects.`)
  const built = listed.filter(({ object }) => object !== undefined)
  const factor = measureUnit(unit) / measureUnit(model.unit)
  const isSame = built.every((entry, i) => isItem(model.items[i], entry, factor))
  if (!isSame || built.length !== model.items.length) return undefined
  const parts = new Map(listed.map((entry) => [String(entry.name), readPart(entry, model)]))
  if (parts.size < listed.length) throw refuse('Each part of its scene must have a name of its own.')
  const scene: unknown = { type: 'scene', unit, orientation, notes, parts: Object.fromEntries(parts) }
  return scene as SceneResult // whoever decodes a file checks it
}

/** Returns the metres of a unit; 1 mm, that of a model, for one that is not known. */
function measureUnit(unit: Json | undefined): number {
  const known = findLengthUnit(typeof unit === 'string' ? unit : '')
  return known?.metres ?? 1e-3
}

/** Turns and shifts differ less, however a program writes them. */
const slack = 1e-6

/** Returns whether an item of the build places the object of a part where this was. */
function isItem(item: XmlElement | undefined, entry: JsonObject, factor: number): boolean {
  if (item?.attributes.get('objectid') !== entry.object) return false
  const members = isJsonObject(entry.members) ? entry.members : {}
  const given: readonly unknown[] = Array.isArray(members.offset) ? members.offset : []
  const offset = given.filter(isFiniteNumber)
  const wanted = toModelPlace(requirePlace(entry.place, refuse), { offset, factor })
  const found = readNumbers(item?.attributes.get('transform') ?? identity.join(' '), 12)
  const size = Math.max(...wanted.map(Math.abs))
  return wanted.every((number, i) => Math.abs((found[i] ?? Number.NaN) - number) <= slack * size)
}

/** Returns a part with the mesh of its object, unplaced; an empty one where nothing of it was built. */
function readPart({ object, colors, look, place, members = {} }: JsonObject, model: OwnModel): ScenePart {
  if (!isJsonObject(members)) throw refuse('The members of a part must be an object.')
  const mesh = typeof object === 'string' ? readObject(object, model) : emptyMesh
  const { colors: found, ...uncolored } = mesh
  const shown = colors === true && found ? { ...uncolored, colors: found } : uncolored
  const part: unknown = {
    ...members,
    ...(look !== undefined && { look }),
    ...(place !== undefined && { place }),
    ...shown,
  }
  return part as ScenePart // checked with the scene
}

const emptyMesh: MeshResult = { type: 'mesh', vertices: new Float32Array(0), indices: new Uint32Array(0) }

function readObject(id: string, { objects, colors, context }: OwnModel): MeshResult {
  const object = objects.get(id)
  const mesh = object && findChild(object, 'mesh')
  if (!object || !mesh || listChildren(object, 'components').length > 0)
    throw refuse(`The object ${JSON.stringify(id.slice(0, 40))} of a part has no mesh.`)
  const target = new MeshParts(context)
  target.add(mesh, { transform: identity, colors, object })
  return target.finish(undefined)
}
