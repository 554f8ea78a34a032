/**
 * Every folder of `test/build/accepts` is a plugin that builds: `schema.json` is the schema it must give,
 * written by hand; `valid.json` and `invalid.json` are parameters that ajv must accept and refuse by it.
 * Optional: `call.json` (parameter order and reporter), `specimens.json`, `returns.json`. A new case is a new
 * folder; nothing else needs to be told.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildPlugins } from '../../build/build-plugins.ts'
import {
  type FunctionManifest,
  type Manifest,
  manifestName,
  parseManifest,
} from '../../core/contract/domain/manifest.ts'
import { mergeDefaults } from '../../core/contract/domain/schema.ts'

const root = fileURLToPath(new URL('./accepts/', import.meta.url))
const sdkFile = fileURLToPath(new URL('../../core/plugin.ts', import.meta.url))
const cases = readdirSync(root).sort()
const manifests = new Map<string, Manifest>()

/** One for all cases: the schema of schemas, which it compiles first, takes longer than they do. */
const ajv = new Ajv2020({
  strict: true,
  strictTuples: false,
  validateFormats: false,
  allErrors: true,
  multipleOfPrecision: 9,
})
ajv.removeKeyword('format') // which ajv has for texts and numbers alone, and the draft for every value
for (const keyword of [
  'closed',
  'data',
  'endings',
  'format',
  'on',
  'preview',
  'step',
  'time',
  'unit',
  'within',
])
  ajv.addKeyword(keyword) // which are not of the draft

beforeAll(async () => {
  const { bundles, diagnostics } = await buildPlugins({ source: root, sdkFile, onProgress: () => undefined })
  expect(diagnostics).toEqual([])
  for (const { plugin, files } of bundles) {
    manifests.set(
      plugin.name,
      parseManifest(JSON.parse(Buffer.from(files.get(manifestName) ?? []).toString())),
    )
  }
})

function readCase(name: string, file: string): unknown {
  const path = `${root}${name}/${file}.json`
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

function getFunction(name: string): FunctionManifest {
  const [declared, ...others] = manifests.get(name)?.functions ?? []
  if (!declared) throw new Error(`${name} gave no function`)
  expect(others).toEqual([])
  return declared
}

describe.each(cases)('accepts %s', (name) => {
  test('gives exactly the schema in the order of the author', () => {
    expect(JSON.stringify(getFunction(name).schema, null, 2)).toBe(
      JSON.stringify(readCase(name, 'schema'), null, 2),
    )
  })

  test('accepts and refuses the samples when ajv compiles the schema in strict mode', () => {
    const { schema } = getFunction(name)
    const validate = ajv.compile(schema)
    for (const sample of readCase(name, 'valid') as object[])
      expect(validate(sample), JSON.stringify(sample)).toBe(true)
    for (const sample of readCase(name, 'invalid') as object[])
      expect(validate(sample), JSON.stringify(sample)).toBe(false)
    if (!schema.required) expect(validate(mergeDefaults(schema, {})), 'its own defaults').toBe(true)
  })

  test('says how it is called and shown where the case tells', () => {
    const { parameters, progress, return_type: returns } = getFunction(name)
    const call = readCase(name, 'call')
    if (call) expect({ parameters, progress }).toEqual(call)
    const specimens = readCase(name, 'specimens')
    if (specimens) expect(manifests.get(name)?.specimens).toEqual(specimens)
    expect(returns).toBe(readCase(name, 'returns') ?? 'mesh')
  })
})

test('the cases are many enough to cover the card', () => {
  expect(cases.length).toBeGreaterThanOrEqual(200)
})
