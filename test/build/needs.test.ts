/** `@needs`: what a bundle asks of an operator, from the comment to the manifest and to those who read reports. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ball, createFolder, run, runCheck, runExplain, see } from './temporary-plugins.ts'

const asking = (name: string, needs: string) =>
  ball(name).replace(
    'export',
    `/**\n * Text.\n * @param radius - In metres.\n * @needs ${needs}\n * @notSpecimen\n */\nexport`,
  )
const second = `/**\n * Text.\n * @needs fs\n * @needs net\n */
export function reads(): Mesh { return { vertices: new Float32Array(), indices: new Uint32Array() } }`

test('a manifest has the needs of all functions of its bundle, sorted and each once', async () => {
  const folder = createFolder({ 'plugins/one.ts': `${asking('one', 'net , child')}\n${second}` })
  const out = join(folder, 'out')
  const { code, stdout } = await run(join(folder, 'plugins'), '--out', out)
  expect([code, stdout]).toEqual([0, expect.stringMatching(/built one: .*, needs child, fs, net\n/)])
  const manifest = JSON.parse(readFileSync(join(out, 'one', 'manifest.json'), 'utf8'))
  expect(Object.entries(manifest).slice(1, 3)).toEqual([
    ['name', 'one'],
    ['needs', ['child', 'fs', 'net']],
  ])
})

test('a bundle that asks for nothing has no such member', async () => {
  const folder = createFolder({ 'plugins/one.ts': ball('one') })
  const out = join(folder, 'out')
  const { stdout } = await run(join(folder, 'plugins'), '--out', out)
  expect(stdout).not.toContain('needs')
  expect(readFileSync(join(out, 'one', 'manifest.json'), 'utf8')).not.toContain('needs')
})

test('a build that changes nothing, a check and an explanation tell what is asked', async () => {
  const folder = createFolder({ 'plugins/one.ts': asking('one', 'net'), 'plugins/other.ts': ball('other') })
  const [plugins, out] = [join(folder, 'plugins'), join(folder, 'out')]
  await run(plugins, '--out', out)
  expect((await run(plugins, '--out', out)).stdout).toMatch(/same {2}one: .*, needs net\n/)
  const { stdout } = await run(plugins, '--out', out, '--format', 'json')
  expect(JSON.parse(stdout).plugins).toMatchObject([{ needs: ['net'] }, { needs: [] }])
  const checked = await see((streams) => runCheck([plugins, '--format', 'json', '--out', out], streams))
  expect([checked.code, checked.stdout]).toEqual([0, expect.stringContaining('"needs": [\n        "net"')])
  const explained = await see((streams) => runExplain([join(plugins, 'one.ts')], streams))
  expect(explained.stdout).toContain('  needs net, which an operator allows its bundle\n')
})

test('a need that has been added is a change of the bundle', async () => {
  const folder = createFolder({ 'plugins/one.ts': asking('one', 'net') })
  const [plugins, out] = [join(folder, 'plugins'), join(folder, 'out')]
  await run(plugins, '--out', out)
  const other = createFolder({ 'one.ts': asking('one', 'net, fs') })
  const { code, stderr } = await see((streams) => runCheck([other, '--out', out], streams))
  expect([code, stderr]).toEqual([1, expect.stringContaining('manifest.json')])
})
