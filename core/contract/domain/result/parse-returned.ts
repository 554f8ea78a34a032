/** The first check of what a function returns: one result, or members of an object as parts of a scene. */
import { describe } from '../../text/describe.ts'
import { SpecimenError } from '../errors.ts'
import { parseResult, readType } from './parse-result.ts'
import { readParts } from './read-parts.ts'
import { listParts, type Result, type ResultType, type SceneResult } from './result.ts'
import { type NamedParts, namesParts, type Returned, type SceneShape, toReturned } from './returned.ts'
import { unifyParts } from './unify-parts.ts'

/** Returns a return value as the result that the signature declares. @throws `function.failed` */
export function parseReturned(value: unknown, returned: Returned): Result {
  if (returned.type === 'scene') return parseScene(value, returned)
  requireNoPart(value)
  return parseResult(value, returned.type)
}

/** The kind of result that a call is to have: null for a file, whose content decides. */
export interface CalledReturn {
  readonly returnType: ResultType | null
  /** The parts of a scene; absent for another kind. */
  readonly returns?: SceneShape | undefined
}

/** Returns what a called function returned as its result. @throws `function.failed` */
export function parseCalled(value: unknown, { returnType, returns }: CalledReturn): Result {
  if (returnType === null) return parseResult(value, readType(value))
  return parseReturned(value, toReturned({ return_type: returnType, returns }))
}

/** Returns the result of a call in transit. @throws `function.failed` */
export function parseSent(value: unknown, { returnType, returns }: CalledReturn): Result {
  if (returnType === null) return parseResult(value, readType(value))
  return parseDeclared(value, toReturned({ return_type: returnType, returns }))
}

/** Returns a result in transit as the one that its function declares. @throws `function.failed` */
export function parseDeclared(value: unknown, returned: Returned): Result {
  const result = parseResult(value, returned.type)
  if (result.type === 'scene' && returned.type === 'scene')
    for (const [name, part] of listParts(result.parts)) {
      const wanted = namesParts(returned) ? findKind(returned, name) : returned.each
      if (wanted !== part.type) throw refuse(`${name} must be ${wanted ?? 'no part'} (got ${part.type}).`)
    }
  return result
}

/** The look or place of a result that is no part would be left out without a word. */
function requireNoPart(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  const found = ['look', 'place'].find((name) => (Reflect.get(value, name) ?? undefined) !== undefined)
  if (found === undefined) return
  throw refuse(`${found} belongs to a part of a scene: return an object of parts, as { part: … }.`)
}

function parseScene(value: unknown, shape: SceneShape): SceneResult {
  if (typeof value !== 'object' || value === null)
    throw refuse(
      `The function must return an object of parts (got ${describe(value)}). Is a return statement missing?`,
    )
  const given = namesParts(shape) ? pickParts(value, shape) : { ...nameParts(value) }
  const parts = readParts(given, {
    refuse,
    read: (part, name) => parseResult(part, namesParts(shape) ? findKind(shape, name) : shape.each),
  })
  const looks = namesParts(shape) ? (shape.looks ?? {}) : {}
  const named = listParts(parts).map(([name, part]) => {
    const look = Object.hasOwn(looks, name) ? looks[name] : undefined
    return [name, look ? { ...part, look: { ...look, ...part.look } } : part] as const
  })
  return unifyParts(Object.fromEntries(named), { said: {}, refuse })
}

/** Returns the kind of a part. @throws `function.failed` for a name that the signature lacks */
function findKind({ parts }: NamedParts, name: string) {
  const kind = Object.hasOwn(parts, name) ? parts[name] : undefined
  if (kind !== undefined) return kind
  throw refuse(`${name} is no part of the signature, which names ${Object.keys(parts).join(', ')}.`)
}

/** Returns the members of an object that are there, in the order of the signature and then of the object. */
function pickParts(
  value: object,
  { parts, optional = [] }: NamedParts,
): { readonly [name: string]: unknown } {
  const names = new Set([...Object.keys(parts), ...Object.keys(value)])
  const picked = [...names].flatMap((name) => {
    const part: unknown = Reflect.get(value, name)
    if (part !== undefined && part !== null) return [[name, part] as const]
    if (!Object.hasOwn(parts, name) || optional.includes(name)) return []
    throw refuse(`${name} must be there (got ${describe(part)}). A part that may be absent is marked by ?.`)
  })
  return Object.fromEntries(picked)
}

/** Returns the parts of an open set by name: those of a list are counted from 1. */
function nameParts(value: object): { readonly [name: string]: unknown } {
  const list: readonly unknown[] | undefined = Array.isArray(value) ? Array.from(value) : undefined
  return list ? Object.fromEntries(list.map((part, i) => [String(i + 1), part])) : { ...value }
}

function refuse(detail: string): SpecimenError {
  return new SpecimenError('function.failed', detail)
}
