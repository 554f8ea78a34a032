/**
 * Catalogs that a hostile worker announces: too many entries, names that would stand for somebody else's,
 * schemas that no validator should see. Each wrong entry is refused by name, with the reason to the worker;
 * the others are served.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectProblem } from '../../support/api.ts'
import type { Frame } from '../scripted-peer.ts'
import type { Announcement, ScriptedWorker } from '../scripted-worker.ts'
import { createRelayHarness, type RelayHarness } from './hostile-harness.ts'

let relay: RelayHarness
let evil: ScriptedWorker
beforeAll(async () => {
  relay = await createRelayHarness()
})
afterAll(async () => {
  await relay.close()
})
beforeEach(async () => {
  evil = await relay.connect('evil')
})
afterEach(async () => {
  evil.terminate()
  await relay.expectSound()
  await expect.poll(() => relay.listIds('evil:')).toEqual([])
})

/** Joins with these entries, and resolves with what the relay refuses of them. */
async function announce(announcement: Announcement): Promise<Frame[]> {
  await evil.join(announcement)
  return (await evil.next('refused')).entries
}

const listNames = async (): Promise<string[]> =>
  (await relay.api.json('/api/processing/functions')).map(({ name }: { name: string }) => name)

describe('names of a hostile worker', () => {
  const wrong = [
    'other:thing',
    'good:shape',
    'evil:shape',
    'reload',
    '..',
    '.',
    '',
    'a/b',
    'a b',
    '%2e%2e',
    'ä',
    'a\n',
    'x'.repeat(129),
  ]
  it.each(wrong)('are refused with the reason when a specimen is called %j', async (id) => {
    const refused = await announce({ functions: ['shape'], specimens: ['shape', id] })
    expect(refused).toEqual([
      { kind: 'specimen', id: id.slice(0, 200), detail: expect.stringMatching(/A-Z/) },
    ])
    expect(await relay.listIds('evil:')).toEqual(['evil:shape'])
    for (const entry of ['good:shape', 'local']) expect(await relay.listIds(entry)).toEqual([entry])
    expect((await relay.api.json('/api/specimens/good:shape')).worker_id).toBe('good')
  })
  it.each(wrong)('are refused with the reason when a function is called %j', async (name) => {
    const refused = await announce({ functions: ['shape', name] })
    expect(refused).toEqual([
      { kind: 'function', id: name.slice(0, 200), detail: expect.stringMatching(/A-Z/) },
    ])
    expect((await listNames()).filter((found) => found.startsWith('evil:'))).toEqual(['evil:shape'])
  })
  it.each([null, 7, true, ['a'], {}])('are refused when the name is %j', async (name) => {
    const refused = await announce({ functions: ['shape', { name }], specimens: [{ id: name }] })
    expect(refused.map(({ kind }) => kind).sort()).toEqual(['function', 'specimen'])
  })
  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'service'])(
    'are ordinary ones when it is %s',
    async (name) => {
      await evil.join({ functions: [name], specimens: [name] })
      expect(await relay.listIds('evil:')).toEqual([`evil:${name}`])
      void evil.serve()
      expect((await relay.invoke(`evil:${name}`)).status).toBe(200)
    },
  )
  it('are refused the second time when they are announced twice', async () => {
    const refused = await announce({ functions: ['shape', 'shape'], specimens: ['shape', 'rock', 'rock'] })
    expect(refused.map(({ kind, id }) => `${kind} ${id}`).sort()).toEqual(['function shape', 'specimen rock'])
    expect(await relay.listIds('evil:')).toEqual(['evil:rock', 'evil:shape'])
  })
  it('stand for nothing of the host when they are names of its own specimens', async () => {
    await evil.join({ functions: ['local'], specimens: ['local'] })
    expect(await relay.api.json('/api/specimens/local')).toMatchObject({
      worker_id: null,
      function_name: 'local',
    })
    expect(await relay.api.json('/api/specimens/evil:local')).toMatchObject({
      worker_id: 'evil',
      function_name: 'evil:local',
    })
    await relay.invoke('local')
    evil.send({ type: 'ping', n: 1 })
    expect(await evil.next()).toEqual({ type: 'pong', n: 1 }) // and nothing was asked of it
  })
  it('take nothing away from others when it removes theirs', async () => {
    await evil.join({
      functions: ['shape'],
      removed_specimens: ['good:shape', 'local', '../good'],
      removed_functions: ['good:shape'],
    })
    expect(await relay.listIds('')).toEqual(['good:rock', 'good:shape', 'local'])
  })
})

