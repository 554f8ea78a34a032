import { describe, expect, it, onTestFinished } from 'vitest'
import type { Json } from '../../../core/contract/values/json.ts'
import { RoomSight } from '../../../core/service/rooms/room-sight.ts'
import { useProbeHost } from '../../support/use-host.ts'
import { writeTokens } from '../../support/write-tokens.ts'
import { connectPeer, type TestPeer } from './test-peer.ts'

const note = (view: number, text: string): Json => ({ view, at: null, text })
const ofTetra = { 'views/1/specimen': 'tetra', 'views/1/params/size': 2, 'notes/a': note(1, 'tetra') }
const ofGrid = { 'views/2/specimen': 'grid', 'views/2/params/secret': 7, 'notes/b': note(2, 'grid') }
const shared = { active: 1, presenter: null }

const toFields = (object: { readonly [name: string]: Json }) => new Map(Object.entries(object))

function begin(object: { readonly [name: string]: Json }) {
  const sight = new RoomSight(new Set(['tetra']))
  return { sight, welcome: sight.begin(toFields(object)) }
}

describe('a peer whose token is for one specimen', () => {
  it('is welcomed with the views of that one, and nothing of others', () => {
    const { welcome } = begin({ ...shared, ...ofTetra, ...ofGrid, '~own': 1 })
    expect(welcome).toEqual({ ...shared, ...ofTetra })
  })

  it('is told of changes in them alone', () => {
    const { sight } = begin({ ...shared, ...ofTetra, ...ofGrid })
    const changed = { 'views/2/params/secret': 8, 'notes/c': note(2, 'grid') }
    expect(sight.follow(changed, toFields({ ...shared, ...ofTetra, ...ofGrid, ...changed }))).toEqual({})
    const size = { 'views/1/params/size': 3 }
    expect(sight.follow(size, toFields({ ...shared, ...ofTetra, ...ofGrid, ...size }))).toEqual(size)
  })

  it('loses a view that shows another one from now on, and has it whole again', () => {
    const { sight } = begin({ ...shared, ...ofTetra })
    const hidden = { ...shared, 'views/1/specimen': 'grid', 'views/1/params/secret': 7 }
    const gone = sight.follow({ 'views/1/specimen': 'grid' }, toFields(hidden))
    expect(gone).toEqual({ 'views/1/specimen': null, 'views/1/params/size': null, 'notes/a': null })
    const again = { ...shared, 'views/1/specimen': 'tetra', 'views/1/display/color': 'red' }
    expect(sight.follow({ 'views/1/specimen': 'tetra' }, toFields(again))).toEqual({
      'views/1/specimen': 'tetra',
      'views/1/display/color': 'red',
    })
  })

  it('has what it sees in common with others of such tokens', () => {
    const { sight } = begin({ ...shared, ...ofTetra, ...ofGrid })
    expect([['tetra'], ['grid'], ['tetra', 'grid'], []].map((ids) => sight.isOf(new Set(ids)))).toEqual([
      true,
      false,
      false,
      false,
    ])
    const fields = toFields({ ...ofTetra, ...ofGrid })
    expect([1, 2, 3].map((view) => sight.seesView(view, fields))).toEqual([true, false, true])
  })

  it('costs what has changed, whatever else is in the room', () => {
    const { sight } = begin({ ...shared, ...ofTetra })
    const asked: string[] = []
    const fields = toFields({ ...shared, ...ofTetra, 'views/1/params/size': 3 })
    const get = fields.get.bind(fields)
    fields.get = (name) => {
      asked.push(name)
      return get(name)
    }
    fields.keys = () => {
      throw new Error('It has read all of the room.')
    }
    expect(sight.follow({ 'views/1/params/size': 3 }, fields)).toEqual({ 'views/1/params/size': 3 })
    expect(sight.pick(['views/2/params/secret', 'active'], fields)).toEqual(new Map([['active', 1]]))
    expect(asked.length).toBeLessThan(8)
  })

  it('is told present values alone, when a change waits and its view has another specimen meanwhile', () => {
    const { sight } = begin({ ...shared, ...ofGrid })
    const late = { 'views/2/specimen': 'grid', 'views/2/params/secret': 9 }
    expect(sight.follow(late, toFields({ ...shared, 'views/2/specimen': 'tetra' }))).toEqual({
      'views/2/specimen': 'tetra',
    })
  })
})

describe('a view that a token is not for', () => {
  const used = useProbeHost()

  it('is changed, closed, or noted in by none of its peers, and no refusal says what it shows', async () => {
    const { tokens, textOfToken } = writeTokens({ ada: {}, guest: { specimens: ['tetra'] } })
    await used.start({ tokens })
    const enter = async (name: string): Promise<TestPeer> => {
      const peer = await connectPeer(used.url, 'lab', { join: { name, token: textOfToken(name) } })
      onTestFinished(() => peer.close())
      await peer.arrived
      return peer
    }
    const [ada, guest] = [await enter('ada'), await enter('guest')]
    const at = [0, 0, 0]
    ada.set({ 'views/1/specimen': 'grid', 'views/2/specimen': 'tetra' }, 1)
    ada.set({ 'notes/n1': { view: 1, at, text: 'of ada' } }, 2)
    await ada.take('changed', ({ seq }) => seq === 2)
    const refused: { readonly [name: string]: Json }[] = [
      { 'views/1/params/cells': 2 },
      { 'views/1/display/color': 'red' },
      { 'views/1/specimen': null },
      { 'views/1/specimen': 'tetra' },
      { 'views/2/params/size': 3, 'views/1/display/color': 'red' },
      { 'notes/n1': null },
      { 'notes/n1': { view: 2, at, text: 'of the guest' } },
      { 'notes/n2': { view: 1, at, text: 'of the guest' } },
    ]
    for (const [i, fields] of refused.entries()) {
      guest.set(fields, 10 + i)
      const { code, detail } = await guest.take('refused', ({ seq }) => seq === 10 + i)
      expect([fields, code]).toEqual([fields, 'scope.missing'])
      expect(detail).not.toMatch(/grid|ada/)
    }
    guest.set(
      { 'views/2/params/size': 3, 'views/3/specimen': 'tetra', 'notes/n2': { view: 2, at, text: 'x' } },
      30,
    )
    const { fields } = await ada.take('changed', ({ by }) => by === 2)
    expect(fields).toMatchObject({ 'views/2/params/size': 3, 'views/3/specimen': 'tetra' })
  })
})
