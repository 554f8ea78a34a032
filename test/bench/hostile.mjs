/**
 * How long a single request can keep the host's event loop from everybody else: the worst ones known of each
 * kind, sent one at a time. Of eight tries the shortest counts, because another program on the machine only
 * ever adds to it.
 */
import { setTimeout } from 'node:timers/promises'
import { writeBundle } from './bench-bundle.mjs'
import { repeat, toBoundRow } from './figures.mjs'
import { openConnection, toRequest } from './http-connection.mjs'
import { loopResolution, withFolder, withHost } from './processes.mjs'

const many = 40
/** A union of two equal branches at every level: each doubles the work. */
const branch = { type: 'object', properties: { next: { $ref: '#/properties/tree' } } }
const nested = { anyOf: [{ type: 'integer' }, branch, branch] }
const functions = [
  {
    name: 'many',
    returns: 'volume',
    properties: Object.fromEntries(Array.from({ length: many }, (_, i) => [`p${i}`, listOf(branches(2))])),
  },
  {
    name: 'slug',
    returns: 'volume',
    properties: { slug: { type: 'string', default: 'a', pattern: '^([a-z0-9]{1,20}-?)+$' } },
  },
  {
    name: 'unique',
    returns: 'volume',
    properties: { names: { type: 'array', items: { type: 'string' }, uniqueItems: true, default: [] } },
  },
  { name: 'nested', returns: 'volume', properties: { tree: nested } },
]
const source = functions
  .map(({ name }) => `export function ${name}() { return { shape: [1, 1, 1], data: new Uint8Array(1) } }`)
  .join('\n')
const bodyLength = 254 * 1024
const tries = 8
/** The loop is watched by a timer, which must fall due before and after. */
const settleMilliseconds = 4 * loopResolution
/** A host that is blocked for so long, in milliseconds, is ended: the request is then a figure of its own. */
const patience = 20_000

/** Each is answered with 200, 400 or 422, and with no more than 64 KiB unless it is 200. */
const requests = {
  'too many args': toCall('slug', { args: fill((i) => i) }),
  'args that all have a wrong type': toCall('many', {
    args: Array.from({ length: many }, () => Array.from({ length: 1200 }, () => null)),
  }),
  'unknown kwargs': toCall('slug', {
    kwargs: Object.fromEntries(Array.from({ length: 13_000 }, (_, i) => [`name${i}`, i])),
  }),
  'one very long name': toCall('slug', { kwargs: { ['n'.repeat(bodyLength)]: 1 } }),
  'a text that backtracks': toCall('slug', { kwargs: { slug: `${'a'.repeat(60)}!` } }),
  'a long text for a pattern': toCall('slug', { kwargs: { slug: `${'a'.repeat(bodyLength)}!` } }),
  'a long list of unique names': toCall('unique', { kwargs: { names: fill((i) => `n${i}`) } }),
  'a union at every level': toCall('nested', { kwargs: { tree: toTree(8) } }),
  'a wide list in a union at every level': toCall('nested', { kwargs: { tree: { next: fill(() => 0) } } }),
  'unknown members of a body': toRequest(
    'POST',
    '/api/specimens/slug/data',
    Object.fromEntries(Array.from({ length: 15_000 }, (_, i) => [`m${i}`, i])),
  ),
  'a body that is no JSON': toRequest(
    'POST',
    '/api/specimens/slug/data',
    fill(() => []),
  ).replace(/\]$/, '}'),
  'a body of brackets': toText('['.repeat(bodyLength)),
  'a query of 8 kB': toRequest('GET', `/api/specimens/slug/data?params=${'%7B'.repeat(2700)}`),
}

/** Returns a row for each request. */
export async function measure() {
  return await withFolder(async (folder) => {
    await writeBundle(folder, { name: 'bench', source, functions })
    return await withHost(folder, {}, async (host) => {
      await send(host, toCall('slug', {}))
      const rows = []
      for (const [what, request] of Object.entries(requests)) rows.push(await measureOne(host, what, request))
      return rows
    })
  })
}

async function measureOne(host, what, request) {
  const tried = await repeat(tries, async () => {
    await host.ask('watchLoop')
    await setTimeout(settleMilliseconds)
    const giveUp = globalThis.setTimeout(() => process.kill(host.pid, 'SIGKILL'), patience)
    const { status, length } = await send(host, request)
    clearTimeout(giveUp)
    await setTimeout(settleMilliseconds)
    const { max } = await host.ask('readLoop')
    if (![200, 400, 422].includes(status)) throw new Error(`${what}: answered ${status}`)
    if (status !== 200 && length > 64 * 1024) throw new Error(`${what}: a refusal of ${length} bytes`)
    return { blocked: max - loopResolution, note: `answered ${status}, ${length} bytes` }
  })
  const shortest = tried.reduce((a, b) => (a.blocked < b.blocked ? a : b))
  return toBoundRow(`event loop blocked by ${what}`, Math.max(0, shortest.blocked), 50, 'ms', shortest.note)
}

/** Each on a connection of its own, because some refusals end theirs. */
async function send(host, request) {
  const connection = await openConnection(host.port)
  return await connection.send(request).finally(() => connection.close())
}

function toCall(name, call) {
  return toRequest('POST', '/api/processing/invoke', { function_name: name, ...call })
}

function toText(text) {
  const about = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`
  return `POST /api/specimens/slug/data HTTP/1.1\r\nhost: localhost\r\n${about}\r\n${text}`
}

/** Returns a list as long as a body allows. */
function fill(toItem) {
  const items = []
  for (let length = 0, i = 0; length < bodyLength - 200; i++) {
    items.push(toItem(i))
    length += JSON.stringify(items[i]).length + 1
  }
  return items
}

function listOf(items) {
  return { type: 'array', items, default: [] }
}

function branches(count) {
  return {
    anyOf: Array.from({ length: count }, (_, i) => ({
      type: 'object',
      properties: { kind: { const: i } },
      required: ['kind'],
    })),
  }
}

function toTree(depth) {
  return depth === 0 ? 'leaf' : { next: toTree(depth - 1) }
}
