/** Comments that the compiler gives to no node: each is read at its place, and a file is parsed once for all. */
import { ts } from 'ts-morph'
import { expect, test } from 'vitest'
import { parseComment } from '../../build/read/parse-comment.ts'

function open(text: string): ts.SourceFile {
  return ts.createSourceFile('part.ts', text, ts.ScriptTarget.ES2023, true)
}

/** Comments as a program finds them that knows the text alone. */
function listRanges(file: ts.SourceFile): ts.TextRange[] {
  return [...file.text.matchAll(/\/\*\*[\s\S]*?\*\//g)].map(({ index, 0: { length } }) => ({
    pos: index,
    end: index + length,
  }))
}

/** In one line fewer: there the compiler itself looks for the beginning of the line from each comment. */
test.each([
  [30_000, ',\n  '],
  [1_000, ', '],
  [1_000, ','],
])('parses a file of %i members once, and gives each its own comment: %j', (length, between) => {
  const members = Array.from({ length }, (_, i) => `/** Text ${i}. @minimum ${i} */ m${i} = ${i}`)
  const file = open(`export function many({\n  ${members.join(between)}\n}: Options) {}\n`)
  const comments = listRanges(file).map((range) => parseComment(file, range))
  expect(new Set(comments.map((comment) => comment?.getSourceFile())).size).toBe(1)
  expect(comments.map((comment) => ts.getTextOfJSDocComment(comment?.tags?.[0]?.comment))).toEqual(
    members.map((_, i) => String(i)),
  )
})

test.each([
  [
    'side by side',
    '({ /** a */ a, /** b *//** c */ b,/** d */c }: { /** e */ a: 1 /** f */ ; /** g */ b: 2 }) => 1',
  ],
  ['over lines of all ends', 'const f = ({\r\n/** a */\r\na,\n\n/** b\n * @unit mm */\rb }) => [/** c */ 1]'],
  ['in the first place', '/** a */ x /** b */ y /** c */'],
  ['before brackets', 'const f = [/** a */] + {/** b */} + (/** c */) + f(/** d */)\n/** e */'],
  [
    'beside strings and patterns like them',
    "const a = '/**' /** a */ + `/** b` /** c */, d = /[/**]/ /** e */\nx",
  ],
])('gives comments their places in the file: %s', (_, text) => {
  const file = open(text)
  const ends = [...text.matchAll(/\/\*\* ([a-g])\b[^*]*(?:\*(?!\/)[^*]*)*\*\//g)]
  expect(ends.length).toBeGreaterThan(2)
  for (const { index, 0: whole, 1: letter } of ends) {
    if (text.startsWith('/** b`', index)) continue
    const comment = parseComment(file, { pos: index, end: index + whole.length })
    expect([comment?.pos, comment?.end]).toEqual([index, index + whole.length])
    expect(ts.getTextOfJSDocComment(comment?.comment)).toBe(letter)
    expect(comment?.getSourceFile().getLineAndCharacterOfPosition(index)).toEqual(
      file.getLineAndCharacterOfPosition(index),
    )
  }
})
