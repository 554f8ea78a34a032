/** The way from members to a result: the table of kinds decides, a {@link MemberReader} is the source. */
import { countRows, type TableColumn } from './columns.ts'
import type { AxisDirections } from './direction.ts'
import { type ElementArray, findDtype } from './elements.ts'
import type { Label } from './labels.ts'
import type { Member, ResultMember } from './member.ts'
import { listMembers, type Result, type ResultField, type ResultType, type SceneParts } from './result.ts'

/** Reads one member after the other, and throws when one contradicts the table. */
export interface MemberReader {
  extent(name: string, member: Member<'extent'>): number
  shape(name: string, member: Member<'shape'>): readonly number[]
  /** Returns undefined for an omitted one. */
  vector(name: string, member: Member<'vector'>): readonly number[] | undefined
  /** Returns undefined for an omitted one. */
  matrix(name: string, member: Member<'matrix'>): AxisDirections | undefined
  /** Returns undefined for an omitted one. */
  place(name: string, member: Member<'place'>): readonly [number, number, number] | undefined
  /** Returns `groups` groups, any number if undefined; undefined for an omitted optional list. */
  list(name: string, member: Member<'list'>, groups: number | undefined): ElementArray | undefined
  samples(name: string, member: Member<'samples'>, extents: readonly number[]): ElementArray
  /** Returns undefined for an omitted one. */
  text(name: string, member: Member<'text'>): string | undefined
  /** Returns undefined for an omitted one. */
  texts(name: string, member: Member<'texts'>): readonly string[] | undefined
  /** Returns undefined for an omitted one. */
  labels(name: string, member: Member<'labels'>): readonly Label[] | undefined
  /** Returns `groups` texts. */
  captions(name: string, member: Member<'captions'>, groups: number): readonly string[]
  /** Returns undefined for an omitted one. */
  choice(name: string, member: Member<'choice'>): string | undefined
  /** Returns undefined for an omitted one. */
  column(name: string, member: Member<'column'>): string | undefined
  /** Returns columns among which are those that the members before name. */
  columns(name: string, member: Member<'columns'>, named: NamedColumns): readonly TableColumn[]
  parts(name: string, member: Member<'parts'>): SceneParts
  /** Returns undefined for an omitted one. */
  range(name: string, member: Member<'range'>): readonly [number, number] | undefined
  /** Returns undefined for an omitted one. */
  count(name: string, member: Member<'count'>): number | undefined
}

/** Members that name a column, each with the name. */
export type NamedColumns = readonly (readonly [member: string, column: string])[]

/** Returns a result of members that were read one by one. @throws errors of the reader */
export function readResult(type: ResultType, reader: MemberReader): Result {
  const fields: { [name: string]: ResultField | undefined } = { type }
  const extents = new Map<string, readonly number[]>()
  const groups = new Map<string, number>()
  const named: [member: string, column: string][] = []
  const read = (name: string, member: ResultMember): ResultField | undefined => {
    switch (member.form) {
      case 'extent': {
        const extent = reader.extent(name, member)
        extents.set(name, [extent])
        return extent
      }
      case 'shape': {
        const shape = reader.shape(name, member)
        extents.set(name, shape)
        return shape
      }
      case 'column': {
        const column = reader.column(name, member)
        if (column !== undefined) named.push([name, column])
        return column
      }
      case 'columns': {
        const columns = reader.columns(name, member, named)
        groups.set(name, countRows(columns))
        return columns
      }
      case 'captions':
        return reader.captions(name, member, groups.get(member.per) ?? 0)
      case 'list': {
        const array = reader.list(name, member, member.per === null ? undefined : groups.get(member.per))
        groups.set(name, (array?.length ?? 0) / member.group)
        return array
      }
      case 'samples': {
        const factors = member.productOf.flatMap((factor) => extents.get(factor) ?? [])
        const array = reader.samples(name, member, factors)
        fields.dtype = findDtype(array)
        return array
      }
      default:
        return readAlone(name, member, reader)
    }
  }
  for (const [name, member] of listMembers(type)) {
    const value = read(name, member)
    if (value !== undefined) fields[name] = value
  }
  const whole: object = fields
  // Every member fits the table, and `resultTypes` holds the table to the types.
  return whole as Result
}

/** Forms of members that others depend on, or that depend on others. */
type BoundForm = 'extent' | 'shape' | 'column' | 'columns' | 'captions' | 'list' | 'samples'

function readAlone(
  name: string,
  member: Exclude<ResultMember, { readonly form: BoundForm }>,
  reader: MemberReader,
): ResultField | undefined {
  switch (member.form) {
    case 'vector':
      return reader.vector(name, member)
    case 'matrix':
      return reader.matrix(name, member)
    case 'place':
      return reader.place(name, member)
    case 'range':
      return reader.range(name, member)
    case 'text':
      return reader.text(name, member)
    case 'count':
      return reader.count(name, member)
    case 'choice':
      return reader.choice(name, member)
    case 'texts':
      return reader.texts(name, member)
    case 'labels':
      return reader.labels(name, member)
    case 'parts':
      return reader.parts(name, member)
  }
}

/** Returns the number of samples with these extents. */
export function countSamples(extents: readonly number[]): number {
  return extents.reduce((total, extent) => total * extent, 1)
}
