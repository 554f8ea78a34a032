/** The limits of a link are the numbers of PROTOCOL.md, which a stranger implements. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { limits } from '../../../core/federation/link/limits.ts'

const page = readFileSync(new URL('../../../core/federation/PROTOCOL.md', import.meta.url), 'utf8')
const protocol = page.replace(/\s+/g, ' ')

/** Each sentence of the page about a limit, with the numbers in it. */
const sentences: readonly (readonly [string, RegExp, readonly number[]])[] = [
  ['a control frame', /a control frame has at most (\d+) MiB/, [limits.controlBytes / 2 ** 20]],
  ['a chunk', /the bytes: 1 to ([\d,]+) of them/, [limits.chunkBytes]],
  [
    'messages a second',
    /More than ([\d,]+) messages a second, after the first ([\d,]+),/,
    [limits.messageRate, limits.messageBurst],
  ],
  [
    'the catalog',
    /at most ([\d,]+) entries of a worker, with (\d+) Mi characters/,
    [limits.entries, limits.entriesLength / 2 ** 20],
  ],
  [
    'details',
    /([\d,]+) characters in `detail` and `stack`, ([\d,]+) in that of `closing`/,
    [limits.detailLength, limits.closingDetailLength],
  ],
  [
    'headers',
    /`a-z 0-9 -`, (\d+) of them, values of ([\d,]+) printable/,
    [limits.headerNameLength, limits.headerLength],
  ],
  [
    'names',
    /(\d+) characters in a removed name, .*?, (\d+) in the names of a relay's frames, (\d+) in a `code`/,
    [limits.textLength, limits.nameLength, limits.codeLength],
  ],
  [
    'issues and errors',
    /first (\d+) `issues`, ([\d,]+) characters of each member, and the first (\d+) `errors`, ([\d,]+) char/,
    [limits.issues, limits.issueLength, limits.errors, limits.errorLength],
  ],
]

describe('the limits of a link', () => {
  it.each(sentences)('are those of PROTOCOL.md when they are about %s', (_, sentence, wanted) => {
    const [, ...numbers] = sentence.exec(protocol) ?? []
    expect(numbers.map((text) => Number(text.replaceAll(',', '')))).toEqual(wanted)
  })
  it('cover each member of the table', () => {
    const listed = sentences.flatMap(([, , numbers]) => numbers).length
    expect(Object.keys(limits)).toHaveLength(listed + 1) // the highest number of an exchange: it is a u32
    expect(limits.exchangeId).toBe(2 ** 32 - 1)
  })
})
