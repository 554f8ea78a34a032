/**
 * Comments that the compiler gives to no node: of members of patterns, of all but the last of several, and
 * those with an @ that is no tag. All of a file are parsed in one go, for each parse reads the file's text.
 */

import { isWord } from '../model/tag-vocabulary.ts'
import { ts } from './port.ts'

/** Stands for an @ where the compiler would begin a tag and the author does not. */
export const maskedAt = '\uE000'

/** Characters of a word behind an @ that are looked at: a tag has fewer. */
const longestTag = 64

type Comments = ReadonlyMap<number, ts.JSDoc>

const parsedOf = new WeakMap<ts.SourceFile, Comments>()

/** Returns a comment that begins as JSDoc, with its places in the file. */
export function parseComment(file: ts.SourceFile, range: ts.TextRange): ts.JSDoc | undefined {
  const known = parsedOf.get(file) ?? parseRanges(file, listComments(file))
  parsedOf.set(file, known)
  return known.get(range.pos) ?? parseRanges(file, [range]).get(range.pos)
}

/** Hides each @ that begins no tag, at its place: in fenced blocks of code, and in a sentence. */
export function maskWords(text: string): string {
  if (!text.includes('@')) return text
  const fenced = maskFences(text)
  const words = new Map<string, boolean>() // the same ones come again and again
  let masked = ''
  let last = 0
  for (let at = fenced.indexOf('@'); at >= 0; at = fenced.indexOf('@', at + 1)) {
    const before = fenced.slice(last, at)
    const line = before.slice(before.lastIndexOf('\n') + 1)
    const [word = ''] = /^[A-Za-z]+/.exec(fenced.slice(at + 1, at + 1 + longestTag)) ?? []
    const isInside = word !== '' && /[ \t]$/.test(line) && /[^\s*/]/.test(line.slice(0, -1))
    const isPlain = isInside && (words.get(word) ?? isWord(word))
    if (isInside) words.set(word, isPlain)
    masked += before + (isPlain ? maskedAt : '@')
    last = at + 1
  }
  return masked + fenced.slice(last)
}

/** Masks the signs in fenced code. A fence that does not end is none. */
function maskFences(text: string): string {
  const fence = /`{3,}|~{3,}/g
  const open = new Set<string>()
  let masked = ''
  let last = 0
  for (let found = fence.exec(text); found; found = fence.exec(text)) {
    const { index, 0: run } = found
    const end = open.has(run) ? -1 : text.indexOf(run, index + run.length)
    if (end < 0) {
      open.add(run) // nor does a later one of its length
      continue
    }
    fence.lastIndex = end + run.length
    masked += text.slice(last, index) + text.slice(index, fence.lastIndex).replaceAll('@', maskedAt)
    last = fence.lastIndex
  }
  return masked + text.slice(last)
}

/**
 * Leaves comments alone of a file, and between them the names of one declaration: `let`, comment, `x,`,
 * comment, `x`. A variable gets all comments before it, those of the same line too. Lines and columns stay.
 */
function parseRanges({ text, fileName }: ts.SourceFile, ranges: readonly ts.TextRange[]): Comments {
  const parts: string[] = []
  let last = 0
  let isOpened = false
  for (const { pos, end } of ranges) {
    const blank = text.slice(last, pos).replace(/[^\r\n\u2028\u2029]/g, ' ')
    parts.push(isOpened ? toNext(blank) : blank.replace('   ', 'let'), maskWords(text.slice(pos, end)))
    isOpened ||= blank.includes('   ')
    last = end
  }
  const tail = isOpened ? '\nx' : '\nlet x'
  const source = ts.createSourceFile(fileName, parts.join('') + tail, ts.ScriptTarget.ES2023, true)
  const variables = source.statements.filter(ts.isVariableStatement)
  const found = variables
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .flatMap((each) => ts.getJSDocCommentsAndTags(each).filter(ts.isJSDoc))
  return new Map(found.map((comment) => [comment.pos, comment]))
}

/** Ends a variable in a blank text, where there is room for it: else the next one gets both comments. */
function toNext(blank: string): string {
  return blank.split(' ').length > 2 ? blank.replace(' ', 'x').replace(' ', ',') : blank
}

/**
 * Returns the comments around the nodes of a file that begin as JSDoc, in their order. One beside a bracket
 * alone is missing; each place is looked at once.
 */
function listComments(file: ts.SourceFile): readonly ts.TextRange[] {
  const { text } = file
  const seen = new Set<number>()
  const found = new Map<number, ts.TextRange>()
  const look = (place: number): void => {
    if (seen.has(place)) return
    seen.add(place)
    for (const list of [ts.getTrailingCommentRanges, ts.getLeadingCommentRanges])
      for (const range of list(text, place) ?? [])
        if (text.startsWith('/**', range.pos)) found.set(range.pos, range)
  }
  const visit = (node: ts.Node): void => {
    look(node.pos)
    look(node.end)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return [...found.values()].sort((a, b) => a.pos - b.pos)
}
