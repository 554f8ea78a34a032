/** `specimen token`, as an operator meets it: what it prints, what it writes, and what it refuses. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '../../core/cli/run-command.ts'
import { openAccess } from '../../core/service/access/access.ts'

const now = Date.UTC(2027, 0, 1)
const log = { debug() {}, info() {}, warn() {}, error() {} }
let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'specimen-token-'))
  file = join(folder, 'tokens.txt')
})
afterEach(() => rmSync(folder, { recursive: true }))

async function run(...args: string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  const streams = {
    stdout: { write: (text: string) => out.push(text) },
    stderr: { write: (text: string) => err.push(text) },
  }
  const code = await runCommand(['token', ...args], { streams, environment: {}, now: () => now })
  return { code, stdout: out.join(''), stderr: err.join('') }
}

async function ask(settings: object, token: string) {
  const place = { host: '127.0.0.1', allowAnonymous: false }
  const access = await openAccess({ ...place, ...settings }, { log, now: () => now })
  access.close()
  return await access.authenticate(`Bearer ${token.trim()}`)
}

describe('specimen token', () => {
  it('appends a line to a file of its own and prints the token once; the host takes it', async () => {
    const first = await run('--name', 'ada', '--file', file)
    expect([first.code, first.stderr]).toEqual([0, `This token is shown once. Its line is in ${file}.\n`])
    expect(first.stdout).toMatch(/^spc_[0-9a-f]{16}_[\w-]{43}\n$/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    writeFileSync(file, readFileSync(file, 'utf8').trimEnd()) // as an editor may leave it
    const scope = ['--scope', 'read', '--rooms', 'lab, hall 2', '--specimens', 'rock', '--expires', '30d']
    const second = await run('--name', 'class', ...scope, '--file', file)
    expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(2)
    expect(readFileSync(file, 'utf8')).not.toContain(first.stdout.trim().slice(-43))
    expect(await ask({ tokens: file }, first.stdout)).toMatchObject({
      name: 'token:ada',
      scopes: new Set(['read', 'invoke']),
      rooms: null,
    })
    expect(await ask({ tokens: file }, second.stdout)).toMatchObject({
      name: 'token:class',
      scopes: new Set(['read']),
      rooms: new Set(['lab', 'hall 2']),
      specimens: new Set(['rock']),
      endsAt: now + 30 * 86_400_000,
    })
  })

  it('prints the line below the token when no file is named', async () => {
    const { stdout } = await run('--name', 'ada', '--scope', 'admin')
    const [token = '', line = ''] = stdout.split('\n')
    writeFileSync(file, line)
    expect(await ask({ tokens: file }, token)).toMatchObject({ scopes: new Set(['admin']) })
  })

  it('makes a ticket that a host with the same key takes', async () => {
    const key = join(folder, 'ticket.key')
    writeFileSync(key, 'k'.repeat(32))
    const args = ['--ticket', '--rooms', 'lab', '--scope', 'read', '--expires', '2h', '--ticket-key', key]
    const { code, stdout, stderr } = await run(...args)
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^It is good until 2027-01-01T02:00:00.000Z\./)])
    expect(await ask({ token: 'x', ticketKey: key }, stdout)).toMatchObject({
      rooms: new Set(['lab']),
      scopes: new Set(['read']),
      endsAt: now + 7_200_000,
    })
  })

  it.each([
    ['--name is missing', []],
    ['name must be', ['--name', 'a b']],
    ['got "write"', ['--name', 'a', '--scope', 'read,write']],
    ['names with commas', ['--name', 'a', '--rooms', 'a,,b']],
    ['whole host', ['--name', 'a', '--scope', 'admin', '--rooms', 'a']],
    ['--expires must be', ['--name', 'a', '--expires', 'soon']],
    ['that is to come', ['--name', 'a', '--expires', '2026-12-31T23:59:59Z']],
    ['add --ticket', ['--name', 'a', '--ticket-key', 'x']],
    ['has no name', ['--ticket', '--name', 'a']],
    ['--ticket-key is missing', ['--ticket', '--rooms', 'a']],
    ['one room', ['--ticket', '--ticket-key', 'x']],
    ['one room', ['--ticket', '--ticket-key', 'x', '--rooms', 'a,b']],
    ['the room must have 1 to 128', ['--ticket', '--ticket-key', 'x', '--rooms', 'x'.repeat(129)]],
    ['each of rooms must have 1 to 128', ['--name', 'a', '--rooms', 'x'.repeat(129)]],
    ['admin needs a token', ['--ticket', '--ticket-key', 'x', '--rooms', 'a', '--scope', 'admin']],
    ['24 hours at most', ['--ticket', '--ticket-key', 'x', '--rooms', 'a', '--expires', '2d']],
    ['ENOENT', ['--ticket', '--ticket-key', 'no-such-file', '--rooms', 'a']],
    ['takes options only', ['ada']],
  ])('says %j about %j, and prints no token', async (problem, args) => {
    const { code, stdout, stderr } = await run(...args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(problem)
  })

  it('adds nothing to a file that a host would not take', async () => {
    writeFileSync(file, 'lab read')
    const { code, stdout, stderr } = await run('--name', 'a', '--file', file)
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('line 1')])
    expect(readFileSync(file, 'utf8')).toBe('lab read')
  })

  it('teaches by --help', async () => {
    const { stdout } = await run('--help')
    for (const word of ['read  ', 'invoke', 'admin', '--expires', '--ticket-key', 'tokens.txt'])
      expect(stdout).toContain(word)
  })
})
