/** The first check of what a function returns: one result, or members of an object as parts of a scene. */
import { describe } from '../../text/describe.ts'
import { SpecimenError } from '../errors.ts'
import { findWorldEnds } from './direction.ts'
import { parseResult, readType } from './parse-result.ts'
import { ofPart, readParts } from './read-parts.ts'
import { listParts, type Result, type ResultType, type ScenePart, type SceneResult } from './result.ts'
import { type NamedParts, namesParts, type Returned, type SceneShape, toReturned } from './returned.ts'

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
  return parseDeclared(value, toReturned({ return_type: returnType ?? readType(value), returns }))
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
  return unify(named)
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

type NamedResults = readonly (readonly [name: string, part: ScenePart])[]

/** Returns a scene of parts in one unit and one orientation, which those have that state none. */
function unify(parts: NamedResults): SceneResult {
  const unit = findCommon(parts, 'unit', (result) => (result.type === 'image' ? undefined : result.unit))
  const orientation = findCommon(parts, 'orientation', (result) => {
    if (result.type === 'image') return undefined
    return result.type === 'volume' ? findWorldEnds(result) : result.orientation
  })
  const common = { ...(unit !== undefined && { unit }), ...(orientation !== undefined && { orientation }) }
  return {
    type: 'scene',
    ...common,
    parts: Object.fromEntries(parts.map(([name, part]) => [name, withCommon(part, common)])),
  }
}

function withCommon(result: ScenePart, common: Pick<SceneResult, 'unit' | 'orientation'>): ScenePart {
  if (result.type === 'image') return result
  // Axes that are tilted have ends of their own, which nobody has stated.
  const { unit } = common
  if (result.type === 'volume' && result.direction) return { ...(unit !== undefined && { unit }), ...result }
  return { ...common, ...result }
}

/** Returns what the parts say of lengths or directions. @throws `function.failed` where they differ */
function findCommon(
  parts: NamedResults,
  member: 'unit' | 'orientation',
  read: (result: ScenePart) => string | undefined,
): string | undefined {
  let first: { readonly name: string; readonly text: string } | undefined
  for (const [name, result] of parts) {
    const text = ofPart(name, () => read(result))
    if (text === undefined) continue
    if (first && first.text !== text)
      throw refuse(
        `${name}: ${member} must be ${first.text}, as that of ${first.name} (got ${text}). ` +
          'All parts of a scene are in one space.',
      )
    first ??= { name, text }
  }
  return first?.text
}

function refuse(detail: string): SpecimenError {
  return new SpecimenError('function.failed', detail)
}
