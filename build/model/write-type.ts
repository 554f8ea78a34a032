/** Writes types of the model as TypeScript, for advice. */
import { places } from '../../core/contract/domain/places.ts'
import { kinds } from '../../core/contract/domain/result/kinds.ts'
import type { ParameterType, TypeOf } from './signature.ts'

const longestType = 100

/** A number as its type describes it. */
export interface WrittenBounds {
  readonly integer: boolean
  readonly time?: true | undefined
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
  readonly multipleOf?: number | undefined
}

/** Texts that take the place of the numbers and strings in a type. */
export interface Leaves {
  readonly number?: (own: WrittenBounds) => string
  readonly string?: () => string
}

/** Returns a type as TypeScript writes it; null for one that is too long, or has names or properties. */
export function writeType(type: ParameterType, leaves: Leaves): string | null {
  const text = writeWhole(type, leaves)
  return text !== null && text.length <= longestType ? text : null
}

function writeWhole(type: ParameterType, leaves: Leaves): string | null {
  const inside = (part: ParameterType): string | null => writeType(part, leaves)
  switch (type.kind) {
    case 'number':
      return leaves.number?.(type) ?? writeNumber(type)
    case 'string':
      return leaves.string?.() ?? (type.pattern === undefined ? 'string' : null)
    case 'boolean':
      return 'boolean'
    case 'choice':
      return type.values.map((value) => JSON.stringify(value)).join(' | ')
    case 'array':
      return writeArray(inside(type.items))
    case 'tuple':
      return writeTuple(type, inside)
    case 'object': {
      const [index] = type.index
      const isRecord = type.properties.length === 0 && index?.pattern === null
      const value = isRecord ? inside(index.type) : null
      return value && `Record<string, ${value}>`
    }
    case 'data':
      return type.kinds.map((kind) => (kind === 'file' ? writeFile(type) : kinds[kind].typeName)).join(' | ')
    case 'place':
      return `${places[type.format].typeName}${type.closed ? ' & Closed' : ''}`
    case 'union':
      return joinAll(type.members.map(inside), ' | ')
    default:
      return null
  }
}

/** Returns a number with its bounds, or the plain type where one of them is missing. */
export function writeNumber({ integer, time, minimum, maximum, multipleOf }: WrittenBounds): string {
  if (minimum === undefined || maximum === undefined) return integer ? 'Integer' : 'number'
  const step = multipleOf === undefined ? '' : `, ${multipleOf}`
  return `${integer ? 'Integer & ' : ''}${time ? 'Time' : 'Range'}<${minimum}, ${maximum}${step}>`
}

function writeFile({ endings }: TypeOf<'data'>): string {
  return endings ? `File<${endings.map((ending) => `'${ending}'`).join(' | ')}>` : 'File'
}

function writeArray(items: string | null): string | null {
  return items && (/ [|&] /.test(items) ? `(${items})[]` : `${items}[]`)
}

function writeTuple(
  { elements, rest }: TypeOf<'tuple'>,
  inside: (part: ParameterType) => string | null,
): string | null {
  const parts = elements.map(({ name, type, optional }) => {
    const text = inside(type)
    const mark = optional ? '?' : ''
    return text && (name === null ? `${optional ? `(${text})` : text}${mark}` : `${name}${mark}: ${text}`)
  })
  const others = rest ? writeArray(inside(rest)) : null
  const all = joinAll([...parts, ...(rest ? [others && `...${others}`] : [])], ', ')
  return all === null ? null : `[${all}]`
}

function joinAll(parts: readonly (string | null)[], between: string): string | null {
  const known = parts.filter((part) => part !== null)
  return known.length === parts.length ? known.join(between) : null
}
