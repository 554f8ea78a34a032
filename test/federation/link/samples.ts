/**
 * What the tests of the federation channel's messages share: the goldens that PROTOCOL.md asks for, the kind
 * of each member, and what no member of a kind may be.
 */
import { readdirSync, readFileSync } from 'node:fs'
import {
  parseRelayFrame,
  parseWorkerFrame,
  type RelayFrame,
  type WorkerFrame,
} from '../../../core/federation/link/control-frames.ts'
import { LinkError } from '../../../core/federation/link/link-error.ts'

type Members = { readonly [member: string]: unknown }
type Parse = (text: string) => WorkerFrame | RelayFrame | undefined

const folder = new URL('../../contract/wire/goldens/link/', import.meta.url)
const readText = (path: string): string => readFileSync(new URL(path, folder), 'utf8')
export const parsers: readonly Parse[] = [parseWorkerFrame, parseRelayFrame]
/** Who parses what: a frame from both is read by both sides. */
export const readers = { both: parsers, worker: [parseWorkerFrame], relay: [parseRelayFrame] } as const
export const senders = ['both', 'worker', 'relay'] as const

/** Every golden frame with its sender, and its value as `JSON.parse` gives it. */
export const goldens = senders.flatMap((sender) =>
  readdirSync(new URL(`${sender}/`, folder)).map((file) => {
    const text = readText(`${sender}/${file}`)
    return {
      name: `${sender}/${file}`,
      type: file.split(/[-.]/)[0] ?? '',
      sender,
      text,
      value: JSON.parse(text) as Members,
    }
  }),
)
export const chunkHex = readdirSync(new URL('chunk/', folder)).map((file) => readText(`chunk/${file}`))
export const toBytes = (hex: string): Uint8Array =>
  Uint8Array.from(Buffer.from(hex.replace(/\s/g, ''), 'hex'))
export const readChunk = (name: string): Uint8Array => toBytes(readText(`chunk/${name}.hex`))

/** Values that no member of a kind may have. Lengths of texts are the limits in `link-frames.ts`. */
export const wrong: { readonly [kind: string]: readonly unknown[] } = {
  hash: [null, 1, {}, '', 'a'.repeat(63), 'a'.repeat(65), 'A'.repeat(64), `${'a'.repeat(63)}g`],
  count: [null, '1', -1, 0.5, 2 ** 53, true, [1], {}],
  id: [null, '1', 0, -1, 1.5, 2 ** 32, true, [1], {}],
  number: [null, '1', -0.001, false, [], {}],
  ids: [null, 1, {}, [0], ['1'], [1, null], [2 ** 32]],
  boolean: [null, 0, 'true', []],
  text64: [null, 1, ['a'], {}, 'x'.repeat(65)],
  text128: [null, 1, ['a'], {}, 'x'.repeat(129)],
  text200: [null, 1, ['a'], {}, 'x'.repeat(201)],
  text2000: [null, 1, ['a'], {}, 'x'.repeat(2001)],
  text10000: [null, 1, ['a'], {}, 'x'.repeat(10_001)],
  text: [null, 1, ['a'], {}, 'x'.repeat(2 ** 22 + 1)],
  textOrNull: [1, ['a'], {}, false, 'x'.repeat(10_001)],
  numberOrNull: ['1', -1, true, {}],
  ids200: [null, 'a', {}, [1], [null], ['x'.repeat(201)]],
  messages: [null, 'a', {}, [1], [null], ['x'.repeat(10_001)], Array(1001).fill('a')],
  object: [null, 1, 'a', [], [{}]],
  objects: [null, 1, {}, [1], [null], [[]], ['a']],
  headers: [
    null,
    'a: b',
    [],
    { etag: 1 },
    { etag: null },
    { ETag: 'a' },
    { '': 'a' },
    { 'a b': 'a' },
    { 'a:': 'a' },
    { [`a${'a'.repeat(64)}`]: '' },
    ...['\r\nset-cookie: a=b', 'a\nb', 'a\0', '\x7f', '\t', 'ā', 'x'.repeat(4097)].map((etag) => ({ etag })),
  ],
  closingCode: [null, 1, '', 'lost', 'STOPPING', 'constructor'],
  status: [null, '200', 100, 201, 301, 302, 401, 500, 200.5],
  part: [null, 1, 'schema', '../data', ''],
  method: [null, 1, 'POST', 'get', ''],
}

/** The kind of each member. That no member is forgotten is tested against PROTOCOL.md. */
export const kinds: { readonly [type: string]: { readonly [member: string]: string } } = {
  ping: { n: 'count' },
  pong: { n: 'count' },
  closing: { code: 'closingCode', detail: 'text2000', retry_seconds: 'numberOrNull' },
  hello: { software: 'text200', instance: 'text64', places: 'count' },
  catalog: {
    reset: 'boolean',
    more: 'boolean',
    bundles: 'count',
    errors: 'objects',
    specimens: 'objects',
    functions: 'objects',
    removed_specimens: 'ids200',
    removed_functions: 'ids200',
  },
  accepted: { id: 'id' },
  progress: { id: 'id', seq: 'count', texts: 'messages' },
  result: { id: 'id', head: 'object', bytes: 'count' },
  opened: { id: 'id', status: 'status', headers: 'headers', bytes: 'count' },
  end: { id: 'id', bytes: 'count', crc32: 'count' },
  failed: { id: 'id', code: 'text64', detail: 'text10000', stack: 'textOrNull', issues: 'objects' },
  cancelled: { id: 'id' },
  reloaded: { id: 'id' },
  draining: {},
  welcome: {
    software: 'text200',
    instance: 'text64',
    ping_seconds: 'number',
    dead_seconds: 'number',
    grace_seconds: 'number',
    window: 'count',
    exchanges: 'ids',
  },
  refused: { entries: 'objects' },
  run: {
    id: 'id',
    function: 'text128',
    revision: 'text200',
    params: 'text',
    room: 'text128',
    window: 'count',
    seq: 'count',
    offset: 'count',
  },
  fetch: {
    id: 'id',
    specimen: 'text128',
    part: 'part',
    method: 'method',
    headers: 'headers',
    window: 'count',
    offset: 'count',
  },
  reload: { id: 'id' },
  has: { id: 'id' },
  lacks: { id: 'id', offset: 'count' },
  give: { id: 'id', hash: 'hash' },
  content: { id: 'id', head: 'object', bytes: 'count' },
  credit: { id: 'count', consumed: 'count' },
  cancel: { id: 'id' },
  done: { id: 'id' },
}

/** Returns the code with which a message is refused; fails for one that is not, and for any other error. */
export function refusal(parse: () => unknown): string {
  try {
    parse()
  } catch (error) {
    if (error instanceof LinkError) return error.code
    throw error
  }
  throw new Error('The message was parsed.')
}
