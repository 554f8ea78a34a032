/** Which members of a result a file of each form holds, and so what it leaves out. */
import { keysOf } from '../../values/keys-of.ts'
import type { DataForm } from './forms.ts'
import { isBeyondEnvelope, kinds } from './kinds.ts'
import { listMembers, type Result, type ResultType, toFields } from './result.ts'

type Kinds = typeof kinds
type MemberName<Type extends ResultType> = keyof Kinds[Type]['members'] & string
/** The kinds that have a form. */
type TypeOf<Form extends DataForm> = {
  readonly [Type in ResultType]: Form extends Kinds[Type]['forms'][number] ? Type : never
}[ResultType]

const ofVertices = ['vertices', 'indices', 'normals', 'colors', 'scalars'] as const
const ofPoints = ['points', 'colors', 'scalars'] as const
const ofImages = ['width', 'height', 'channels', 'data'] as const
const valueTexts = ['valueName', 'valueUnit'] as const
const place = ['spacing', 'origin', 'direction', 'orientation'] as const

/**
 * The members in a file of each form; a new form or kind does not compile without its line. The envelope has
 * those of its version by the table of kinds, and JSON has all. Notes are in the header `Specimen-Notes` of
 * every form.
 */
const heldMembers: {
  readonly [Form in Exclude<DataForm, 'envelope' | 'json'>]: {
    readonly [Type in TypeOf<Form>]: readonly MemberName<Type>[]
  }
} = {
  glb: {
    mesh: ['unit', ...valueTexts, 'orientation', 'offset', ...ofVertices],
    point_cloud: ['unit', ...valueTexts, 'orientation', 'offset', ...ofPoints],
  },
  stl: { mesh: ['orientation', 'offset', 'vertices', 'indices'] },
  ply: {
    mesh: ['orientation', 'offset', ...ofVertices],
    point_cloud: ['orientation', 'offset', ...ofPoints],
  },
  obj: { mesh: ['orientation', 'offset', 'vertices', 'indices', 'normals', 'colors'] },
  '3mf': { mesh: ['unit', 'offset', 'vertices', 'indices', 'colors'] },
  usdz: { mesh: ['unit', 'offset', ...ofVertices] },
  csv: { point_cloud: ['offset', ...ofPoints] },
  nrrd: { volume: ['unit', 'valueUnit', ...place, 'labels', 'shape', 'data'] },
  nifti: { volume: ['unit', ...place, 'space', 'window', 'shape', 'data'] },
  npy: { volume: ['shape', 'data'], image: ofImages },
  png: { image: ofImages },
}

/** A result as far as it decides what a form leaves out: the members that it has. */
export interface MemberedResult {
  readonly type: ResultType
  readonly members: readonly string[]
}

/** Returns the names of the members that a result has, in the order of its kind. */
export function listHeld(result: Result): readonly string[] {
  const fields = toFields(result)
  return listMembers(result.type).flatMap(([name]) => (fields[name] === undefined ? [] : [name]))
}

/**
 * Returns the members of a result that a form leaves out, in the order of its kind. A place among the volumes
 * of a file changes none of its numbers, and notes have a header.
 */
export function listLeftOut({ type, members }: MemberedResult, form: DataForm): readonly string[] {
  return listMembers(type).flatMap(([name, member]) => {
    if (member.form === 'count' || member.form === 'texts' || !members.includes(name)) return []
    return holds(form, type, { name, members }) ? [] : [name]
  })
}

function holds(
  form: DataForm,
  type: ResultType,
  { name, members }: { readonly name: string; readonly members: readonly string[] },
): boolean {
  if (form === 'json') return true
  if (form !== 'envelope') {
    const held: { readonly [of in ResultType]?: readonly string[] } = heldMembers[form]
    return held[type]?.includes(name) ?? false
  }
  const member = listMembers(type).find(([of]) => of === name)?.[1]
  if (!member || isBeyondEnvelope(member)) return false
  if (member.form === 'list') return member.envelope !== null
  return member.form !== 'vector' || member.notBeside === undefined || !members.includes(member.notBeside)
}

const memberNames: ReadonlySet<string> = new Set(
  keysOf(kinds).flatMap((type) => listMembers(type).map(([name]) => name)),
)

/** Returns whether a value is a list of members, as another host sends it. */
export function areMembers(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string' && memberNames.has(name))
}
