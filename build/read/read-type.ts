/**
 * Reads types into the model. The checker decides the meaning of a type: it has resolved names, operators,
 * conditional and mapped types and arguments before this code sees a type. Syntax (`syntax.ts`) adds the
 * author's order and places.
 */

import type { Refusal } from '../model/signature.ts'
import { findCompileErrors } from './compile-errors.ts'
import { type Compiler, toExcerpt, toSdkName, toSpan } from './compiler.ts'
import { type AskedChecker, ts } from './port.ts'
import { readArray, readTuple } from './read-array.ts'
import { readFile } from './read-file.ts'
import { readIntersection, refuseIntersection } from './read-intersection.ts'
import { readObject } from './read-object.ts'
import { readPlace } from './read-place.ts'
import { findKind } from './read-scene.ts'
import { readTemplate } from './read-template.ts'
import { readNamed, readUnion } from './read-union.ts'
import { refuseType } from './refuse-type.ts'
import { createSyntax } from './syntax.ts'
import { type OptionalType, toType, type UnionMember } from './type-members.ts'
import {
  type Definitions,
  ReadingStopped,
  refuseAt,
  spanOf,
  stepLimit,
  type TypePlace,
  type TypeReader,
  textOf,
} from './type-scope.ts'

const deepest = 60

/** A typed node: an annotation, or a name whose type the checker knows. */
export interface Typed extends Pick<TypePlace, 'node' | 'path' | 'written'> {
  /** Set where it differs from the checker's type of the node. */
  readonly type?: ts.Type
}

/** Returns the type of a value of a signature, and a flag for `undefined` in it. */
export function readType(compiler: Compiler, { type, ...at }: Typed, definitions: Definitions): OptionalType {
  const place = { ...at, depth: 0, owner: null }
  return withinLimits(compiler, place, (): OptionalType => {
    const reader = createReader(compiler, definitions, ts.isTypeNode(at.node) ? at.node : null)
    return readWhole(reader, type ?? compiler.checker.getTypeAtLocation(at.node), place)
  })
}

function createReader(compiler: Compiler, definitions: Definitions, annotation: ts.TypeNode | null) {
  const find = (isDoubted: boolean): Refusal[] =>
    annotation ? [...findCompileErrors(compiler, annotation, isDoubted)] : []
  let steps = 0
  const reader: TypeReader = {
    compiler,
    definitions,
    syntax: createSyntax(compiler),
    errors: find(false),
    findMore: () => find(true),
    stack: [],
    read: (type, place) => {
      if (++steps > stepLimit) {
        const found = `${textOf(place)} takes too many steps to read.`
        const remedy = 'Write the type out, or use simpler ones.'
        throw new ReadingStopped(refuseAt(place, 'type.explosion', { found, remedy }))
      }
      compiler.marks?.note(type, place)
      return read(reader, type, place)
    },
    readPart: (part, place) => {
      const inside = { ...place, depth: place.depth + 1 }
      return toType(reader.read(part, inside), spanOf(place), () => toExcerpt(place.node))
    },
  }
  return reader
}

function readWhole(reader: TypeReader, type: ts.Type, place: TypePlace): OptionalType {
  const members = reader.read(type, place)
  return toType([...members, ...reader.errors], toSpan(place.node), () => toExcerpt(place.node))
}

/** Types nested thousands of levels deep overflow the stack, so they refuse only their parameter. */
function withinLimits<T>(compiler: Compiler, place: TypePlace, reading: () => T) {
  try {
    return reading()
  } catch (error) {
    if (error instanceof ReadingStopped) return { type: error.refusal, optional: false }
    if (!(error instanceof RangeError)) throw error
    compiler.isSpent = true
    const found = `${textOf(place)} is too large for the compiler (${error.message}).`
    const remedy = 'Write the type out, with fewer levels.'
    return { type: refuseAt(place, 'type.explosion', { found, remedy }), optional: false }
  }
}

