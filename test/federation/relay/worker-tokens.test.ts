/** Tokens of workers: how they are written down, and whom they let in. */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  createTokenReader,
  digestToken,
  isTokenValid,
  parseTokens,
} from '../../../core/federation/relay/worker-tokens.ts'

const [first, second] = ['a'.repeat(24), 'b'.repeat(24)]

describe('worker tokens', () => {
  it('are lines of id and token, with remarks and empty lines between them', () => {
    const text = `# the lab\n\nlab7 ${first}\r\n  lab8\t${second} expires 2027-01-01T00:00:00Z  \n`
    expect(parseTokens(text, 'tokens.txt')).toEqual([
      { workerId: 'lab7', digest: digestToken(first), endsAt: Number.POSITIVE_INFINITY },
      { workerId: 'lab8', digest: digestToken(second), endsAt: Date.UTC(2027, 0, 1) },
    ])
  })

  it('stand in a variable with semicolons between them', () => {
    expect(parseTokens(`lab7 ${first}; lab8 ${second}`, 'list').map(({ workerId }) => workerId)).toEqual([
      'lab7',
      'lab8',
    ])
  })

  it.each([
    [`lab 7 ${first}`, 'line 1'],
    [`lab7:x ${first}`, 'worker id'],
    [`\nlab7 short`, 'line 2'],
    [`lab7 ${first}\u00e9`, 'ASCII'],
    [`lab7 ${first} until tomorrow`, 'expires <time>'],
    [`lab7 ${first} expires tomorrow`, 'expires <time>'],
    [`lab7 ${first} expires 2027-01-01 12:00`, 'expires <time>'],
  ])('are refused by line, and never shown, when a line is %j', (text, wanted) => {
    expect(() => parseTokens(text, 'tokens.txt')).toThrow(wanted)
    expect(() => parseTokens(text, 'tokens.txt')).not.toThrow(first)
  })

  it('are good for their own id, until they expire', () => {
    const tokens = parseTokens(
      `lab7 ${first} expires 2027-01-01T00:00:00Z\nlab7 ${second}\nlab8 ${second}`,
      'tokens.txt',
    )
    const end = Date.UTC(2027, 0, 1)
    expect(isTokenValid(tokens, { workerId: 'lab7', digest: digestToken(first), now: end - 1 })).toBe(true)
    expect(isTokenValid(tokens, { workerId: 'lab7', digest: digestToken(first), now: end })).toBe(false)
    expect(isTokenValid(tokens, { workerId: 'lab7', digest: digestToken(second), now: end })).toBe(true)
    expect(isTokenValid(tokens, { workerId: 'lab8', digest: digestToken(first), now: 0 })).toBe(false)
    expect(isTokenValid(tokens, { workerId: 'lab9', digest: digestToken(first), now: 0 })).toBe(false)
    expect(isTokenValid(tokens, { workerId: 'lab8', digest: digestToken(''), now: 0 })).toBe(false)
  })

  it('are refused in a plain sentence when their file is no file, and hold nothing up', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'worker-tokens-'))
    execFileSync('mkfifo', [join(folder, 'pipe')])
    await expect(createTokenReader(join(folder, 'pipe'), undefined)?.()).rejects.toThrow(
      'must be a regular file (got a FIFO)',
    )
    await expect(createTokenReader('/dev/zero', undefined)?.()).rejects.toThrow(
      'must be a regular file (got a device)',
    )
    await rm(folder, { recursive: true })
  })

  it('are read from the file as it is at each question', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'worker-tokens-'))
    const file = join(folder, 'tokens.txt')
    await writeFile(file, `lab7 ${first}\n`)
    const read = createTokenReader(file, `lab8 ${second}`)
    const ids = async () => (await read?.())?.map(({ workerId }) => workerId)
    expect(await ids()).toEqual(['lab8', 'lab7'])
    await writeFile(file, '# nobody\n')
    expect(await ids()).toEqual(['lab8'])
    await rm(folder, { recursive: true })
    await expect(ids()).rejects.toMatchObject({ code: 'config.invalid' })
  })

  it('are not asked for when none are configured', () => {
    expect(createTokenReader(undefined, undefined)).toBeUndefined()
  })
})
