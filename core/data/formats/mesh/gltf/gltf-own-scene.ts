/** Scenes that this program wrote, part by part: arrays as they were given, without a way through places. */
import type { ElementArray } from '../../../../contract/domain/result/elements.ts'
import type { Member } from '../../../../contract/domain/result/member.ts'
import {
  listMembers,
  type PartType,
  partTypes,
  type SceneResult,
} from '../../../../contract/domain/result/result.ts'
import { requirePlace } from '../../../../contract/domain/result/scene.ts'
import { type NodePlace, toGltfPlace } from '../../../../contract/look/gltf-place.ts'
import { describe } from '../../../../contract/text/describe.ts'
import { isJsonObject, type Json, type JsonObject, parseJson } from '../../../../contract/values/json.ts'
import { isFiniteNumber } from '../../../../contract/values/number.ts'
import { refuse } from '../../refusal.ts'
import type { Accessor } from './gltf-accessor.ts'
import type { OpenGltf } from './gltf-content.ts'
import { pickItem, readCount, readCounts, readList, readObject } from './gltf-document.ts'
import { readColors } from './gltf-material.ts'
import { findOwnScene, isPlaced } from './gltf-own.ts'

/** The attribute of glTF that has the array of a part. */
const attributes: { readonly [array: string]: string } = {
  vertices: 'POSITION',
  points: 'POSITION',
  normals: 'NORMAL',
  colors: 'COLOR_0',
  scalars: '_SCALAR',
  vectors: '_VECTOR',
}
const white: readonly number[] = [1, 1, 1]
const unmoved: NodePlace = { translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] }

/** A part as it stands in a file. */
interface WrittenPart {
  readonly name: string
  readonly extras: JsonObject
  /** The node with its mesh. */
  readonly node: JsonObject
}

/** A scene of this program whose arrays are not read yet. */
export interface OwnScene {
  readonly names: readonly string[]
  /** Returns the kind of a part; undefined for a name that none has. */
  readonly typeOf: (name: string) => PartType | undefined
  /** Reads it, unchecked. @throws `file.undecodable` for parts that are none */
  readonly read: () => SceneResult
}

/** Returns the scene of a file of this program, unchecked, as {@link openOwnScene} finds it. */
export function readOwnScene(open: OpenGltf): SceneResult | undefined {
  return openOwnScene(open)?.read()
}

/**
 * Opens the scene of a file of this program. Undefined for other files, and for one whose nodes another
 * program has moved: what is seen is elsewhere then than its extras say.
 * @throws `file.undecodable` for parts that are none
 */
export function openOwnScene(open: OpenGltf): OwnScene | undefined {
  const own = findOwnScene(open.json)
  if (!own) return undefined
  const nodes = readList(open.json, 'nodes')
  const written = readCounts(own.root, 'children').map((index) =>
    findPart(pickItem(nodes, index, 'node'), nodes),
  )
  const parts = written.filter((part) => part !== undefined)
  if (parts.length < written.length) return undefined
  const known = new Map(parts.map((part) => [part.name, part]))
  if (known.size < parts.length) throw refuse('Each part of its scene must have a name of its own.')
  const { unit, orientation } = own.extras
  const notes = readText(own.extras.notes)
  const read = (): SceneResult => {
    const all = parts.map((part) => [part.name, readPart(part, open)] as const)
    const scene: unknown = { type: 'scene', unit, orientation, notes, parts: Object.fromEntries(all) }
    return scene as SceneResult // whoever decodes a file checks it
  }
  return { names: [...known.keys()], typeOf: (name) => findPartType(known.get(name)?.extras), read }
}

/** Returns what a node says of its part: as a text, or as the first files have it, as members. */
function readExtras(top: JsonObject): JsonObject {
  const extras = readObject(top, 'extras')
  const said = readText(extras.part) ?? extras
  if (isJsonObject(said)) return said
  throw refuse(`What a node says of its part must be an object (got ${describe(said)}).`)
}

/** Returns the value of a text of JSON, and any other as it is. */
function readText(given: Json | undefined): Json | undefined {
  return typeof given === 'string' ? parseJson(given, 'A text of its extras') : given
}

