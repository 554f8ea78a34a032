/** Reads template literal types: a set of texts where every hole is finite, a pattern where one is not. */
import { toExcerpt, toSpan, type ts } from './compiler.ts'
import type { Member } from './member.ts'
import { numberPattern } from './read-object.ts'
import { refuse } from './refuse-type.ts'
import { choiceLimit } from './type-members.ts'
import type { Reader, Scope } from './type-scope.ts'

/** A part of the text: fixed, or the source of a pattern. */
interface Piece {
  readonly text: string
  readonly isPattern: boolean
}

/** Returns the texts or patterns of a template, the first hole varying slowest. */
export function readTemplate(
  reader: Reader,
  node: ts.TemplateLiteralTypeNode,
  scope: Scope,
): readonly Member[] {
  let rows: Piece[][] = [[{ text: node.head.text, isPattern: false }]]
  for (const { type, literal } of node.templateSpans) {
    const pieces: Piece[] = []
    for (const member of reader.evaluate(type, scope)) {
      const read = toPieces(member)
      if (!read) {
        const remedy = 'Fill holes with string, number, boolean or literals.'
        return [
          member.kind === 'refused'
            ? member
            : refuse('type.template', type, `\`${toExcerpt(type)}\` has no text.`, remedy),
        ]
      }
      pieces.push(...read)
    }
    const count = rows.length * pieces.length
    if (count > choiceLimit) {
      const remedy = `The limit is ${choiceLimit}: use string, with @pattern.`
      return [refuse('type.explosion', node, `\`${toExcerpt(node)}\` has ${count} forms and more.`, remedy)]
    }
    const end = { text: literal.text, isPattern: false }
    rows = rows.flatMap((row) => pieces.map((piece) => [...row, piece, end]))
  }
  const span = toSpan(node)
  return rows.map((row): Member => {
    if (row.every(({ isPattern }) => !isPattern))
      return { kind: 'literal', value: row.map(({ text }) => text).join(''), span }
    const source = row.map(({ text, isPattern }) => (isPattern ? text : escapePattern(text))).join('')
    return source === anyText ? { kind: 'string', span } : { kind: 'string', pattern: `^${source}$`, span }
  })
}

const anyText = '[\\s\\S]*'

function toPieces(member: Member): Piece[] | null {
  switch (member.kind) {
    case 'literal':
      return [{ text: String(member.value), isPattern: false }]
    case 'undefined':
      return [{ text: 'undefined', isPattern: false }]
    case 'boolean':
      return ['true', 'false'].map((text) => ({ text, isPattern: false }))
    case 'string':
      return [{ text: member.pattern?.slice(1, -1) ?? anyText, isPattern: true }]
    case 'number':
      return [{ text: member.integer ? '[+-]?\\d+' : numberPattern, isPattern: true }]
    default:
      return null
  }
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
