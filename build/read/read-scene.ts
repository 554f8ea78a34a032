/** Decides if a return type is a scene: an object of results alone, or an open set of one kind. */

import { kinds } from '../../core/contract/domain/result/kinds.ts'
import type { PartType } from '../../core/contract/domain/result/result.ts'
import { partTypes } from '../../core/contract/domain/result/result.ts'
import type { SceneShape } from '../../core/contract/domain/result/returned.ts'
import { isPartName, partCount, partNameRule } from '../../core/contract/domain/result/scene.ts'
import type { Refusal } from '../model/signature.ts'
import { type Compiler, toSdkName } from './compiler.ts'
import { ts } from './port.ts'
import { refuse } from './refuse-type.ts'

/** The members that `Part` adds to a kind. */
const ofParts: readonly string[] = ['look', 'place']

/** Returns the kind that a type is, alone or as a `Part`; undefined for another type. */
export function findKind(compiler: Compiler, type: ts.Type): PartType | undefined {
  const name = toSdkName(compiler, type.symbol)
  const kind = partTypes.find((each) => kinds[each].typeName === name)
  if (kind !== undefined || !type.isIntersection()) return kind
  const [own, ...more] = type.types.flatMap((each) => findKind(compiler, each) ?? [])
  const others = type.types.filter((each) => findKind(compiler, each) === undefined)
  const isPart = others.every((other) =>
    compiler.checker.getPropertiesOfType(other).every((member) => ofParts.includes(member.name)),
  )
  return more.length === 0 && isPart ? own : undefined
}

/** A member of a return type. */
interface Member {
  readonly name: string
  readonly isOptional: boolean
  readonly type: ts.Type
}

/** Returns the scene that a type is, null for another type, or the refusal of a doubtful one. */
export function readScene(compiler: Compiler, type: ts.Type, place: ts.Node): SceneShape | Refusal | null {
  const { checker } = compiler
  if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return null
  if (type.getCallSignatures().length > 0) return null
  if (checker.isTupleType(type)) return refuseTuple(compiler, type, place)
  if (checker.isArrayType(type)) return toOpenSet(compiler, elementOf(checker, type))
  const members = listMembers(compiler, type)
  const index = checker.getIndexInfosOfType(type).find(({ keyType }) => keyType.flags & ts.TypeFlags.String)
  if (index && members.length === 0) return toOpenSet(compiler, index.type)
  const held = members.map((member) => findKind(compiler, member.type))
  const isChoice = (of: ts.Type) => of.isUnion() && of.types.every((each) => findKind(compiler, each))
  if (held.every((kind) => kind === undefined) && !members.some((member) => isChoice(member.type)))
    return null
  if (index) {
    const remedy = 'Name all parts, or return a Record or list of one kind alone.'
    return refuse('return.scene', place, 'It returns parts with names beside any number of others.', remedy)
  }
  if (type.symbol && type.symbol.flags & ts.SymbolFlags.Class) {
    const remedy = 'Return a plain object of its results: `{ brain: Mesh; scan: Volume }`.'
    return refuse('return.scene', place, `It returns an instance of the class ${type.symbol.name}.`, remedy)
  }
  return readMembers(compiler, members, place)
}

function readMembers(
  compiler: Compiler,
  members: readonly Member[],
  place: ts.Node,
): SceneShape | Refusal | null {
  const parts: [string, PartType][] = []
  for (const { name, type } of members) {
    const kind = findKind(compiler, type)
    if (kind !== undefined) parts.push([name, kind])
    else {
      const fault = describeFault(compiler, name, type)
      if (!fault) return null // an object with a result in it, which the warning about it explains
      return refuse('return.scene', place, fault.found, fault.remedy)
    }
  }
  const names = parts.map(([name]) => name)
  const bad = names.find((name) => !isPartName(name))
  if (bad !== undefined) {
    const remedy = `Rename it: ${partNameRule}. Words for people are its title: @part ${'name'} title="…"`
    return refuse('return.scene', place, `A part is called "${bad}".`, remedy)
  }
  const same = names.find((name, i) => names.findIndex((one) => one.toLowerCase() === name.toLowerCase()) < i)
  if (same !== undefined)
    return refuse(
      'return.scene',
      place,
      `Another part is called ${same} but for capitals.`,
      'Rename one of them.',
    )
  if (names.length > partCount) {
    const remedy = 'Return fewer, or a list of one kind.'
    return refuse(
      'return.scene',
      place,
      `It returns ${names.length} parts; at most ${partCount} can be shown.`,
      remedy,
    )
  }
  const optional = members.flatMap(({ name, isOptional }) => (isOptional ? [name] : []))
  return { type: 'scene', parts: Object.fromEntries(parts), ...(optional.length > 0 && { optional }) }
}

/** Returns the fault of a member that is a result in another form; undefined for one that holds none. */
function describeFault(
  compiler: Compiler,
  name: string,
  type: ts.Type,
): { readonly found: string; readonly remedy: string } | undefined {
  const written = compiler.checker.typeToString(type)
  if (type.isUnion() && type.types.some((each) => findKind(compiler, each) !== undefined))
    return {
      found: `The part ${name} is ${written}, and a part is always one kind.`,
      remedy: 'Give each kind a part of its own, and mark those by ? that may be absent.',
    }
  const inner = isScene(compiler, type)
  if (!inner) return undefined
  return {
    found: `The part ${name} is ${written}, a scene within the scene.`,
    remedy: 'Give its parts beside the others: a scene has one level.',
  }
}

function isScene(compiler: Compiler, type: ts.Type): boolean {
  const { checker } = compiler
  if (!(type.flags & ts.TypeFlags.Object) || type.getCallSignatures().length > 0) return false
  if (checker.isArrayType(type)) return findKind(compiler, elementOf(checker, type)) !== undefined
  const index = checker.getIndexInfosOfType(type)[0]
  const types = [...listMembers(compiler, type).map((member) => member.type), ...(index ? [index.type] : [])]
  return types.length > 0 && types.every((each) => findKind(compiler, each) !== undefined)
}

function refuseTuple(compiler: Compiler, type: ts.Type, place: ts.Node): Refusal | null {
  const parts = compiler.checker.getTypeArguments(type as ts.TypeReference) // a tuple is one
  if (parts.length === 0 || !parts.every((part) => findKind(compiler, part) !== undefined)) return null
  const found = `It returns ${compiler.checker.typeToString(type)}, whose parts have no names.`
  return refuse(
    'return.scene',
    place,
    found,
    'Return an object that names them: `{ scan: Volume; brain: Mesh }`.',
  )
}

function toOpenSet(compiler: Compiler, type: ts.Type): SceneShape | null {
  const each = findKind(compiler, type)
  return each === undefined ? null : { type: 'scene', each }
}

function elementOf(checker: Compiler['checker'], type: ts.Type): ts.Type {
  return checker.getTypeArguments(type as ts.TypeReference)[0] ?? type // an array type is one
}

/** Lists the members of an object type, without what is only absent. */
function listMembers({ checker }: Compiler, type: ts.Type): readonly Member[] {
  return checker.getPropertiesOfType(type).map((member) => {
    const whole = checker.getTypeOfSymbol(member)
    const inner = checker.getNonNullableType(whole)
    const isOptional = (member.flags & ts.SymbolFlags.Optional) !== 0 || inner !== whole
    return { name: member.name, isOptional, type: inner }
  })
}
