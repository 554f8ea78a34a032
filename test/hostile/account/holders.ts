/** The holders of a host, a row each: how they are made to grow from outside, and what bounds them. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { holdings } from '../../../core/service/account/holdings.ts'
import { toRequest, toTextRequest } from './raw-request.ts'

/** One thing that clients can make a host hold. */
export interface HolderRow {
  readonly what: string
  /** Options of the host beside those of all rows. */
  readonly flags: readonly string[]
  /** Requests on connections of their own, more than the host has room for. */
  readonly requests: readonly string[]
  /** The refusal of those beyond. */
  readonly refusal: readonly [status: number, code: string]
  /** The gauge of `/metrics` that grows, with its value at most; absent where none counts it. */
  readonly gauge?: { readonly name: string; readonly most: number }
  /** The refusal stays for a while after the connections have ended. */
  readonly isLasting?: boolean
}

const mebibyte = 2 ** 20
/** One client alone has half of 32 MiB. */
const smallAnswers = ['--answer-bytes', String(32 * mebibyte), '--cache-bytes', String(4 * mebibyte)]
/** Memory far beyond its length, once it is read: a member that comes again takes the place of the one before. */
const brackets = Array.from({ length: 30_000 }, () => '{}').join(',')
const bracketBody = `{"params":{"label":[${brackets}],"label":1,"milliseconds":500000}}`
const experimental = `{"experimental":{"a":{"b":[${brackets}]}}}`
const client = '"clientInfo":{"name":"one","version":"1"}'
const beginParams = `{"protocolVersion":"2025-11-25",${client},"capabilities":${experimental}}`
const beginning = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":${beginParams}}`
const answers = { name: 'specimen_host_held_bytes{what="answers"}', most: 17 * mebibyte }
const busy = [503, 'host.busy'] as const
const limited = [429, 'client.limited'] as const

const many = (count: number, make: (i: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, i) => make(i))
const dataOf = (params: object, room: string): string =>
  `/api/specimens/timed/data?room_id=${room}&params=${encodeURIComponent(JSON.stringify(params))}`
/** A result of 8 MiB, and more as a text: the kernel takes up to 4 MiB of an answer that is not read. */
const large = (i: number): string => dataOf({ label: 1_000_000_000 + i, count: 2 ** 20 }, `room-${i}`)
/** A run that goes on for as long as its client. */
const endless = (i: number): string =>
  toRequest('GET', dataOf({ label: i, milliseconds: 500_000 }, `room-${i}`))

/** Writes the data that some rows ask for: an image of 8 MiB as NPY, which the kernel does not take whole. */
export function writeData(folder: string): void {
  mkdirSync(folder)
  const head = "{'descr': '|u1', 'fortran_order': False, 'shape': (8, 1024, 1024), }".padEnd(117)
  const start = Buffer.concat([Buffer.from([0x93]), Buffer.from(`NUMPY\x01\x00\x76\x00${head}\n`)])
  writeFileSync(join(folder, 'stack.npy'), Buffer.concat([start, Buffer.alloc(8 * mebibyte)]))
}

export const holderRows: readonly HolderRow[] = [
  {
    what: 'different results that are not read',
    flags: smallAnswers,
    requests: many(12, (i) => toRequest('GET', large(i))),
    refusal: busy,
    gauge: answers,
  },
  {
    what: 'pictures that wait to be drawn',
    flags: [],
    requests: many(40, (i) => {
      const params = encodeURIComponent(JSON.stringify({ label: i, milliseconds: 20_000 }))
      return toRequest('GET', `/api/specimens/timed/picture?width=16&params=${params}`)
    }),
    refusal: busy,
    gauge: { name: 'specimen_host_held_places{what="pictures"}', most: 32 },
  },
  {
    what: 'results of a file, decoded in many rooms and not read',
    flags: smallAnswers,
    requests: many(12, (i) => {
      return toRequest('GET', `/api/specimens/stack.npy/data?format=envelope&room_id=room-${i}`)
    }),
    refusal: busy,
    gauge: answers,
  },
  {
    what: 'files that are not read',
    flags: smallAnswers,
    requests: many(60, () => toRequest('GET', '/api/specimens/stack.npy/data')),
    refusal: busy,
    gauge: answers,
  },
  {
    what: 'texts of results that are not read',
    flags: smallAnswers,
    requests: many(12, (i) => {
      return toRequest('GET', `${large(i)}&format=json`)
    }),
    refusal: busy,
    gauge: answers,
  },
  {
    what: 'bodies of requests that wait for one run',
    flags: [...smallAnswers, '--pool-size', '1'],
    requests: many(60, () => {
      const params = { label: 1, milliseconds: 500_000 }
      return toRequest('POST', '/api/specimens/timed/data', { params }, 240_000)
    }),
    refusal: busy,
    gauge: answers,
  },
  {
    what: 'bodies that take twenty times their length once they are read',
    flags: [...smallAnswers, '--pool-size', '1'],
    requests: many(40, () => toTextRequest('/api/specimens/timed/data', bracketBody)),
    refusal: busy,
    gauge: answers,
  },
  {
    what: 'sessions of agents',
    flags: [],
    requests: many(520, () => toTextRequest('/mcp', beginning)),
    refusal: busy,
    gauge: { name: 'specimen_host_held_bytes{what="sessions"}', most: holdings.sessions.limit / 2 },
    isLasting: true, // until they have been silent for half an hour
  },
  {
    what: 'files that announce more bytes than they send',
    flags: ['--file-bytes', String(32 * mebibyte)],
    requests: many(12, (i) => {
      const length = `content-length: ${4 * mebibyte}\r\n`
      return `POST /api/files?name=${i}.ply HTTP/1.1\r\nhost: localhost\r\n${length}\r\nply\n`
    }),
    refusal: busy,
    gauge: { name: 'specimen_host_held_bytes{what="files"}', most: 16 * mebibyte },
  },
  {
    what: 'runs that wait for a place',
    flags: ['--pool-size', '1', '--queue-size', '8'],
    requests: many(12, endless),
    refusal: busy,
    gauge: { name: 'specimen_queue_runs', most: 8 },
  },
  {
    what: 'jobs that run',
    flags: ['--job-limit', '8', '--pool-size', '4'],
    requests: many(12, (i) => {
      const params = { label: i, milliseconds: 4000 } // they go on without their clients
      return toRequest('POST', '/api/specimens/timed/start', { params })
    }),
    refusal: busy,
    gauge: { name: 'specimen_host_held_places{what="jobs"}', most: 8 },
  },
  {
    what: 'connections',
    flags: ['--client-connections', '20'],
    requests: many(30, () => toRequest('GET', '/livez')),
    refusal: busy,
  },
  {
    what: 'requests in a minute',
    flags: ['--request-rate', '60'],
    requests: many(40, () => toRequest('GET', '/api/specimens')),
    refusal: limited,
    isLasting: true,
  },
  {
    what: 'wrong tokens',
    flags: ['--login-rate', '12', '--token', 'the-right-one-of-this-host'],
    requests: many(20, (i) => {
      const request = toRequest('GET', '/api/specimens')
      return request.replace('\r\n\r\n', `\r\nauthorization: Bearer wrong-${i}\r\n\r\n`)
    }),
    refusal: limited,
    isLasting: true,
  },
]
