/**
 * The limits of a link are the numbers of PROTOCOL.md, which a stranger implements, and what one side may
 * have to send is what the other takes.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { errorCodes, SpecimenError } from '../../../core/contract/domain/errors.ts'
import { isRoomId, roomIdLength } from '../../../core/contract/domain/invocation.ts'
import { messageLength, messageLimit, toFraction } from '../../../core/contract/domain/job.ts'
import { idLength, isId } from '../../../core/contract/domain/specimen.ts'
import { headLimits, messages } from '../../../core/engine/run/pool-message.ts'
import {
  encodeControl,
  findFault,
  parseWorkerFrame,
  type RelayFrame,
  type RelayFrameOf,
  type WorkerFrame,
} from '../../../core/federation/link/control-frames.ts'
import { isHeaderText } from '../../../core/federation/link/fields.ts'
import { limits } from '../../../core/federation/link/limits.ts'
import { toAnnouncement, toCatalogFrames } from '../../../core/federation/worker/announcement.ts'
import { toFailedFrame } from '../../../core/federation/worker/exchange.ts'
import { OutgoingProgress } from '../../../core/federation/worker/outgoing-progress.ts'
import { requestOptions } from '../../../core/options/service-options.ts'
import { createTestLog } from '../../interface/runner-harness.ts'
import { toSnapshot } from '../worker-harness.ts'

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

const run: RelayFrameOf<'run'> = {
  type: 'run',
  id: 1,
  function: 'f',
  revision: 'r1',
  params: '{}',
  room: 'service',
  window: 1,
  seq: 0,
  offset: 0,
  colors: undefined,
  file: undefined,
}
const file: RelayFrameOf<'fetch'> = {
  type: 'fetch',
  id: 1,
  specimen: 's',
  part: 'data',
  method: 'GET',
  headers: {},
  window: 1,
  offset: 0,
}

/** What a relay's own gate takes, and the frame that a worker is then sent: both take the one, or neither. */
const asked: readonly (readonly [
  string,
  readonly unknown[],
  (v: never) => boolean,
  (v: never) => RelayFrame,
])[] = [
  [
    'rooms',
    [
      ...['x', '😀', '\ud83d\ude00\u0301', 'é'].flatMap((text) => [
        text.repeat(roomIdLength),
        [...text.repeat(roomIdLength)].slice(0, roomIdLength).join(''),
        text.repeat(roomIdLength + 1),
      ]),
      ...['', '\0', 'a\tb', '\x7f', '\x85', '\u2028', '\ud800', 'a\udc00', ' '],
    ],
    isRoomId,
    (room: string) => ({ ...run, room }),
  ],
  [
    'names of functions',
    ['f'.repeat(idLength), 'f'.repeat(idLength + 1)],
    isId,
    (name: string) => ({ ...run, function: name }),
  ],
  [
    'ids of specimens',
    ['s'.repeat(idLength), 's'.repeat(idLength + 1)],
    isId,
    (specimen: string) => ({ ...file, specimen }),
  ],
  [
    'headers',
    ['a'.repeat(limits.headerLength), 'a'.repeat(limits.headerLength + 1), 'a\tb', 'ÿ', '€', ''],
    isHeaderText,
    (range: string) => ({ ...file, headers: { range } }),
  ],
]

describe('a frame of a relay', () => {
  it.each(asked)('is taken by a worker exactly when the relay takes its %s', (_, values, takes, toFrame) => {
    const verdicts = values.map((value) => [value, takes(value as never)]) // of the row's own type
    expect(new Set(verdicts.map(([, isTaken]) => isTaken)).size).toBe(2)
    expect(values.map((value) => [value, findFault(toFrame(value as never)) === undefined])).toEqual(verdicts)
  })

  it.each(['"', '\u0000', '\ud800', '€', '😀'])(
    'has room for the longest parameters that a relay takes unless told otherwise, all of %j',
    (character) => {
      const most = requestOptions.paramsLength.default
      const each = JSON.stringify(character).length - 2
      const params = JSON.stringify({ a: character.repeat(Math.floor((most - 8) / each)) })
      expect(params.length).toBeGreaterThan(most - 20)
      expect(findFault({ ...run, params })).toBeUndefined()
    },
  )
})

/** Returns the frame as the relay takes it. @throws when it is too long, or not as listed */
function deliver(frame: WorkerFrame): WorkerFrame | undefined {
  const text = encodeControl(frame)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limits.controlBytes)
  return parseWorkerFrame(text)
}

describe('a frame of a worker', () => {
  it('is taken by a relay when it has the longest messages of a run, and as many as are kept', () => {
    const frames: WorkerFrame[] = []
    const progress = new OutgoingProgress(
      (members) => void frames.push({ type: 'progress', id: 1, ...members }),
      () => false,
    )
    for (let i = 0; i <= messageLimit; i++) progress.report('\u0000'.repeat(messageLength + 1), 1 / 3)
    progress.flush()
    progress.pause()
    const taken = frames.map(deliver)
    const texts = taken.flatMap((frame) => (frame?.type === 'progress' ? frame.texts : []))
    expect([texts.length, texts[0]?.length]).toEqual([messageLimit, messageLength])
  })

  it('has the fractions that a job takes, and none in the place of others', () => {
    const given = [0, 1, 0.5, -1, 1.1, Number.NaN, '1', null]
    const frame = { type: 'progress', id: 1, seq: 0, texts: given.map(String), fractions: given }
    expect(parseWorkerFrame(JSON.stringify(frame))).toMatchObject({
      fractions: given.map((fraction) => toFraction(fraction) ?? null),
    })
  })

  it('is taken by a relay when it has the longest failure', () => {
    const long = '\u0000'.repeat(100_000)
    const issues = Array(1000).fill({ pointer: long, found: long, allowed: long })
    const cause = Object.assign(new Error(long), { stack: long })
    const failure = new SpecimenError('function.failed', long, { issues, cause })
    const taken = deliver(toFailedFrame(1, failure, createTestLog()))
    expect(taken).toMatchObject({ type: 'failed', detail: long.slice(0, limits.detailLength) })
  })

  it('is taken by a relay when it has the longest errors of a catalog', () => {
    const long = '\u0000'.repeat(100_000)
    const errors = Array(1000).fill({ source: long, code: 'internal', detail: long })
    const announcement = toAnnouncement({ ...toSnapshot([]), errors }, () => {})
    for (const frame of toCatalogFrames(undefined, announcement)) deliver(frame)
  })

  it('has room for each code of an error, each name that is taken back and the head of each result', () => {
    expect(Math.max(...errorCodes.map(({ length }) => length))).toBeLessThanOrEqual(limits.codeLength)
    expect(limits.textLength).toBeGreaterThanOrEqual(idLength)
    expect(headLimits.get(messages.result)).toBeLessThan(limits.controlBytes)
  })
})
