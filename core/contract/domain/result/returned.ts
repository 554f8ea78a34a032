/** The return of a function as its signature declares it: one kind, or the parts of a scene. */
import { describe } from '../../text/describe.ts'
import { isJsonObject, type JsonObject } from '../../values/json.ts'
import { type PartType, partTypes, type ResultType } from './result.ts'
import { isPartName, type PartLook, partCount, partNameRule, requireLook } from './scene.ts'

/** Parts that the signature names. */
export type NamedParts = {
  readonly type: 'scene'
  /** The kind of each part by its name, in the order in which an object has these members. */
  readonly parts: { readonly [name: string]: PartType }
  /** Those that a result may lack; absent for none. */
  readonly optional?: readonly string[]
  /** The looks of `@part`, which those of a result precede; absent for none. */
  readonly looks?: { readonly [name: string]: PartLook }
}

/** Any number of parts of one kind, which a result names. */
export type OpenParts = { readonly type: 'scene'; readonly each: PartType }

/** The parts of a scene before it is computed. */
export type SceneShape = NamedParts | OpenParts

/** The return of a function. */
export type Returned = { readonly type: PartType } | SceneShape

/** Returns the return of a function of a kind; one of scenes has their shape. */
export function toReturned({
  return_type: type,
  returns,
}: {
  readonly return_type: ResultType
  readonly returns?: SceneShape | undefined
}): Returned {
  if (type !== 'scene') return { type }
  return returns ?? { type, parts: {} }
}

/** Returns the return of a function in words: `mesh`, `scene (scan: volume, brain: mesh)`. */
export function describeReturned(returned: Returned): string {
  if (returned.type !== 'scene') return returned.type
  if (!namesParts(returned)) return `scene (any number of ${returned.each})`
  const { parts, optional = [] } = returned
  const named = Object.entries(parts).map(
    ([name, kind]) => `${name}${optional.includes(name) ? '?' : ''}: ${kind}`,
  )
  return `scene (${named.join(', ')})`
}

/** Returns whether a scene names its parts before it is computed. */
export function namesParts(shape: SceneShape): shape is NamedParts {
  return Object.hasOwn(shape, 'parts')
}

/** Returns an untrusted shape of a scene. @throws the error of `refuse`, with what was found and wanted */
export function parseSceneShape(
  value: unknown,
  refuse: (found: unknown, wanted: string) => Error,
): SceneShape {
  const found: JsonObject = isJsonObject(value) ? value : {}
  if (found.type !== 'scene') throw refuse(value, 'an object of the type scene, with parts or each')
  if (found.parts === undefined) {
    const each = partTypes.find((type) => type === found.each)
    if (each === undefined) throw refuse(value, `parts, or each as one of ${partTypes.join(', ')}`)
    return { type: 'scene', each }
  }
  const { parts, optional, looks } = found
  if (parts === undefined || !isJsonObject(parts)) throw refuse(parts, 'an object of kinds by name')
  const kinds = Object.entries(parts).map(([name, kind]) => {
    const type = partTypes.find((known) => known === kind)
    if (!isPartName(name)) throw refuse(name, `names of ${partNameRule}`)
    if (type === undefined) throw refuse(kind, `parts.${name} as one of ${partTypes.join(', ')}`)
    return [name, type] as const
  })
  if (kinds.length === 0 || kinds.length > partCount) throw refuse(parts, `1 to ${partCount} parts`)
  const names = new Set(kinds.map(([name]) => name))
  const lacking = optional === undefined ? [] : parseNames(optional, names, refuse)
  const given = looks === undefined ? [] : parseLooks(looks, names, refuse)
  return {
    type: 'scene',
    parts: Object.fromEntries(kinds),
    ...(lacking.length > 0 && { optional: lacking }),
    ...(given.length > 0 && { looks: Object.fromEntries(given) }),
  }
}

function parseNames(
  value: unknown,
  names: ReadonlySet<string>,
  refuse: (found: unknown, wanted: string) => Error,
): readonly string[] {
  const found: readonly unknown[] = Array.isArray(value) ? Array.from(value) : [undefined]
  const known = found.filter((name) => typeof name === 'string' && names.has(name))
  if (known.length === found.length) return found.map(String)
  throw refuse(value, `names of parts in optional: ${[...names].join(', ')}`)
}

function parseLooks(
  value: unknown,
  names: ReadonlySet<string>,
  refuse: (found: unknown, wanted: string) => Error,
): readonly (readonly [string, PartLook])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuse(value, 'looks as an object by the names of parts')
  return Object.entries<unknown>({ ...value }).flatMap(([name, found]) => {
    if (!names.has(name)) throw refuse(name, `looks of ${[...names].join(', ')}`)
    const look = requireLook(found, (detail) => refuse(describe(found), `looks.${name}: ${detail}`))
    return look ? [[name, look] as const] : []
  })
}
