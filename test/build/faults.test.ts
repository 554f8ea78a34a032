/**
 * A plugin at which a step of the build fails is refused by name, and the others are built all the same. Steps
 * fail here for the plugin `broken` alone.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ball, createFolder, run, runCheck, runExplain, see } from './temporary-plugins.ts'

let failing = ''

vi.mock(import('../../build/check/check-signature.ts'), async (load) => {
  const real = await load()
  return { ...real, checkSignature: (given) => fail('check', given.name) ?? real.checkSignature(given) }
})
vi.mock(import('../../build/derive/derive-schema.ts'), async (load) => {
  const real = await load()
  return { ...real, deriveSchema: (given) => fail('derive', given.name) ?? real.deriveSchema(given) }
})
vi.mock(import('../../build/read/read-parameter.ts'), async (load) => {
  const real = await load()
  return {
    ...real,
    readParameter: (...given) => fail('read', given[1].node.getText()) ?? real.readParameter(...given),
  }
})
vi.mock(import('../../build/bundle/write-entry.ts'), async (load) => {
  const real = await load()
  return { ...real, toEntry: (path, list) => fail('bundle', path) ?? real.toEntry(path, list) }
})
vi.mock(import('../../core/engine/files/replace.ts'), async (load) => {
  const real = await load()
  return {
    ...real,
    replaceEntries: (folder, entries, shown = folder) => {
      const isFailing = failing === 'write' && shown.endsWith('broken')
      // What no file system takes, so that the real function fails.
      const broken = new Map([['broken', new Map([['x'.repeat(300), '']])]])
      real.replaceEntries(folder, isFailing ? broken : entries, shown)
    },
  }
})

/** Throws in the step that is failing, for what belongs to the one plugin. */
function fail(step: string, text: string): null {
  if (step === failing && /broken/.test(text)) throw new TypeError(`no ${step}`)
  return null
}

const plugins = {
  'plugins/able.ts': ball('able'),
  'plugins/broken.ts': ball('broken').replaceAll('radius', 'brokenRadius'),
  'plugins/whole.ts': ball('whole'),
}

test.each(['read', 'bundle', 'check', 'derive'])(
  'names the plugin and builds the others when a step fails at it: %s',
  async (step) => {
    const folder = createFolder(plugins)
    const out = join(folder, 'out')
    failing = step
    const { code, stderr, stdout } = await run(join(folder, 'plugins'), '--out', out)
    const explained = await see((streams) => runExplain([join(folder, 'plugins')], streams))
    failing = ''
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /broken\.ts:1:1 error build\.fault\n {2}Building broken ended in an error \(at fail /,
    )
    expect(stderr).toContain(`no ${step}`)
    expect(stderr).toContain('This is a fault of specimen, please report it.')
    expect(stderr).not.toContain(process.cwd())
    expect(stdout).toContain('refused broken')
    expect([existsSync(join(out, 'able')), existsSync(join(out, 'whole'))]).toEqual([true, true])
    expect(existsSync(join(out, 'broken'))).toBe(false)
    if (step !== 'bundle')
      expect(explained).toMatchObject({ code: 1, stderr: expect.stringMatching(`no ${step}`) })
    expect((await run(join(folder, 'plugins'), '--out', out)).code).toBe(0)
  },
)

test('writes the other bundles when one cannot be written', async () => {
  const folder = createFolder(plugins)
  const out = join(folder, 'out')
  vi.spyOn(process, 'cwd').mockReturnValue(folder)
  failing = 'write'
  const { code, stderr, stdout } = await run(join(folder, 'plugins'), '--out', out)
  vi.restoreAllMocks()
  failing = ''
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /^plugins\/broken\.ts:1:1 error build\.failed\n {2}Building broken failed: out\/broken is as it was, because it /,
  )
  expect(stderr).toContain('Mend what the system refused, and build again.')
  expect(stdout).toMatch(/built able[\s\S]*built whole[\s\S]*refused broken/)
  expect((await run(join(folder, 'plugins'), '--out', out)).stdout).toContain('built broken')
})

test('names the plugin when two different files would have one name in its bundle', async () => {
  const glue = (name: string) => ({
    [`node_modules/${name}/index.js`]: "module.exports = require('fs').existsSync(__dirname + '/glue.wasm')",
    [`node_modules/${name}/glue.wasm`]: name,
  })
  const folder = createFolder({
    'plugins/part.ts': `import a from 'one'\nimport b from 'two'\n${ball('part').replace('radius = 1', 'radius = 1, c = a && b ? 1 : 2')}`,
    ...plugins,
    ...glue('one'),
    ...glue('two'),
  })
  const { code, stderr, stdout } = await run(join(folder, 'plugins'), '--out', join(folder, 'out'))
  expect(code).toBe(1)
  expect(stderr).toContain('part.ts')
  expect(stdout).toContain('built able')
})

test('says where a check cannot read what is on disk', async () => {
  const folder = createFolder(plugins)
  const out = join(folder, 'out')
  await run(join(folder, 'plugins'), '--out', out)
  writeFileSync(join(out, 'able/manifest.json'), 'x')
  const { code, stderr } = await see((streams) => runCheck([join(folder, 'plugins'), '--out', out], streams))
  expect(code).toBe(1)
  expect(stderr).toContain('able')
})
