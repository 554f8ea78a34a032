/**
 * Reads template literal types with holes that are not finite; the checker has written out the others. A
 * pattern must match exactly the texts that TypeScript accepts: it ends each hole at the first place where
 * the text behind it is found, and never looks for a later one.
 */

import type { Refusal, TypeOf } from '../model/signature.ts'
import { ts } from './port.ts'
import { toNumberBrands } from './read-number.ts'
import { refuseAt, spanOf, type TypePlace, type TypeReader, textOf } from './type-scope.ts'

/**
 * The texts of `${number}` in decimal notation. TypeScript takes `a0x10` and blanks as well, which no
 * function that reads decimals expects.
 */
const numberPattern = '[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?'

/**
 * The names of number keys: those that JavaScript writes a number as, of up to 17 digits. The last digits
 * of a name of 16 or 17 may be others than JavaScript would write.
 */
export const numberKeyPattern = toNumberKeys()

function toNumberKeys(): string {
  const exponent =
    'e(?:[+](?:2[1-9]|[3-9]\\d|[12]\\d\\d|30[0-8])|-(?:[7-9]|[1-9]\\d|[12]\\d\\d|3[01]\\d|32[0-4]))'
  const sizes = [
    '[1-9]\\d{0,16}0{0,4}',
    '[1-9]\\d{0,15}[.]\\d{0,15}[1-9]',
    '0[.]0{0,5}(?:[1-9]\\d{0,15})?[1-9]',
    `[1-9](?:[.]\\d{0,15}[1-9])?${exponent}`,
    'Infinity',
  ]
  return `^(?:NaN|0|-?(?:${sizes.join('|')}))$`
}

const anyText = '[\\s\\S]*'
const numberLetters = /[\d+.eE-]/

/** Returns the pattern of a template literal type, or the reason why no pattern equals it. */
export function readTemplate(
  reader: TypeReader,
  type: ts.Type,
  place: TypePlace,
): TypeOf<'string'> | Refusal {
  const pattern = toPattern(reader, type, place)
  if (typeof pattern === 'object') return pattern
  const span = spanOf(place)
  return pattern === `^${anyText}$` ? { kind: 'string', span } : { kind: 'string', pattern, span }
}

/** Returns a pattern that matches the texts of a type, from the first letter to the last. */
export function toPattern(reader: TypeReader, type: ts.Type, place: TypePlace): string | Refusal {
  if (!isTemplate(type)) {
    const name = reader.compiler.checker.typeToString(type)
    const found = `\`${name}\` has no pattern that says which texts it takes.`
    const remedy = 'Write string, and say which texts it takes with @pattern.'
    return refuseAt(place, 'type.template', { found, remedy })
  }
  const { texts, types } = type
  let source = escapeText(texts[0] ?? '')
  for (const [i, hole] of types.entries()) {
    const behind = texts[i + 1] ?? ''
    const isLast = i === types.length - 1
    const others = types.slice(i + 1)
    const kind = toHole(reader, hole)
    if (!kind) return refuseHole(reader, hole, place)
    const isFree =
      isLast || (kind === 'text' && behind !== '' && others.every((next) => toHole(reader, next) === 'text'))
    const piece = isFree ? holes[kind] : toLazy(kind, behind)
    if (piece === null) return refuseEnd(reader, hole, behind, place)
    source += piece + escapeText(behind)
  }
  return `^${source}$`
}

const holes = { text: anyText, number: numberPattern, integer: '[+-]?\\d+' }

function toHole({ compiler }: TypeReader, hole: ts.Type): keyof typeof holes | null {
  if (hole.flags & ts.TypeFlags.String) return 'text'
  if (hole.flags & ts.TypeFlags.Number) return 'number'
  if (!hole.isIntersection()) return null
  const [brand] = toNumberBrands(compiler, hole)
  const isNumber = hole.types.length === 2 && hole.types.some(({ flags }) => flags & ts.TypeFlags.Number)
  return brand?.integer && isNumber ? 'integer' : null
}

/** Matches a hole up to the first place of the text behind it; null where no pattern can. */
function toLazy(kind: keyof typeof holes, behind: string): string | null {
  if (behind === '') return kind === 'text' ? '[\\s\\S]' : '\\d' // one letter to each but the last
  if (kind === 'text') return behind.length === 1 ? `[^${behind.replace(/[\\\]^-]/, '\\$&')}]*` : null
  const canContain = [...behind].every((letter) => numberLetters.test(letter))
  return canContain ? null : holes[kind]
}

function isTemplate(type: ts.Type): type is ts.TemplateLiteralType {
  return (type.flags & ts.TypeFlags.TemplateLiteral) !== 0
}

function refuseHole({ compiler }: TypeReader, hole: ts.Type, place: TypePlace): Refusal {
  const text = compiler.checker.typeToString(hole)
  const found = `${textOf(place)} has a hole for \`${text}\` that no pattern describes.`
  const remedy = 'Fill holes with string, number, boolean or literals, or write string with @pattern.'
  return refuseAt(place, 'type.template', { found, remedy })
}

function refuseEnd({ compiler }: TypeReader, hole: ts.Type, behind: string, place: TypePlace): Refusal {
  const text = compiler.checker.typeToString(hole)
  const found =
    `${textOf(place)} has the text "${behind}" behind a hole for \`${text}\` that may contain it: ` +
    'no pattern says where the hole ends.'
  const remedy =
    'Put a text there that it cannot contain, or write string with @pattern: @pattern ^v\\d+[.]\\d+$'
  return refuseAt(place, 'type.template', { found, remedy })
}

function escapeText(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
