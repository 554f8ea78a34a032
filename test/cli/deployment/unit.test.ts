/** The unit of systemd: systemd's own opinion of it, and what the host asks of it. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolders } from '../../support/temporary-folders.ts'
import { readCommand, readDeployment, readUnit, toEnvironment } from './deployment-files.ts'

const name = 'specimen-host.service'
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
if (!hasSystemd) console.warn(`!! ${name} is not given to systemd-analyze, which is not installed.`)

/** From an empty outbox to the end of the process, beside what the options say. */
const closingSeconds = 3

function analyze(...args: readonly string[]): { status: number | null; said: string } {
  const folder = mkdtempSync(join(tmpdir(), 'specimen-unit-'))
  temporaryFolders.push(folder)
  const path = join(folder, name)
  // The package is not installed here.
  writeFileSync(path, readDeployment(name).replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))
  const { status, stdout, stderr } = spawnSync('systemd-analyze', [...args, path], { encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

describe.runIf(hasSystemd)('systemd', () => {
  it('understands every line', () => {
    expect(analyze('verify', '--man=no', '--recursive-errors=no')).toEqual({ status: 0, said: '' })
  })

  it('finds the service well enclosed: at most 3 of 10 is open', () => {
    const { status, said } = analyze('security', '--offline=true', '--threshold=30')
    expect(status, said).toBe(0)
  })
})

describe('the unit', () => {
  const [start = ''] = readUnit('ExecStart')
  const [program = '', ...words] = start.split(' ')
  const environment = toEnvironment(readUnit('Environment').flatMap((line) => line.split(' ')))
  const config = readCommand(words, environment)

  it('starts the installed command with options that it takes', () => {
    expect(program).toMatch(/\/node_modules\/[.]bin\/specimen$/)
    expect(config).toMatchObject({ watch: true, sandbox: 'require', host: '127.0.0.1' })
  })

  it('hands the key of tickets over as a credential', () => {
    const [credential = ''] = readUnit('LoadCredential')
    expect(config?.ticketKey).toBe(`%d/${credential.split(':')[0]}`)
  })

  it('gives a host that stops its time, and its plugins to it', () => {
    const { drainDelay = 0, drainTimeout = 0 } = config ?? {}
    expect(Number(readUnit('TimeoutStopSec')[0])).toBeGreaterThan(drainDelay + drainTimeout + closingSeconds)
    expect(readUnit('KillMode')).toEqual(['mixed'])
    expect(readUnit('OOMPolicy')).toEqual(['continue'])
  })

  it('leaves what the inner walls are made of: namespaces, mounts, a whole /proc', () => {
    const spaces = (readUnit('RestrictNamespaces')[0] ?? '').split(' ')
    expect(spaces).toEqual(expect.arrayContaining(['user', 'mnt', 'pid', 'net', 'ipc', 'uts']))
    expect((readUnit('SystemCallFilter')[0] ?? '').split(' ')).toContain('@mount')
    const covering = ['ProtectHostname', 'ProtectKernelTunables', 'ProtectKernelLogs', 'ProcSubset']
    expect([...covering, 'MemoryDenyWriteExecute'].flatMap(readUnit)).toEqual([])
  })
})
