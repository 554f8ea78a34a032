/** Recognises parts of an intersection that exist for TypeScript alone and do not change the value. */
import type { ts } from 'ts-morph'
import { type Compiler, isMappedType, isStandard } from './compiler.ts'

/** Returns true for a brand on a plain value: an object with members that the value lacks. */
export function isMark(compiler: Compiler, plain: ts.Type, part: ts.Type): boolean {
  const { checker } = compiler
  if (!holdsOnlyProperties(compiler, part)) return false
  if (isStandard(compiler, part.symbol) && !isMappedType(part)) return false
  const owned = checker.getApparentType(plain)
  return checker.getPropertiesOfType(part).every(({ name }) => !checker.getPropertyOfType(owned, name))
}

/** Returns true for a brand on an object: only properties whose names are symbols, which no JSON has. */
export function isPhantom(compiler: Compiler, part: ts.Type): boolean {
  const properties = compiler.checker.getPropertiesOfType(part)
  return holdsOnlyProperties(compiler, part) && properties.every(({ name }) => name.startsWith('__@'))
}

function holdsOnlyProperties({ checker }: Compiler, part: ts.Type): boolean {
  return part.getCallSignatures().length === 0 && checker.getIndexInfosOfType(part).length === 0
}
