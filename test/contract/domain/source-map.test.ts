/** Reading source maps, against Node's own reader of them, and with maps that are none. */
import { SourceMap as NodeSourceMap } from 'node:module'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { findSources, isMapOf, parseMap, toMapText } from '../../../core/contract/domain/source-map.ts'

async function createMap(): Promise<{ code: string; map: string }> {
  const result = await build({
    entryPoints: [new URL('../../../plugins/mandelbulb/index.ts', import.meta.url).pathname],
    outfile: 'out.mjs',
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
    sourcemap: 'external',
    sourcesContent: false,
    external: ['specimen-host/plugin'],
  })
  const [map, code] = ['.map', '.mjs'].map(
    (end) => result.outputFiles.find(({ path }) => path.endsWith(end))?.text ?? '',
  )
  return { code: code ?? '', map: map ?? '' }
}

test('finds for every place of a module what Node finds', async () => {
  const { code, map } = await createMap()
  const oracle = new NodeSourceMap(JSON.parse(map))
  const places = code.split('\n').flatMap((text, i) => {
    return Array.from({ length: Math.ceil(text.length / 3) }, (_, k) => ({ line: i + 1, column: 3 * k + 1 }))
  })
  expect(places.length).toBeGreaterThan(500)
  const wanted = places.map(({ line, column }) => {
    const entry = oracle.findEntry(line - 1, column - 1)
    const isOfLine = 'originalSource' in entry && entry.generatedLine === line - 1
    return isOfLine ? `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}` : null
  })
  expect(findSources(parseMap(map), places)).toEqual(wanted)
})

test.each([
  ['nothing', ''],
  ['letters that are none', '!!!§,,,;;;\u{1f600}'],
  ['numbers without an end', 'zzzzzzzz'],
  ['a source that is not there', 'AAzzzA'],
  ['too many numbers', 'AAAAAAAAAAAA'],
])('finds nothing, or something, and fails never when the mappings are %s', (_what, mappings) => {
  expect(() => findSources({ sources: ['a.ts'], mappings }, [{ line: 1, column: 1 }])).not.toThrow()
  expect(findSources({ sources: ['a.ts'], mappings }, [{ line: 7, column: 1 }])).toEqual([null])
})

test.each(['', '{', '[]', '{"version":3}', '{"sources":"a","mappings":""}'])(
  'refuses %j as a map',
  (text) => {
    expect(() => parseMap(text)).toThrow()
  },
)

test('says to which module a map belongs, and is a map that others read', () => {
  const hash = 'a'.repeat(64)
  const text = toMapText({ sources: ['wave/index.ts'], mappings: 'AAAA' }, hash)
  expect(JSON.parse(text)).toMatchObject({
    version: 3,
    sources: ['wave/index.ts'],
    names: [],
    mappings: 'AAAA',
  })
  expect(isMapOf(Buffer.from(text), hash)).toBe(true)
  expect(isMapOf(Buffer.from(text), 'b'.repeat(64))).toBe(false)
  expect(isMapOf(Buffer.from(text.slice(0, 40)), hash)).toBe(false)
})
