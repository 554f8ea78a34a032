/** `specimen doctor` on this machine, whatever walls it has, and where the kernel gives none. */
import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import type { Finding } from '../../core/cli/finding.ts'

const cli = new URL('../../dist/cli.js', import.meta.url).pathname

async function run(words: readonly string[]): Promise<{ code: number; stdout: string }> {
  const [file = '', ...args] = words
  return await promisify(execFile)(file, args).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }) => ({ code, stdout }),
  )
}

it('says of each wall what was found, and what to do where it does not stand', async () => {
  const { code, stdout } = await run([process.execPath, cli, 'doctor', '--json'])
  const findings: Finding[] = JSON.parse(stdout)
  expect(code).toBe(0) // a wall that is missing is a warning, unless it is required
  expect(findings.map(({ name }) => name)).toEqual(expect.arrayContaining(['memory', 'number of processes']))
  for (const { state, found, remedy } of findings) {
    expect(found).toMatch(/[.)]$/)
    expect(remedy === '').toBe(state === 'ok')
  }
})

it('says what is switched off', async () => {
  const { code, stdout } = await run([process.execPath, cli, 'doctor', '--sandbox', 'off'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^warn {2}own process table, network and files: switched off\.\n {6}Leave/m)
})

it('fails when threads share everything and walls are required', async () => {
  const args = ['doctor', '--isolation', 'thread', '--sandbox', 'require']
  const { code, stdout } = await run([process.execPath, cli, ...args])
  expect(code).toBe(1)
  expect(stdout).toMatch(/^fail {2}walls: .*\n {6}Use --isolation process/)
})

/** In a namespace whose user is nobody, the kernel gives no further ones. */
const bare = ['unshare', '--user']
const canBeBare = process.platform === 'linux' && spawnSync('unshare', ['--user', 'true']).status === 0

it.runIf(canBeBare)('names the reason of the machine, and fails if the wall is required', async () => {
  const { code, stdout } = await run([...bare, process.execPath, cli, 'doctor', '--sandbox', 'require'])
  expect(stdout).toMatch(/^fail {2}own process table, .*: none \(bubblewrap: .*; namespaces: /m)
  expect(stdout).toContain('Install bubblewrap')
  expect(code).toBe(1)
  const started = await run([...bare, process.execPath, cli, 'serve', '--port', '0', '--sandbox', 'require'])
  expect(started.code).toBe(2)
})
