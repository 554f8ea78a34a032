import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkAccess } from '../../../core/cli/doctor/access-checks.ts'
import { toConfig } from '../../../core/options/config.ts'
import { createToken } from '../../../core/service/access/token.ts'
import { writeLine } from '../../../core/service/access/token-file.ts'
import { temporaryFolders } from '../../support/temporary-folders.ts'

const now = Date.UTC(2026, 5, 1)
const around = { log: { debug() {}, info() {}, warn() {}, error() {} }, now: () => now }
const check = async (given: Parameters<typeof toConfig>[0]) => await checkAccess(toConfig(given), around)

/** Writes a file of tokens that end at some times, and returns its path. */
async function writeTokens(...ends: readonly number[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'doctor-access-'))
  temporaryFolders.push(folder)
  const path = join(folder, 'tokens.txt')
  const grant = { scopes: ['read'], rooms: null, specimens: null } as const
  const lines = ends.map((endsAt, i) =>
    writeLine({ ...createToken(randomBytes), ...grant, name: `class-${i}`, endsAt }),
  )
  await writeFile(path, `${lines.join('\n')}\n`)
  await chmod(path, 0o600)
  return path
}

it('says who may use a host', async () => {
  expect(await check({})).toMatchObject([
    { state: 'ok', found: expect.stringContaining('this machine only') },
  ])
  expect(await check({ token: 'open-sesame' })).toMatchObject([{ state: 'ok', found: 'a token is needed.' }])
  const open = await check({ host: '0.0.0.0', allowAnonymous: true })
  expect(open).toMatchObject([{ state: 'warn', remedy: expect.stringContaining('--tokens') }])
  expect(await check({ host: '0.0.0.0' })).toMatchObject([
    { state: 'fail', found: expect.stringContaining('Everybody who reaches 0.0.0.0') },
  ])
})

it('names tokens that have ended, and a file without any', async () => {
  const tokens = await writeTokens(now - 1, Number.POSITIVE_INFINITY, now + 1)
  expect((await check({ tokens })).at(-1)).toMatchObject({
    name: 'tokens',
    state: 'warn',
    found: `1 of 3 in ${tokens} have ended: class-0.`,
  })
  expect((await check({ tokens: await writeTokens(now + 1) })).map(({ state }) => state)).toEqual([
    'ok',
    'ok',
  ])
  expect((await check({ tokens: await writeTokens() })).at(-1)).toMatchObject({
    name: 'tokens',
    state: 'warn',
  })
})

it.skipIf(process.platform === 'win32')('warns of secrets that every user may read', async () => {
  const tokens = await writeTokens(now + 1)
  await chmod(tokens, 0o644)
  const found = `every user of this machine may open ${tokens} (mode 644).`
  expect((await check({ tokens })).at(-1)).toEqual({
    name: 'secrets',
    state: 'warn',
    found,
    remedy: `chmod 600 ${tokens}`,
  })
})
