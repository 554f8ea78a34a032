/** Locks, notes and names of peers: whose they are, and who may end or change them. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Json } from '../../../core/contract/values/json.ts'
import type { RoomFields } from '../../../core/contract/wire/room-messages.ts'
import type { Scope } from '../../../core/service/access/caller.ts'
import { createToken } from '../../../core/service/access/token.ts'
import { writeLine } from '../../../core/service/access/token-file.ts'
import { temporaryFolders } from '../../support/temporary-folders.ts'
import { useProbeHost } from '../../support/use-host.ts'
import { connectPeer, type TestPeer } from './test-peer.ts'

const used = useProbeHost()
const note = { view: 1, at: [0, 0, 0], text: 'a crack' }
let changeCount = 0

async function enter(name: string, join: { [name: string]: Json } = {}): Promise<TestPeer> {
  const peer = await connectPeer(used.url, 'lab', { join: { name, ...join } })
  onTestFinished(() => peer.close())
  return peer
}

/** Resolves with the code of the refusal of a change. */
async function change(peer: TestPeer, fields: RoomFields): Promise<string | undefined> {
  const own = 500 + changeCount++
  peer.set(fields, own)
  const answers = [
    peer.take('changed', ({ seq }) => seq === own).then(() => undefined),
    peer.take('refused', ({ seq }) => seq === own).then(({ code }) => code),
  ]
  for (const answer of answers) answer.catch(() => {}) // one of them never comes
  return await Promise.race(answers)
}

/** Starts a host with a token for each name, and returns them with the ids. */
async function startWithTokens(scopes: { readonly [name: string]: readonly Scope[] }) {
  const folder = mkdtempSync(join(tmpdir(), 'specimen-rights-'))
  temporaryFolders.push(folder)
  const tokens = join(folder, 'tokens.jsonl')
  const made = Object.entries(scopes).map(([name, own]) => ({
    name,
    scopes: own,
    ...createToken(randomBytes),
  }))
  const more = { rooms: null, specimens: null, endsAt: Number.POSITIVE_INFINITY }
  writeFileSync(tokens, made.map((token) => writeLine({ ...token, ...more })).join('\n'))
  await used.start({ tokens })
  return Object.fromEntries(made.map(({ name, text }) => [name, text]))
}