/** Returns the part of a node; undefined where it is not placed as its extras say. */
function findPart(top: JsonObject, nodes: readonly JsonObject[]): WrittenPart | undefined {
  const extras = readExtras(top)
  const place = requirePlace(extras.place, refuse)
  const { outer, turn } = place ? toGltfPlace(place) : { outer: unmoved }
  const offset = readOffset(extras)
  const places = [
    outer,
    ...(turn ? [{ ...unmoved, rotation: turn }] : []),
    ...(offset ? [{ ...unmoved, translation: offset }] : []),
  ]
  let [node, depth]: [JsonObject | undefined, number] = [top, 0]
  for (; depth < places.length - 1 && node && isPlaced(node, places[depth] ?? unmoved); depth++) {
    const [child, ...others]: readonly number[] = readCounts(node, 'children')
    node = child === undefined || others.length > 0 ? undefined : pickItem(nodes, child, 'node')
  }
  const isEnd = node && isPlaced(node, places[depth] ?? unmoved) && readCounts(node, 'children').length === 0
  return node && isEnd ? { name: String(top.name), extras, node } : undefined
}

function readOffset({ offset }: JsonObject): NodePlace['translation'] | undefined {
  if (offset === undefined) return undefined
  const [x, y, z]: readonly unknown[] = Array.isArray(offset) ? offset : []
  if (isFiniteNumber(x) && isFiniteNumber(y) && isFiniteNumber(z)) return [x, y, z]
  throw refuse(`offset must be three finite numbers [x, y, z] (got ${describe(offset)}).`)
}

function findPartType(extras: JsonObject | undefined): PartType | undefined {
  return partTypes.find((known) => known === extras?.type)
}

/** Returns the members of a part: those of its extras, and its arrays. */
function readPart(part: WrittenPart, open: OpenGltf): object {
  const { name, extras } = part
  const type = findPartType(extras)
  if (type === undefined) throw refuse(`${name}: type must be one of ${partTypes.join(', ')}.`)
  const blocks: unknown = extras.blocks
  const given: readonly unknown[] = Array.isArray(blocks) ? blocks : []
  const arrays = listMembers(type).flatMap(([of, member]) =>
    member.form === 'list' && given.includes(of)
      ? [[of, readArray({ ...part, of, member }, open)] as const]
      : [],
  )
  return { ...extras, ...Object.fromEntries(arrays) }
}

/** An array of a part. */
interface WantedArray extends WrittenPart {
  readonly of: string
  readonly member: Member<'list'>
}

/** Returns an array as it stands by itself, else that of the primitive; an empty one without either. */
function readArray({ name, extras, node, of, member }: WantedArray, open: OpenGltf): ElementArray {
  const beside = readList(open.json, 'accessors').findIndex((accessor) => accessor.name === `${name}/${of}`)
  if (beside >= 0) return toArray(open.readAccessor(beside), member)
  const primitive = findPrimitive(node, open.json)
  const from = of === 'indices' ? primitive : readObject(primitive, 'attributes')
  const index = readCount(from, attributes[of] ?? of, undefined)
  if (index === undefined) return toArray(undefined, member)
  const accessor = open.readAccessor(index)
  const array = of === 'colors' ? toColors(accessor, open) : toArray(accessor, member)
  // Vertices at hard edges are repeated behind those of the part.
  const count = readCount(extras, 'count', undefined)
  return count === undefined || of === 'indices' ? array : array.subarray(0, count * member.group)
}

/** Returns the primitive of a part: the last one, as the shapes of arrows stand before these. */
function findPrimitive(node: JsonObject, json: JsonObject): JsonObject {
  const index = readCount(node, 'mesh', undefined)
  const mesh = index === undefined ? {} : pickItem(readList(json, 'meshes'), index, 'mesh')
  return readList(mesh, 'primitives').at(-1) ?? {}
}

function toColors(accessor: Accessor, { budget }: OpenGltf): Uint8Array {
  return readColors(accessor, white, { count: accessor.count, budget }) ?? new Uint8Array(0)
}

function toArray(accessor: Accessor | undefined, { dtype }: Member<'list'>): ElementArray {
  const values = accessor?.values ?? []
  if (dtype === 'uint8') return Uint8Array.from(values)
  if (dtype === 'uint32') return values instanceof Uint32Array ? values : Uint32Array.from(values)
  return values instanceof Float32Array ? values : Float32Array.from(values)
}
