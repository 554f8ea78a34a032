/**
 * The messages of the federation channel against PROTOCOL.md: its tables say which members a frame has, the
 * goldens in `goldens/link/` are written by hand from it, and whatever is not as listed is refused with a
 * `LinkError`.
 */
import { readFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type Chunk, encodeChunk, parseChunk } from '../../../core/federation/link/chunk.ts'
import {
  encodeControl,
  parseRelayFrame,
  parseWorkerFrame,
  type RelayFrame,
  type WorkerFrame,
} from '../../../core/federation/link/control-frames.ts'
import { LinkError } from '../../../core/federation/link/link-error.ts'
import { goldens, kinds, parsers, readChunk, readers, refusal, senders, toBytes, wrong } from './samples.ts'

const protocol = readFileSync(new URL('../../../core/federation/PROTOCOL.md', import.meta.url), 'utf8')

/** Returns the members of each frame, as a table of PROTOCOL.md lists them. */
function readTable(heading: string): { readonly [type: string]: readonly string[] } {
  const [section = ''] = protocol.split(`### ${heading}\n`)[1]?.split(/^##/m) ?? []
  const rows = [...section.matchAll(/^\| `(\w+)` \| (.*?) \|/gm)]
  // `refused` explains its only member in the same cell, after a colon.
  return Object.fromEntries(
    rows.map(([, type = '', members = '']) => [
      type,
      [...(members.split(':')[0] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ''),
    ]),
  )
}
const tables = {
  both: readTable('From both'),
  worker: readTable('From the worker'),
  relay: readTable('From the relay'),
}

describe('PROTOCOL.md', () => {
  it.each(senders)('lists the frames that have goldens when sent by %s', (sender) => {
    const types = new Set(goldens.filter((golden) => golden.sender === sender).map(({ type }) => type))
    expect([...types].sort()).toEqual(Object.keys(tables[sender]).sort())
  })
  it('lists the members that the goldens and the refusals below have', () => {
    for (const { name, type, sender, value } of goldens) {
      expect(['type', ...(tables[sender][type] ?? [])].sort(), name).toEqual(Object.keys(value).sort())
      expect(tables[sender][type], name).toEqual(Object.keys(kinds[type] ?? {}))
    }
  })
  it('lists the codes of a closing frame that are taken', () => {
    const paragraph = /^Codes of `closing`:.*?\n\n/ms.exec(protocol)?.[0] ?? ''
    const codes = [
      ...paragraph.matchAll(/`([a-z.]+)` \(/g),
      ...paragraph.matchAll(/`(protocol|frame\.unknown)`/g),
    ].map(([, code]) => code)
    expect(new Set(codes)).toEqual(
      new Set(['stopping', 'replaced', 'taken', 'token', 'protocol', 'frame.unknown', 'overload']),
    )
    for (const code of codes)
      parseWorkerFrame(JSON.stringify({ type: 'closing', code, detail: '', retry_seconds: null }))
  })
})

describe('golden frames', () => {
  for (const { name, type, sender, text, value } of goldens) {
    it(`are read and written as they are when ${name} is the message`, () => {
      expect(value.type).toBe(type)
      for (const parse of readers[sender]) {
        const frame = parse(text)
        expect(frame).toEqual(value)
        // It equals a golden.
        expect(JSON.parse(encodeControl(frame as WorkerFrame | RelayFrame))).toEqual(value)
      }
    })
    it(`lose unknown members when ${name} has one more`, () => {
      for (const parse of readers[sender]) {
        expect(
          parse(JSON.stringify({ ...value, optional: true, later: { deep: [1] }, constructor: 1 })),
        ).toEqual(value)
      }
    })
    it(`are refused when ${name} is cut anywhere`, () => {
      const trimmed = text.trim()
      for (const parse of readers[sender]) {
        for (let end = 0; end < trimmed.length; end++)
          expect(refusal(() => parse(trimmed.slice(0, end)))).toBe('protocol')
      }
    })
  }
  it('are unknown to the side that sends them', () => {
    for (const { sender, type, text } of goldens) {
      const isOfBoth = goldens.some((other) => other.type === type && other.sender !== sender)
      if (sender !== 'both' && !isOfBoth)
        expect(refusal(() => (sender === 'worker' ? parseRelayFrame : parseWorkerFrame)(text))).toBe(
          'frame.unknown',
        )
    }
  })
})

describe('refusals', () => {
  for (const { name, type, sender, value } of goldens) {
    it(`end the link when a member of ${name} is missing or not as listed`, () => {
      for (const parse of readers[sender]) {
        for (const [member, kind] of Object.entries(kinds[type] ?? {})) {
          const { [member]: _, ...rest } = value
          expect(
            refusal(() => parse(JSON.stringify(rest))),
            `no ${member}`,
          ).toBe('protocol')
          for (const bad of wrong[kind] ?? []) {
            const text = JSON.stringify({ ...value, [member]: bad })
            expect(
              refusal(() => parse(text)),
              text.slice(0, 300),
            ).toBe('protocol')
          }
        }
      }
    })
  }
  it.each([
    '',
    ' ',
    'null',
    '1',
    '"ping"',
    '[]',
    '[{"type":"ping","n":1}]',
    '{}',
    '{"n":1}',
    'ping',
    '{"type":"ping","n":1}{}',
  ])('end the link when the text is %s', (text) => {
    for (const parse of parsers) expect(refusal(() => parse(text))).toBe('protocol')
  })
  it.each([null, 1, true, ['ping'], {}])('end the link when the type is %j, optional or not', (type) => {
    for (const parse of parsers) {
      expect(refusal(() => parse(JSON.stringify({ type, n: 1 })))).toBe('protocol')
      expect(refusal(() => parse(JSON.stringify({ type, n: 1, optional: true })))).toBe('protocol')
    }
  })
  it.each([
    'later',
    '',
    'PING',
    ' ping',
    'constructor',
    'toString',
    'hasOwnProperty',
    '__proto__',
    'x'.repeat(100_000),
  ])('end the link when the type is the unknown %s, and skip it when it is optional', (type) => {
    for (const parse of parsers) {
      expect(refusal(() => parse(JSON.stringify({ type })))).toBe('frame.unknown')
      for (const optional of [1, 'true', null, false]) {
        expect(refusal(() => parse(JSON.stringify({ type, optional })))).toBe('frame.unknown')
      }
      expect(parse(JSON.stringify({ type, optional: true, id: -1 }))).toBeUndefined()
    }
  })
  it('end the link when a frame nests too deep or has a prototype', () => {
    const deep = `{"type":"refused","entries":[${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}]}`
    expect(refusal(() => parseRelayFrame(deep))).toBe('protocol')
    expect(refusal(() => parseRelayFrame('{"type":"refused","entries":[{"__proto__":{"a":1}}]}'))).toBe(
      'protocol',
    )
    expect(refusal(() => parseWorkerFrame('{"type":"ping","n":1,"__proto__":{}}'))).toBe('protocol')
    expect(refusal(() => parseWorkerFrame('{"type":"ping","n":1e999}'))).toBe('protocol')
  })
})

describe('the fractions of a progress frame', () => {
  const frame = { type: 'progress', id: 7, seq: 0, texts: ['a', 'b'] }
  const read = (fractions: unknown) => parseWorkerFrame(JSON.stringify({ ...frame, fractions }))
  it('are read as they are, and as null what is no number from 0 to 1', () => {
    const given = [0, 0.5, 1, null, -0.1, 1.1, 2 ** 52, '0.5', true, [0.5], {}]
    const taken = [0, 0.5, 1, ...new Array(8).fill(null)]
    expect(read(given)).toEqual({ ...frame, fractions: taken })
    expect(parseWorkerFrame(JSON.stringify({ ...frame, fractions: [0] }).replace('[0]', '[-0]'))).toEqual({
      ...frame,
      fractions: [0],
    })
  })
  it('are written by a worker and read by a relay', () => {
    const sent = { type: 'progress', id: 7, seq: 0, texts: ['a', 'b'], fractions: [null, 0.1] } as const
    expect(parseWorkerFrame(encodeControl(sent))).toEqual(sent)
    expect(encodeControl({ ...sent, fractions: undefined })).toBe(JSON.stringify(frame))
  })
  it.each([null, 1, 'a', {}, new Array(1001).fill(0)])('end the link when they are %j', (fractions) => {
    expect(refusal(() => read(fractions))).toBe('protocol')
  })
})

describe('a malformed frame', () => {
  const errorOf = (parse: () => unknown): LinkError => {
    try {
      parse()
    } catch (error) {
      if (error instanceof LinkError) return error
      throw error
    }
    throw new Error('the frame was taken')
  }
  it.each([
    { type: 'progress', id: 7, seq: -1, texts: [] },
    { type: 'result', id: 7, head: null, bytes: 0 },
    { type: 'failed', id: 7, code: 'internal', detail: 1, stack: null, issues: [] },
  ])('names its exchange when it is %j', (frame) => {
    const error = errorOf(() => parseWorkerFrame(JSON.stringify(frame)))
    expect(error).toMatchObject({ code: 'protocol', exchange: 7 })
  })
  it('names its exchange when a relay sends it', () => {
    const error = errorOf(() => parseRelayFrame('{"type":"credit","id":3,"consumed":-1}'))
    expect(error).toMatchObject({ code: 'protocol', exchange: 3 })
  })
  it('names no exchange when its number is none, or the frame has none', () => {
    expect(errorOf(() => parseWorkerFrame('{"type":"accepted","id":"7"}')).exchange).toBeUndefined()
    expect(errorOf(() => parseWorkerFrame('{"type":"ping","n":-1}')).exchange).toBeUndefined()
  })
})

describe('golden chunks', () => {
  const cases: readonly [string, Chunk][] = [
    ['first', { id: 7, offset: 0, bytes: new TextEncoder().encode('hello') }],
    ['far', { id: 2 ** 32 - 1, offset: 2 ** 53 - 1, bytes: Uint8Array.of(0) }],
    [
      'beyond-32-bits',
      { id: 258, offset: 2 ** 32 + 3, bytes: Uint8Array.from({ length: 256 }, (_, i) => i) },
    ],
  ]
  it.each(cases)(
    'are written byte for byte and read at every alignment when the message is %s',
    (name, chunk) => {
      const bytes = readChunk(name)
      expect(encodeChunk(chunk)).toEqual(bytes)
      for (let at = 0; at < 8; at++) {
        const shifted = new Uint8Array(bytes.length + at + 3).fill(0xff)
        shifted.set(bytes, at)
        const found = parseChunk(shifted.subarray(at, at + bytes.length))
        expect({ ...found, bytes: Uint8Array.from(found?.bytes ?? []) }).toEqual(chunk)
        expect(found?.bytes.buffer).toBe(shifted.buffer)
      }
    },
  )
  it('are skipped when their kind is an optional one', () => {
    expect(parseChunk(readChunk('optional-kind'))).toBeUndefined()
    expect(parseChunk(toBytes(`${'00000080'} ${'00'.repeat(12)}`))).toBeUndefined()
  })
  it('are refused when they are cut before their first byte', () => {
    const bytes = readChunk('first')
    for (let end = 0; end <= 16; end++)
      expect(refusal(() => parseChunk(bytes.subarray(0, end)))).toBe('protocol')
  })
  it.each(['00000000', '02000000', '00000001', 'ffffff7f'])('are refused when their kind is %s', (kind) => {
    expect(refusal(() => parseChunk(toBytes(`${kind} 07000000 0000000000000000 61`)))).toBe('frame.unknown')
  })
  it('are refused when they carry more than 262,144 bytes, and taken when just as many', () => {
    const header = readChunk('first').subarray(0, 16)
    const withBytes = (length: number) => Buffer.concat([header, Buffer.alloc(length)])
    expect(parseChunk(withBytes(262_144))?.bytes.length).toBe(262_144)
    expect(refusal(() => parseChunk(withBytes(262_145)))).toBe('protocol')
  })
  it('are refused when they begin where no offset can be told apart', () => {
    expect(refusal(() => parseChunk(toBytes('01000000 07000000 0000000000002000 61')))).toBe('protocol')
    expect(refusal(() => parseChunk(toBytes('01000000 07000000 ffffffffffffffff 61')))).toBe('protocol')
  })
})

describe('the checksum', () => {
  it('in the golden of end is that of zlib', () => {
    expect(goldens.find(({ name }) => name === 'worker/end.json')?.value.crc32).toBe(crc32('123456789'))
  })
})
