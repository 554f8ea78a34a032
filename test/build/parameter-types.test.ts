/** The interface's table of parameter types, row by row, from one function that has them all. */
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { buildPlugins } from '../../build/build-plugins.ts'
import { type FunctionManifest, manifestName, parseManifest } from '../../core/contract/domain/manifest.ts'
import { createFolder, sdkFile } from './temporary-plugins.ts'

const source = `import type { Integer, Mesh, ProgressReporter } from 'specimen-host/plugin'

export async function card(
  size: number = -1.5,
  progress: ProgressReporter,
  count: Integer = 3,
  name: string = 'a',
  smooth: boolean = true,
  mode: 'low' | 'high' = 'high',
  needed: number,
): Promise<Mesh> {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
`
let card: FunctionManifest

beforeAll(async () => {
  const folder = createFolder({ 'card.ts': source })
  const { bundles } = await buildPlugins({
    source: join(folder, 'card.ts'),
    sdkFile,
    onProgress: () => undefined,
  })
  const text = Buffer.from(bundles[0]?.files.get(manifestName) ?? []).toString()
  const [only] = parseManifest(JSON.parse(text)).functions
  if (!only) throw new Error('the plugin gave no function')
  card = only
})

test('[schema.object] gives $schema, title, type and properties when a signature is read, and defaults where it has them', () => {
  const { properties, ...rest } = card.schema
  expect(rest).toEqual({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'card',
    type: 'object',
    required: ['needed'],
    additionalProperties: false,
  })
  expect(Object.keys(properties)).toEqual(['size', 'count', 'name', 'smooth', 'mode', 'needed'])
  expect(properties.needed).toEqual({ type: 'number' })
})

test('[schema.number] gives type number when a parameter is a number', () => {
  expect(card.schema.properties.size).toEqual({ type: 'number', default: -1.5 })
})

test('[schema.integer] gives type integer when a parameter is an Integer', () => {
  expect(card.schema.properties.count).toEqual({ type: 'integer', default: 3 })
})

test('[schema.string] gives type string when a parameter is a string', () => {
  expect(card.schema.properties.name).toEqual({ type: 'string', default: 'a' })
})

test('[schema.boolean] gives type boolean when a parameter is a boolean', () => {
  expect(card.schema.properties.smooth).toEqual({ type: 'boolean', default: true })
})

test('[schema.enum] gives the values alone when a parameter is a union of string literals', () => {
  expect(card.schema.properties.mode).toEqual({ enum: ['low', 'high'], default: 'high' })
})

test('[schema.progress] leaves the reporter out of the schema and names its place in the call', () => {
  expect(card.schema.properties).not.toHaveProperty('progress')
  expect(card.progress).toBe('progress')
  expect(card.parameters).toEqual(['size', 'progress', 'count', 'name', 'smooth', 'mode', 'needed'])
})