function read(reader: TypeReader, type: ts.Type, place: TypePlace): readonly UnionMember[] {
  const { checker } = reader.compiler
  const { TypeFlags } = ts
  const { flags } = type
  const span = spanOf(place)
  if (place.depth > deepest) {
    const found = `${textOf(place)} nests more than ${deepest} levels.`
    return [refuseAt(place, 'type.explosion', { found, remedy: 'Write a type with fewer levels.' })]
  }
  if (flags & TypeFlags.Never) return readNever(reader, place)
  if (flags & TypeFlags.Undefined) return [{ kind: 'undefined', span }]
  if (flags & TypeFlags.Null) return [{ kind: 'literal', value: null, span }]
  if (flags & TypeFlags.BooleanLiteral) {
    return [{ kind: 'literal', value: type === checker.getTrueType(), span }]
  }
  if (type.isStringLiteral()) return [{ kind: 'literal', value: type.value, span }]
  if (type.isNumberLiteral() && Number.isFinite(type.value)) {
    const name = flags & TypeFlags.EnumLiteral ? { name: type.symbol.name } : {}
    return [{ kind: 'literal', value: type.value + 0, span, ...name }] // -0 is 0 in JSON
  }
  if (flags & TypeFlags.String) return [{ kind: 'string', span }]
  if (flags & TypeFlags.Number) return [{ kind: 'number', integer: false, span }]
  if (flags & TypeFlags.Boolean) return [{ kind: 'boolean', span }]
  if (flags & (TypeFlags.TemplateLiteral | TypeFlags.StringMapping))
    return [readTemplate(reader, type, place)]
  if (isSubstitution(type)) return reader.read(type.baseType, place)
  const sdkName = toSdkName(reader.compiler, type.aliasSymbol ?? type.symbol)
  if (sdkName === 'ProgressReporter') return [readReporter(place)]
  if (toSdkName(reader.compiler, type.symbol) === 'File') return [readFile(reader, type, place)]
  const kind = findKind(reader.compiler, type)
  if (kind) return [{ kind: 'data', kinds: [kind], span }]
  const placed = readPlace(reader, type, place)
  if (placed) return [placed]
  const refusal = refuseType(reader, type, place)
  if (refusal) return [refusal]
  return readNamed(reader, type, place, () => readStructure(reader, type, place))
}

function readStructure(reader: TypeReader, type: ts.Type, place: TypePlace): readonly UnionMember[] {
  const { checker } = reader.compiler
  if (type.isUnion()) return readUnion(reader, type, place)
  if (type.isIntersection()) return readIntersection(reader, type, place)
  if (isTuple(checker, type)) return [readTuple(reader, type, place)]
  if (isArray(checker, type)) return [readArray(reader, type, place)]
  return [readObject(reader, type, place)]
}

function readReporter(place: TypePlace): UnionMember {
  if (place.depth === 0) return { kind: 'progress', span: spanOf(place) }
  const found = 'A progress reporter is filled in by the host.'
  return refuseAt(place, 'type.progress', { found, remedy: 'Give it a parameter of its own.' })
}

/** Reads a written `never`; an intersection that comes to nothing is refused as a mistake. */
function readNever({ syntax }: TypeReader, place: TypePlace): readonly UnionMember[] {
  const written = place.written && syntax.open(place.written)
  return written && ts.isIntersectionTypeNode(written.node) ? [refuseIntersection(place)] : []
}

function isTuple(checker: AskedChecker, type: ts.Type): type is ts.TupleTypeReference {
  return checker.isTupleType(type)
}

function isArray(checker: AskedChecker, type: ts.Type): type is ts.TypeReference {
  return checker.isArrayType(type)
}

/** Recognises `NoInfer<T>` of an object: a mark for the compiler on the type itself. */
function isSubstitution(type: ts.Type): type is ts.SubstitutionType {
  return (type.flags & ts.TypeFlags.Substitution) !== 0
}