async function giveTicket(token: string): Promise<string> {
  const answer = await fetch(`${used.url}/api/tickets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ room_id: 'lab', scopes: ['read', 'invoke'] }),
  })
  return (await answer.json()).ticket
}

describe('a lock', () => {
  it('keeps the run of a view from being cancelled by others, and not by its presenter', async () => {
    await used.start()
    const [ada, bob] = [await enter('Ada'), await enter('Bob')]
    await bob.take('welcome')
    await change(ada, { 'views/1/specimen': 'endless', presenter: { peer: 1, locks: true } })
    await bob.take('changed', ({ fields }) => 'views/1/run' in fields)
    bob.send({ type: 'cancel', view: 1 })
    expect(await change(bob, { 'notes/n': note })).toBeUndefined() // handled behind the cancel
    const { fields } = await (await enter('Eve')).take('welcome')
    expect(JSON.stringify(fields['views/1/run'])).not.toContain('error')
    ada.send({ type: 'cancel', view: 1 })
    await bob.take('changed', (found) =>
      JSON.stringify(found.fields['views/1/run'] ?? '').includes('cancelled'),
    )
  })

  it('is ended by an administrator, and by the token that gave the ticket of its guest', async () => {
    const { admin, teacher, other } = await startWithTokens({
      admin: ['read', 'invoke', 'admin'],
      teacher: ['read', 'invoke'],
      other: ['read', 'invoke'],
    })
    const guest = await enter('Guest', { token: await giveTicket(teacher ?? '') })
    expect((await guest.take('welcome')).may_unlock).toBe(false)
    const mates = await enter('Mate', { token: await giveTicket(teacher ?? '') })
    const [boss, giver, third] = [
      await enter('Boss', { token: admin ?? '' }),
      await enter('Teacher', { token: teacher ?? '' }),
      await enter('Third', { token: other ?? '' }),
    ]
    for (const peer of [boss, giver]) expect((await peer.take('welcome')).may_unlock).toBe(true)
    const lock = { presenter: { peer: 1, locks: true } }
    for (const ender of [boss, giver]) {
      expect(await change(guest, lock)).toBeUndefined()
      for (const peer of [mates, third]) expect(await change(peer, { presenter: null })).toBe('room.locked')
      expect(await change(ender, { active: null })).toBe('room.locked')
      expect(await change(ender, { presenter: null })).toBeUndefined()
      expect(await change(third, { active: null })).toBeUndefined()
    }
    await change(third, { presenter: { peer: 5, locks: true } })
    expect(await change(giver, { presenter: null })).toBe('room.locked') // it has given no ticket to this peer
    expect(await change(boss, { presenter: null })).toBeUndefined()
  })

  it('is ended by nobody else at a host without tokens', async () => {
    await used.start()
    const [ada, bob] = [await enter('Ada'), await enter('Bob')]
    expect((await bob.take('welcome')).may_unlock).toBe(false)
    await change(ada, { presenter: { peer: 1, locks: true } })
    expect(await change(bob, { presenter: null })).toBe('room.locked')
  })
})

describe('a note', () => {
  it('is rewritten and removed by its person alone, also after another visit', async () => {
    await used.start()
    const person = 'the-person-of-a-test'
    const ada = await enter('Ada', { person })
    await ada.take('welcome')
    await change(ada, { 'notes/n': note })
    const bob = await enter('Bob')
    await bob.take('welcome')
    expect(await change(bob, { 'notes/n': { ...note, text: 'no crack' } })).toBe('note.foreign')
    expect(await change(bob, { 'notes/n': null })).toBe('note.foreign')
    ada.close()
    await bob.take('left')
    const impostor = await enter('Ada')
    expect(await change(impostor, { 'notes/n': null })).toBe('note.foreign')
    const again = await enter('Ada', { person })
    expect(await change(again, { 'notes/n': { ...note, text: 'a large crack' } })).toBeUndefined()
    expect(await change(again, { 'notes/n': null })).toBeUndefined()
    expect(await change(bob, { 'notes/n': note })).toBeUndefined()
    const { fields } = await (await enter('Eve')).take('welcome')
    expect(Object.keys(fields)).toEqual(['notes/n'])
    expect(fields['notes/n']).toMatchObject({ author: 'Bob' })
  })

  it('is changed by an administrator', async () => {
    const { admin, other } = await startWithTokens({
      admin: ['read', 'invoke', 'admin'],
      other: ['read', 'invoke'],
    })
    const [bob, boss] = [
      await enter('Bob', { token: other ?? '' }),
      await enter('Boss', { token: admin ?? '' }),
    ]
    await bob.take('welcome')
    await change(bob, { 'notes/n': note })
    expect(await change(boss, { 'notes/n': null })).toBeUndefined()
  })
})

describe('a name', () => {
  it.each([
    ['Ada', 'Ada 2'],
    ['ADA', 'ADA 2'],
    ['A\u200bd\u2060a', 'Ada 2'],
    ['\u202eAda\u2066', 'Ada 2'],
    ['  Ada  ', 'Ada 2'],
    ['\uff21da', '\uff21da 2'],
    ['Ada 2', 'Ada 2'],
    ['A  d\u3000a', 'A d a'],
    ['Ada\ufe0f\u{e0041}', 'Ada 2'],
    [`${'x'.repeat(63)}\u{1f600}`.slice(0, 64), undefined],
  ])('%j beside Ada is %j', async (name, shown) => {
    await used.start()
    const ada = await enter('Ada')
    await ada.take('welcome')
    const second = await enter(name)
    if (shown === undefined) expect(await second.take('closing')).toMatchObject({ code: 'request.invalid' })
    else expect((await ada.take('came')).name).toBe(shown)
  })

  it.each(['\u200b', '\u2060\u061c', '\u3164', '\u2800', '\u00ad', ' \u2003 ', '\u0301'])(
    '%j is refused, as nothing of it can be seen',
    async (name) => {
      await used.start()
      expect(await (await enter(name)).take('closing')).toMatchObject({ code: 'request.invalid' })
    },
  )

  it('is the former one for a peer that comes again, and free for others when a peer has left', async () => {
    await used.start()
    const key = 'a-key-of-the-second-ada'
    const bob = await enter('Bob')
    await enter('Ada').then((peer) => peer.take('welcome'))
    const second = await enter('Ada', { key })
    expect((await second.take('welcome')).peers.map(({ name }) => name)).toEqual(['Bob', 'Ada', 'Ada 2'])
    const again = await enter('Ada', { key })
    expect((await again.take('welcome')).peers.map(({ name }) => name)).toEqual(['Bob', 'Ada', 'Ada 2'])
    again.close()
    await bob.take('left')
    expect((await (await enter('ada')).take('welcome')).peers.at(-1)?.name).toBe('ada 2')
  })
})

describe('a refusal', () => {
  it('has no fields of the hosts, none for a reader, and a few KiB at most', async () => {
    const { reader, writer } = await startWithTokens({ reader: ['read'], writer: ['read', 'invoke'] })
    const ada = await enter('Ada', { token: writer ?? '' })
    await ada.take('welcome')
    const guest = await enter('Guest', { token: reader ?? '' })
    await guest.take('welcome')
    const large = Object.fromEntries([...'abc'].map((name) => [`views/1/display/${name}`, name.repeat(3000)]))
    await change(ada, { 'views/1/specimen': 'tetra', 'views/1/params/size': 2, ...large, 'notes/n': note })
    const hidden = { '~peers/1': 0, '~views/1/want': 0, '~views/1/place': 0, '~latest': 0, '~notes/n': 0 }
    const refuse = async (peer: TestPeer, fields: RoomFields) => {
      peer.set({ ...fields, ...hidden, ...large, none: 1 }, 1)
      return await peer.take('refused')
    }
    const toReader = await refuse(guest, { 'views/1/params/size': 3 })
    expect(toReader).toMatchObject({ code: 'scope.missing', fields: {} })
    const toAda = await refuse(ada, { 'views/1/params/size': 3 })
    expect(Object.keys(toAda.fields)).toEqual(['views/1/params/size', 'views/1/display/a'])
    expect(toAda.fields['views/1/params/size']).toBe(2)
    expect(JSON.stringify([toReader, toAda]).length).toBeLessThan(8192)
    expect(JSON.stringify([toReader, toAda])).not.toMatch(/identity|token:|caller/)
  })

  it('says the title of a parameter, and nothing of what a program has sent', async () => {
    await used.start()
    const ada = await enter('Ada')
    ada.set({ 'views/1/specimen': 'tetra', 'views/1/params/count': 'many', 'views/1/params/size': [null] })
    const { detail } = await ada.take('refused')
    expect(detail).toBe(
      'Size must be a number (got the array [null]). Count must be a whole number (got "many").',
    )
  })
})
