/**
 * A function that destructures its parameter, from its source to an answer: callers know flat parameters
 * only, and the function gets its object.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHost, type Host } from 'specimen-host'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, createApi } from '../support/api.ts'
import { createFolder, run, runExplain, see } from './temporary-plugins.ts'

const source = `import type { Integer, Mesh, ProgressReporter } from 'specimen-host/plugin'

interface Options {
  /** How large. */
  size?: number
  closed?: boolean
  label: 'low' | 'high' | null
  sides?: Integer
}
/**
 * A ring.
 * @param radius - From the middle.
 * @param options - What else there is.
 * @param options.closed - Whether the ends meet.
 */
export function ring(
  radius: number,
  { size: thickness = 3, closed = true, label, sides }: Options,
  report: ProgressReporter,
): Mesh {
  report.report(\`\${thickness} \${closed} \${label} \${sides}\`)
  if (thickness < 0) throw new RangeError('a ring has a size')
  const sent = [radius, thickness, closed ? 1 : 0, label === null ? 0 : label.length, sides ?? -1, 0]
  return { vertices: new Float32Array(sent), indices: new Uint32Array() }
}
export function disc(radius = 2): Mesh {
  return { vertices: new Float32Array([radius, 0, 0]), indices: new Uint32Array() }
}
export default async ({ 'line-width': width = 0.5 } = {}): Promise<Mesh> => disc(width)
`
let folder: string
let host: Host
let api: Api

beforeAll(async () => {
  folder = createFolder({ 'plugins/thin-line.ts': source })
  expect(await run(join(folder, 'plugins'), '--out', join(folder, 'out'))).toMatchObject({
    code: 0,
    stderr: '',
  })
  host = await createHost({ plugins: join(folder, 'out'), specimens: 'nowhere', port: 0, logLevel: 'silent' })
  api = createApi(await host.listen())
})
afterAll(async () => await host.close())

async function invoke(name: string, call: { args?: unknown[]; kwargs?: object }): Promise<unknown> {
  const response = await api.post('/api/processing/invoke', { function_name: name, ...call })
  const body = (await response.json()) as { vertices?: number[] }
  return body.vertices ?? body
}

test('shows the members as parameters of their own', async () => {
  const { properties, required } = await api.json('/api/processing/functions/ring/schema')
  expect(properties).toEqual({
    radius: { type: 'number', description: 'From the middle.' },
    size: { type: 'number', description: 'How large.', default: 3 },
    closed: { type: 'boolean', description: 'Whether the ends meet.', default: true },
    label: { enum: ['low', 'high', null] },
    sides: { type: 'integer' },
  })
  expect(required).toEqual(['radius', 'label'])
})

test.each([
  [{ radius: 1, label: 'low' }, [1, 3, 1, 3, -1, 0]],
  [{ radius: 1, label: null }, [1, 3, 1, 0, -1, 0]],
  [{ radius: 1, size: 5, closed: false, label: 'high', sides: 6 }, [1, 5, 0, 4, 6, 0]],
])('calls the function with values and defaults when %j is sent', async (kwargs, vertices) => {
  expect(await invoke('ring', { kwargs })).toEqual(vertices)
  const { data } = await api.data('ring', kwargs, 'other')
  expect([...new Float32Array(data.buffer.slice(data.byteOffset, data.byteOffset + 24))]).toEqual(vertices)
})

test('takes positional arguments in the order of the parameters', async () => {
  expect(await invoke('ring', { args: [1, 2, false, null, 4] })).toEqual([1, 2, 0, 0, 4, 0])
})

test('refuses what the members do not take, and the name of the whole', async () => {
  expect(await invoke('ring', { kwargs: { radius: 1, label: 'low', size: null } })).toMatchObject({
    code: 'params.invalid',
  })
  expect(await invoke('ring', { kwargs: { radius: 1, options: { label: 'low' } } })).toMatchObject({
    code: 'params.invalid',
  })
})

test('reports progress, and fails as the author’s function does', async () => {
  const { job_id } = await api.start('ring', { radius: 1, label: 'low', size: -1 })
  const { status, messages, error } = await api.settle(job_id)
  expect(status).toBe('error')
  expect(messages.map(({ text }) => text)).toEqual(['-1 true low undefined'])
  expect(error).toContain('a ring has a size')
})

test('serves a default export under the name of its file, which is no identifier', async () => {
  expect(await invoke('thin-line', {})).toEqual([0.5, 0, 0])
  expect(await invoke('thin-line', { kwargs: { 'line-width': 4 } })).toEqual([4, 0, 0])
  expect(await invoke('disc', {})).toEqual([2, 0, 0])
})

test('explains each member in words', async () => {
  const { stdout, code } = await see((streams) => runExplain([join(folder, 'plugins')], streams))
  expect(code).toBe(0)
  expect(stdout).toContain('  size      a number; 3 when left out\n            How large.\n')
  expect(stdout).toContain('  label     "low" or "high" or null; required\n')
  expect(stdout).toContain('  report    the progress reporter, filled in by the host\n')
})

test('exports as it is what takes its parameters one by one', () => {
  const code = readFileSync(join(folder, 'out/thin-line/index.mjs'), 'utf8')
  expect(code).toMatch(/^export \{\n {2}disc,\n/m)
})