describe('entries of a hostile worker', () => {
  const toText = (schema: unknown) => JSON.stringify(schema)
  const deep = (levels: number): object =>
    levels === 0 ? { type: 'number' } : { type: 'object', properties: { a: deep(levels - 1) } }
  const schemas: readonly (readonly [string, unknown])[] = [
    ['is no text', { type: 'object', properties: {} }],
    ['is no JSON', '{"type":'],
    ['is null', 'null'],
    ['is an array', '[]'],
    ['is true', 'true'],
    ['is of numbers', toText({ type: 'number' })],
    ['has an unknown type', toText({ type: 'object', properties: { a: { type: 'nonsense' } } })],
    [
      'has a minimum that is none',
      toText({ type: 'object', properties: { a: { type: 'number', minimum: 'x' } } }),
    ],
    [
      'refers to another host',
      toText({ type: 'object', properties: { a: { $ref: 'http://127.0.0.1:1/schema.json' } } }),
    ],
    ['refers to a file', toText({ type: 'object', properties: { a: { $ref: 'file:///etc/passwd' } } })],
    [
      'has a pattern that is none',
      toText({ type: 'object', properties: { a: { type: 'string', pattern: '(' } } }),
    ],
    ['nests 40 levels', toText(deep(40))],
    [
      'nests 100,000 levels',
      `{"type":"object","properties":${'{"a":'.repeat(100_000)}{}${'}'.repeat(100_000)}}`,
    ],
    ['has a prototype', '{"type":"object","properties":{"__proto__":{"type":"number"}}}'],
  ]
  it.each(schemas)(
    'are refused with the reason when a schema %s, and the others served',
    async (_, schema) => {
      const refused = await announce({
        functions: ['shape', { name: 'bad', parameters: ['a'], schema }],
        specimens: ['shape', 'bad'],
      })
      // The specimen goes with its function.
      expect(refused.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['function bad', 'specimen bad'])
      for (const { detail } of refused) expect(detail).toMatch(/\S/)
      expect(await relay.listIds('evil:')).toEqual(['evil:shape'])
      void evil.serve()
      expect((await relay.invoke('evil:shape')).status).toBe(200)
    },
  )
  it('cannot slow the relay down when a pattern is one that others backtrack on', async () => {
    const schema = toText({
      type: 'object',
      properties: { a: { type: 'string', pattern: '^(a+)+$', default: 'a' } },
    })
    await evil.join({ functions: [{ name: 'slow', parameters: ['a'], schema }] })
    const kwargs = { a: `${'a'.repeat(100_000)}!` }
    await expectProblem(
      await relay.api.post('/api/processing/invoke', { function_name: 'evil:slow', kwargs }),
      422,
      'params.invalid',
    )
  })
  it.each([
    ['return_type', { return_type: 'executable' }],
    ['parameters', { parameters: ['a'] }],
    ['description', { description: 7 }],
    ['revision', { revision: null }],
    ['progress', { progress: 'p' }],
  ])('are refused when %s of a function is not as it must be', async (_, members) => {
    const refused = await announce({ functions: ['shape', { name: 'bad', ...members }] })
    expect(refused.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['function bad'])
  })
  it.each([
    ['function_name', { function_name: 'nobody', is_dynamic: true }],
    ['function_name', { function_name: 'good:shape', is_dynamic: true }],
    ['type', { type: 'executable' }],
    ['tags', { tags: [7] }],
    ['story_text', { story_text: 'x' }],
    ['display_name', { display_name: null }],
    ['data_file', { data_file: null }],
  ])('are refused when %s of a specimen is not as it must be', async (_, members) => {
    const refused = await announce({ functions: ['shape'], specimens: ['shape', { id: 'bad', ...members }] })
    expect(refused.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['specimen bad'])
    expect(await relay.listIds('evil:')).toEqual(['evil:shape'])
  })
  it('never become a path, a header or a link when their file name is one', async () => {
    const names = ['../../etc/passwd', 'a"; filename="b', 'a\r\nset-cookie: x', 'http://127.0.0.1:1/x']
    await evil.join({ specimens: names.map((data_file, i) => ({ id: `s${i}`, data_file })) })
    for (const id of await relay.listIds('evil:')) {
      const response = relay.api.get(`/api/specimens/${id}/data`)
      const fetch = await evil.next('fetch')
      evil.send({ type: 'opened', id: fetch.id, status: 200, headers: {}, bytes: 1 })
      evil.sendStream(fetch.id, Buffer.of(65))
      const { status, headers } = await response
      expect(status).toBe(200)
      expect(headers.get('set-cookie')).toBeNull()
      expect(headers.get('content-disposition')).toMatch(
        /^attachment; filename="[^"/\\]+"(; filename\*=UTF-8''[\w.%!#$&+^`|~-]+)?$/,
      )
    }
  })
  it('are served up to a limit and the rest refused when there are 10,000', async () => {
    evil.hello()
    for (let part = 0; part < 10; part++) {
      const functions = Array.from({ length: 1000 }, (_, i) => `f${part * 1000 + i}`)
      evil.announce({ functions, reset: part === 0, more: part < 9 })
    }
    await evil.next('welcome')
    const { entries } = await evil.next('refused')
    expect(entries[0]).toMatchObject({ kind: 'function', detail: expect.stringMatching(/\d/) })
    const served = (await listNames()).filter((name) => name.startsWith('evil:'))
    expect(served.length).toBeGreaterThan(0)
    expect(served.length).toBeLessThan(10_000)
    expect(served).toContain('evil:f0')
  })
  it('end the link as overload when a catalog goes on without end', async () => {
    await evil.join({}) // from here on nothing but the catalog can end the link, however slow the machine is
    const description = 'x'.repeat(1_000_000)
    // Each frame replaces the last; what counts is what the relay would have to keep until the change is
    // whole.
    for (let i = 0; i < 70; i++) evil.announce({ functions: [{ name: 'f', description }], more: true })
    expect(await evil.next('closing')).toMatchObject({
      code: 'overload',
      detail: expect.stringMatching(/\S/),
    })
    await evil.closed
  })
  it('are all gone when it announces nothing', async () => {
    await evil.join({ functions: ['shape'], specimens: ['shape', 'rock'] })
    evil.announce({})
    await expect.poll(() => relay.listIds('evil:')).toEqual([])
    await expectProblem(await relay.invoke('evil:shape'), 404, 'function.unknown')
  })
  it('of a change count only when all of it has come', async () => {
    await evil.join({ functions: ['shape'], specimens: ['shape'] })
    evil.announce({ reset: true, more: true })
    evil.send({ type: 'ping', n: 1 })
    await evil.next('pong')
    expect(await relay.listIds('evil:')).toEqual(['evil:shape'])
  })
})
