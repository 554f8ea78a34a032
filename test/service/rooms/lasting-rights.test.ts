/** Rights that end while a peer is in a room, at a whole host. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import type { Scope } from '../../../core/service/access/caller.ts'
import { createToken } from '../../../core/service/access/token.ts'
import { writeLine } from '../../../core/service/access/token-file.ts'
import { temporaryFolders } from '../../support/temporary-folders.ts'
import { useProbeHost } from '../../support/use-host.ts'
import { connectPeer, type TestPeer } from './test-peer.ts'

const used = useProbeHost()
const holdClock = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })

afterEach(() => {
  vi.useRealTimers()
})

const enter = async (token: string): Promise<TestPeer> => {
  const peer = await connectPeer(used.url, 'lab', { join: { token } })
  onTestFinished(() => peer.close())
  await peer.take('welcome')
  return peer
}

/** Lets the host look at its peers until it has ended a connection; returns the code. */
const awaitEnd = async ({ messages }: TestPeer): Promise<string> => {
  const find = () => {
    vi.advanceTimersByTime(10_000)
    return messages.find((message) => message.type === 'closing')
  }
  await expect.poll(find).toBeDefined()
  return find()?.code ?? ''
}

it('end with a ticket', async () => {
  const token = 'the-token-of-this-host'
  holdClock() // which the host reads from its start on
  const api = await used.start({ token })
  const wish = { room_id: 'lab', scopes: ['read'], expires_in: 60 }
  const given = await api.post('/api/tickets', wish, { authorization: `Bearer ${token}` })
  const guest = await enter((await given.json()).ticket)
  expect(await awaitEnd(guest)).toBe('token.refused')
})

it('end with the line of a token, and with its scopes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'specimen-tokens-'))
  temporaryFolders.push(folder)
  const tokens = join(folder, 'tokens.txt')
  const [ada, bob] = [createToken(randomBytes), createToken(randomBytes)]
  const write = (scopes: readonly Scope[], others: readonly (typeof bob)[]): void => {
    const more = { rooms: null, specimens: null, endsAt: Number.POSITIVE_INFINITY }
    const lines = [ada, ...others].map((made, i) => writeLine({ ...made, ...more, name: `n${i}`, scopes }))
    writeFileSync(tokens, lines.join('\n'))
  }
  write(['read', 'invoke'], [bob])
  await used.start({ tokens })
  holdClock()
  const [first, second] = [await enter(ada.text), await enter(bob.text)]
  write(['read', 'invoke'], [])
  expect(await awaitEnd(second)).toBe('token.refused')
  expect(first.messages.filter(({ type }) => type === 'closing')).toEqual([])
  write(['read'], [])
  expect(await awaitEnd(first)).toBe('token.refused')
})
