/** `specimen doctor` on this machine, whatever walls it has, and where the kernel gives none. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import type { Finding } from '../../core/cli/doctor/finding.ts'
import { makeBundle } from '../support/make-bundle.ts'
import { temporaryFolders } from '../support/temporary-folders.ts'

const cli = new URL('../../dist/cli.js', import.meta.url).pathname

async function run(words: readonly string[]): Promise<{ code: number; stdout: string }> {
  const [file = '', ...args] = words
  return await promisify(execFile)(file, args).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }) => ({ code, stdout }),
  )
}

it('says of each wall what was found, and what to do where it does not stand', async () => {
  const { code, stdout } = await run([process.execPath, cli, 'doctor', '--port', '0', '--json'])
  const findings: Finding[] = JSON.parse(stdout)
  expect(code).toBe(0) // a wall that is missing is a warning, unless it is required
  expect(findings.map(({ name }) => name)).toEqual(expect.arrayContaining(['memory of a run', 'access']))
  for (const { state, found, remedy } of findings) {
    expect(found).toMatch(/[.)]$/)
    expect(remedy === '').toBe(state === 'ok')
  }
})

it('says what is switched off', async () => {
  const { code, stdout } = await run([process.execPath, cli, 'doctor', '--port', '0', '--sandbox', 'off'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^warn {2}own process table, network and files: switched off\.\n {6}Leave/m)
})

it('fails when threads share everything and walls are required', async () => {
  const args = ['doctor', '--isolation', 'thread', '--sandbox', 'require']
  const { code, stdout } = await run([process.execPath, cli, ...args])
  expect(code).toBe(1)
  expect(stdout).toMatch(/^fail {2}walls: .*\n {6}Use --isolation process/m)
})

it('fails for what a host with these settings would refuse, and tries a run', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'doctor-'))
  temporaryFolders.push(folder)
  await mkdir(join(folder, 'half'))
  const specimens = join(folder, 'half')
  const tokens = join(folder, 'tokens.txt')
  await writeFile(tokens, '{"id":1}\n', { mode: 0o600 })
  const args = ['--port', '0', '--plugins', folder, '--specimens', specimens, '--tokens', tokens, '--json']
  const { code, stdout } = await run([process.execPath, cli, 'doctor', ...args])
  expect(code).toBe(1)
  const findings: Finding[] = JSON.parse(stdout)
  expect(findings.filter(({ state }) => state === 'fail')).toEqual([
    expect.objectContaining({ name: 'access', found: expect.stringContaining(`${tokens}, line 1: id must`) }),
    expect.objectContaining({ name: 'refused', found: expect.stringMatching(/^half: manifest\.json/) }),
  ])
  expect(findings.at(-1)).toMatchObject({ name: 'trial run', state: 'ok' })
})

it('says what a bundle asks for and does not have', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'doctor-'))
  temporaryFolders.push(folder)
  const functions = [{ name: 'fetched', returns: 'volume' }] as const
  makeBundle(folder, { name: 'tracker', source: 'export const fetched = 1', functions, needs: ['fs', 'net'] })
  const examine = async (...more: string[]): Promise<string> => {
    const args = ['doctor', '--port', '0', '--plugins', folder, '--allow', ...more]
    return (await run([process.execPath, cli, ...args])).stdout
  }
  expect(await examine('tracker:net')).toMatch(
    /^warn {2}needs: tracker asks for fs, net.*\n.*tracker:fs,net\.$/m,
  )
  expect(await examine('tracker:net,fs')).not.toContain('needs:')
})

/** In a namespace whose user is nobody, the kernel gives no further ones. */
const bare = ['unshare', '--user']
const canBeBare = process.platform === 'linux' && spawnSync('unshare', ['--user', 'true']).status === 0

it.runIf(canBeBare)('names the reason of the machine, and fails if the wall is required', async () => {
  const { code, stdout } = await run([...bare, process.execPath, cli, 'doctor', '--sandbox', 'require'])
  expect(stdout).toMatch(/^fail {2}own process table, .*: none \(bubblewrap: .*; namespaces: /m)
  expect(stdout).toMatch(/[Ii]nstall bubblewrap/)
  expect(code).toBe(1)
  const started = await run([...bare, process.execPath, cli, 'serve', '--port', '0', '--sandbox', 'require'])
  expect(started.code).toBe(2)
})
