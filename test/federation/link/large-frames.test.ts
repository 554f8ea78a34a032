/** Control frames that are too large to be parsed at once: what is cut of them, and how many turns it takes. */
import { describe, expect, it } from 'vitest'
import {
  parseLargeRelayFrame,
  parseLargeWorkerFrame,
  parseWorkerFrame,
} from '../../../core/federation/link/control-frames.ts'
import { LinkError } from '../../../core/federation/link/link-error.ts'
import { toCatalog } from '../scripted-worker.ts'

const entries = {
  functions: ['grow'],
  specimens: [
    { id: 's', description: 'a "quoted\\" [text, {with} : marks] \u00e9 \u{1f600}' },
    'grow',
    'rock',
  ],
}
const parse = async (text: string) => await parseLargeWorkerFrame(Buffer.from(text))
const refuse = async (text: string): Promise<string> =>
  await parse(text).then(
    () => 'none',
    (error: unknown) => (error instanceof LinkError ? `${error.code}: ${error.message}` : String(error)),
  )
/** Returns the text of an empty catalog with one more member. */
const withMember = (value: string): string => `${JSON.stringify(toCatalog({})).slice(0, -1)},"x":${value}}`
const list = (count: number, value: string): string => `[${Array(count).fill(value).join(',')}]`

describe('a large catalog', () => {
  it.each([0, 2])(
    'has the entries that it has when it is parsed at once, with spaces: %d',
    async (spaces) => {
      const text = JSON.stringify(toCatalog(entries), null, spaces)
      const frame = await parse(text)
      if (frame?.type !== 'catalog') return expect.unreachable()
      const [functions, specimens] = [frame.functions, frame.specimens].map((texts) =>
        texts.map((entry) => (typeof entry === 'string' ? JSON.parse(entry) : expect.unreachable())),
      )
      expect({ ...frame, functions, specimens }).toEqual(parseWorkerFrame(text))
    },
  )

  it('keeps lists of these names inside of other members', async () => {
    const errors = [{ source: 'a', code: 'b', detail: 'c', specimens: [1, 2] }]
    expect(await parse(JSON.stringify(toCatalog({ errors })))).toMatchObject({ errors, specimens: [] })
  })

  it('may be empty, and have a name twice, of which the last counts', async () => {
    const text = JSON.stringify(toCatalog(entries))
    const twice = `${text.slice(0, -1)},"specimens":[ ],"functions":[{},{}]}`
    expect(await parse(twice)).toMatchObject({ specimens: [], functions: ['{}', '{}'] })
  })

  it('lets the event loop turn while it is cut', async () => {
    let turns = 0
    let isDone = false
    const turn = (): void => {
      turns++
      if (!isDone) setImmediate(turn)
    }
    setImmediate(turn)
    await parse(JSON.stringify(toCatalog({ specimens: [{ id: 's', description: 'é'.repeat(2 ** 20) }] })))
    isDone = true
    expect(turns).toBeGreaterThan(30)
  })
})

describe('a large frame', () => {
  it.each([
    ['numbers', list(70_000, '1')],
    ['lists', list(10_000, '[]')],
    ['objects', list(10_000, '{}')],
    ['members', `{${Array.from({ length: 6000 }, (_, i) => `"${i}":0`).join(',')}}`],
    ['entries', `[],"specimens":${list(30_000, '{}')}`],
    ['lists of entries', `[]${',"specimens":[]'.repeat(5000)}`],
  ])('is refused before it is parsed when it has too many %s', async (_, value) => {
    expect(await refuse(withMember(value))).toMatch(/^protocol: a frame must have at most 65536 values/)
  })

  it('may have 5,000 entries with any members, and long texts', async () => {
    const text = JSON.stringify(toCatalog({ specimens: Array(5000).fill('rock') }))
    expect(await parse(text)).toMatchObject({ specimens: { length: 5000 } })
    const run = { type: 'run', id: 1, function: 'f', revision: '', room: 'r', window: 1, seq: 0, offset: 0 }
    const params = JSON.stringify(Array(500_000).fill(1))
    expect(await parseLargeRelayFrame(Buffer.from(JSON.stringify({ ...run, params })))).toMatchObject({
      params,
    })
  })

  it.each([
    ['nests too deep', withMember('['.repeat(70)), /nests deeper than 64 levels/],
    ['nests too deep in an entry', withMember(`[],"specimens":[${'['.repeat(70)}`), /nests deeper than 64/],
    ['ends in a list', withMember('[],"specimens":[{}'), /is not valid JSON/],
    ['ends in a text', withMember('[],"specimens":["'), /is not valid JSON/],
    ['ends after an escape', withMember('"\\'), /is not valid JSON/],
    ['closes what it has not opened', `]${withMember('1')}`, /is not valid JSON/],
    ['has no colon', withMember('1').replace('"specimens":', '"specimens"'), /is not valid JSON/],
    ['is a list', `[${withMember('1')}]`, /must be a JSON object/],
    ['has a prototype', withMember('{"__proto__":1}'), /__proto__/],
  ])('ends the link when it %s', async (_, text, reason) => {
    expect(await refuse(text)).toMatch(reason)
  })
})
