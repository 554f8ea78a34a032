/**
 * Whether one type of the model may stand where another is wanted: what `A extends B` asks in a conditional
 * type.
 */
import type { ParameterType } from '../model/signature.ts'
import type { Member } from './member.ts'
import { toMembers } from './type-members.ts'
import type { Reader } from './type-scope.ts'

/** Returns whether a member is assignable to a union; a refused member stands for what it was refused as. */
export function isAssignable(member: Member, union: readonly Member[], reader: Reader): boolean {
  if (member.kind === 'boolean' && !union.some(({ kind }) => kind === 'boolean')) {
    return [true, false].every((value) =>
      isAssignable({ kind: 'literal', value, span: member.span }, union, reader),
    )
  }
  return union.some((other) => fits(member, other, reader))
}

function fits(member: Member, other: Member, reader: Reader): boolean {
  if (other.kind === 'refused') return fitsRefused(member, other.code, other.found)
  if (member.kind === 'reference' || other.kind === 'reference') {
    if (member.kind === other.kind && 'name' in member && 'name' in other) return member.name === other.name
    const type = member.kind === 'reference' ? reader.definitions.find(member.name) : null
    return type !== null && toMembers(type).every((inner) => fits(inner, other, reader))
  }
  if (member.kind === 'literal') {
    if (other.kind === 'literal') return member.value === other.value
    if (other.kind === 'string' && other.pattern !== undefined) {
      return typeof member.value === 'string' && new RegExp(other.pattern).test(member.value)
    }
    return typeof member.value === other.kind
  }
  if (member.kind === 'array' && other.kind === 'array') return fitsType(member.items, other.items, reader)
  if (member.kind === 'tuple' && other.kind === 'array') {
    return [...member.elements.map(({ type }) => type), ...(member.rest ? [member.rest] : [])].every((type) =>
      fitsType(type, other.items, reader),
    )
  }
  if (member.kind === 'tuple' && other.kind === 'tuple') {
    const sameLength = member.elements.length === other.elements.length && !member.rest === !other.rest
    return (
      sameLength && other.elements.every(({ type }, i) => fitsType(member.elements[i]?.type, type, reader))
    )
  }
  if (member.kind === 'object' && other.kind === 'object') {
    const named = other.properties.every(({ name, type, optional }) => {
      const own = member.properties.find((property) => property.name === name)
      return own ? (optional || !own.optional) && fitsType(own.type, type, reader) : optional
    })
    return (
      named &&
      other.index.every((index) => member.properties.every(({ type }) => fitsType(type, index.type, reader)))
    )
  }
  if (member.kind === 'string' && other.kind === 'string')
    return other.pattern === undefined || member.pattern === other.pattern
  return member.kind === other.kind
}

function fitsRefused(member: Member, code: string, found: string): boolean {
  if (member.kind === 'refused') return member.code === code
  const isObject = ['object', 'array', 'tuple', 'reference'].includes(member.kind)
  const isNothing = member.kind === 'undefined' || (member.kind === 'literal' && member.value === null)
  if (code === 'type.any') return !found.startsWith('`{}`') || !isNothing
  return code === 'type.object' && isObject
}

function fitsType(type: ParameterType | undefined, wanted: ParameterType, reader: Reader): boolean {
  return (
    type !== undefined && toMembers(type).every((member) => isAssignable(member, toMembers(wanted), reader))
  )
}
