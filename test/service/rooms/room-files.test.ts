/** Files as data in rooms: who has brought one sets it, the room computes with it, and others go on with the rest. */
import { createHash } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { toDataSchema } from '../../../core/contract/domain/data-ref.ts'
import type { Json } from '../../../core/contract/values/json.ts'
import { isJsonObject } from '../../../core/contract/values/json.ts'
import type { RoomFields } from '../../../core/contract/wire/room-messages.ts'
import { useHost } from '../../support/use-host.ts'
import { writeTokens } from '../../support/write-tokens.ts'
import { connectPeer, type TestPeer } from './test-peer.ts'

const used = useHost()
const text = 'v 0 0 0\nv 1 0 0\nv 0 7 0\nf 1 2 3\n'
const file = createHash('sha256').update(text).digest('hex')
let changeCount = 0

interface GivenMesh {
  readonly vertices: Float32Array
  readonly indices: Uint32Array
}

async function start() {
  const { tokens, textOfToken } = writeTokens({ ada: {}, bob: {} })
  await used.start({ tokens })
  const properties = { mesh: toDataSchema(['mesh']), factor: { type: 'number', default: 1 } }
  const schema = { type: 'object', properties, required: ['mesh'] } as const
  for (const id of ['grow', 'other']) {
    const grow = ({ vertices, indices }: GivenMesh, factor: number) => {
      return { vertices: vertices.map((value) => value * factor), indices }
    }
    used.host.registerSpecimen({ id }, grow, { returns: 'mesh', schema })
  }
  const headers = { authorization: `Bearer ${textOfToken('ada')}` }
  await fetch(`${used.url}/api/files?name=a.obj`, { method: 'POST', body: text, headers })
  const enter = async (name: string): Promise<TestPeer> => {
    const peer = await connectPeer(used.url, 'lab', { join: { name, token: textOfToken(name) } })
    onTestFinished(() => peer.close())
    await peer.take('welcome')
    return peer
  }
  return { ada: await enter('ada'), bob: await enter('bob') }
}

/** Resolves with the code of the refusal of a change. */
async function change(peer: TestPeer, fields: RoomFields): Promise<string | undefined> {
  const own = 700 + changeCount++
  peer.set(fields, own)
  const answers = [
    peer.take('changed', ({ seq }) => seq === own).then(() => undefined),
    peer.take('refused', ({ seq }) => seq === own).then(({ code }) => code),
  ]
  for (const answer of answers) answer.catch(() => {}) // one of them never comes
  return await Promise.race(answers)
}

/** Resolves when a peer hears of a result of the first view. */
async function takeResult(peer: TestPeer): Promise<Json> {
  const { fields } = await peer.take('changed', (found) =>
    isJsonObject(found.fields['views/1/result'] ?? null),
  )
  return fields['views/1/result'] ?? null
}

const set = (mesh: Json, specimen = 'grow'): RoomFields => {
  return { 'views/1/specimen': specimen, 'views/1/params/mesh': mesh }
}

describe('a file in a room', () => {
  it('is set by a peer who has brought it, and peers see its result and change the rest', async () => {
    const { ada, bob } = await start()
    expect(await change(ada, set({ file }))).toBeUndefined()
    expect(await takeResult(bob)).toMatchObject({ type: 'mesh' })
    expect(await change(bob, { 'views/1/params/factor': 3 })).toBeUndefined()
    expect(await takeResult(ada)).toMatchObject({ type: 'mesh' })
  })

  it('is absent for peers who have not, also where they have seen its hash', async () => {
    const { ada, bob } = await start()
    expect(await change(bob, set({ file }))).toBe('file.missing')
    expect(await change(bob, { 'views/1/specimen': 'grow' })).toBeUndefined() // without a value that it needs
    expect(await change(bob, { 'views/1/params/mesh': { file } })).toBe('file.missing')
    expect(await change(ada, set({ file }))).toBeUndefined()
    expect(await change(bob, set({ file }, 'other'))).toBe('file.missing')
    const second = { 'views/2/specimen': 'grow', 'views/2/params/mesh': { file } }
    expect(await change(bob, second)).toBe('file.missing')
  })
})
