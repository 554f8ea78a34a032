/** Every change of the fields that PROTOCOL.md names, from every state that a room can be in. */
import { expect, it, onTestFinished } from 'vitest'
import type { Json } from '../../../core/contract/values/json.ts'
import type { RoomFields } from '../../../core/contract/wire/room-messages.ts'
import { useProbeHost } from '../../support/use-host.ts'
import { connectPeer, type TestPeer } from './test-peer.ts'

const used = useProbeHost()

/** A state, as Ada has made it; Bob is the second peer. */
interface StartingState {
  readonly fields: RoomFields
  /** Fields that Bob has set after Ada. */
  readonly byBob?: RoomFields
}

const tetra = { 'views/1/specimen': 'tetra', 'views/1/params/size': 2, 'views/1/display/box': '1', active: 1 }
const note = { view: 1, at: [1, 2, 3], text: 'a crack' }
const states: { readonly [name: string]: StartingState } = {
  'a view with values': { fields: tetra },
  'a lock of another': { fields: { ...tetra, 'notes/n': note, presenter: { peer: 1, locks: true } } },
  'a view that needs a value': { fields: { 'views/1/specimen': 'needy', active: 1 } },
  'an empty room': { fields: {} },
  'a view at its defaults': { fields: { 'views/1/specimen': 'tetra', active: 1 } },
  'two views': { fields: { ...tetra, 'views/2/specimen': 'grid', 'views/2/params/depth': 3, active: 2 } },
  'a static specimen': { fields: { 'views/1/specimen': 'rock', 'views/1/display/box': '1' } },
  'a view that has the value it needs': {
    fields: { 'views/1/specimen': 'needy', 'views/1/params/wanted': 3 },
  },
  'a failed run': { fields: { 'views/1/specimen': 'failing', active: 1 } },
  'a run under way': { fields: { 'views/1/specimen': 'endless', active: 1 } },
  'a note of another': { fields: { ...tetra, 'notes/n': note } },
  'an own note': { fields: tetra, byBob: { 'notes/n': note } },
  'a presenter who does not lock': { fields: { ...tetra, presenter: { peer: 1, locks: false } } },
  'an own lock': {
    fields: { ...tetra, 'notes/n': note },
    byBob: { presenter: { peer: 2, locks: true } },
  },
}

const changes: readonly RoomFields[] = [
  {},
  { 'views/1/params/size': null },
  { 'views/1/params/size': 2 },
  { 'views/1/params/size': 'much' },
  { 'views/1/params/size': null, 'views/1/params/count': null, 'views/1/display/box': null },
  { 'views/1/params/wanted': null },
  { 'views/1/params/wanted': 4 },
  { 'views/1/params/none': 1 },
  { 'views/1/params/none': null },
  { 'views/1/specimen': 'tetra' },
  { 'views/1/specimen': 'grid' },
  { 'views/1/specimen': 'grid', 'views/1/params/depth': 4, active: 1 },
  { 'views/1/specimen': 'rock' },
  { 'views/1/specimen': 'needy' },
  { 'views/1/specimen': 'nothing' },
  { 'views/1/specimen': null },
  { 'views/1/specimen': null, active: 1 },
  { 'views/1/display/box': '0' },
  { 'views/1/display/box': null },
  { active: 1 },
  { active: 2 },
  { active: null },
  { presenter: { peer: 2, locks: true } },
  { presenter: { peer: 2, locks: false } },
  { presenter: { peer: 1, locks: true } },
  { presenter: null },
  { 'notes/n': { view: 1, at: [0, 0, 0], text: 'mine' } },
  { 'notes/n': null },
  { 'views/1/result': null },
  { unshared: null },
]

const names: { readonly [specimen: string]: readonly string[] } = {
  tetra: ['size', 'label', 'count', 'flip', 'text'],
  grid: ['depth'],
  needy: ['wanted', 'other'],
  failing: ['how'],
  endless: ['label'],
}
const isSettable = (name: string): boolean =>
  /^(active|presenter|notes\/n|views\/[1-8]\/(specimen|params\/.+|display\/.+))$/.test(name)

/** Returns the fields after a change by Bob as PROTOCOL.md has them, or the code of the refusal. */
function follow(before: RoomFields, given: RoomFields, ownsNote: boolean): RoomFields | string {
  const lock = readPresenter(before)
  const isLocked = lock?.locks === true && lock.peer !== 2
  for (const [name, value] of Object.entries(given)) {
    if (isLocked && name !== 'notes/n') return 'room.locked'
    if (!isSettable(name)) return 'request.invalid'
    if (name === 'presenter' && value !== null && readPresenter(given)?.peer !== 2) return 'request.invalid'
    if (name === 'views/1/specimen' && value === 'nothing') return 'specimen.unknown'
    const mayRemove = value === null && lock?.locks === true && lock.peer === 2
    if (name === 'notes/n' && 'notes/n' in before && !ownsNote && !mayRemove) return 'note.foreign'
  }
  const after: { [name: string]: Json } = { ...before }
  if ('views/1/specimen' in given) {
    for (const name of Object.keys(after)) if (/^(views\/1\/|notes\/)/.test(name)) delete after[name]
    if (given['views/1/specimen'] === null && after.active === 1) delete after.active
  }
  for (const [name, value] of Object.entries(given)) {
    if (value === null) delete after[name]
    else after[name] = value
  }
  return findFault(given, after) ?? after
}

function findFault(given: RoomFields, after: RoomFields): string | undefined {
  const specimen = after['views/1/specimen']
  const isSet = Object.entries(given).some(([name, value]) => name.startsWith('views/1/') && value !== null)
  if (isSet && specimen === undefined) return 'request.invalid'
  if (after.active !== undefined && !(`views/${after.active}/specimen` in after)) return 'request.invalid'
  const known = names[String(specimen)]
  const isParam = (name: string): boolean => name.startsWith('views/1/params/')
  if (!known || !Object.keys(given).some((name) => isParam(name) || name === 'views/1/specimen'))
    return undefined
  const params = Object.entries(after).filter(([name]) => isParam(name))
  const isWrong = params.some(([name, value]) => value === 'much' || !known.includes(name.slice(15)))
  return isWrong ? 'params.invalid' : undefined
}

function readPresenter({ presenter }: RoomFields): { peer: number; locks: boolean } | undefined {
  return (presenter ?? undefined) as { peer: number; locks: boolean } | undefined // as this file sets it
}

async function enter(name: string, room: string): Promise<TestPeer> {
  const peer = await connectPeer(used.url, room, { join: { name } })
  onTestFinished(() => peer.close())
  return peer
}

/** Returns what peers can set of a state; notes without what the host adds. */
function toSettable(fields: RoomFields): RoomFields {
  const kept = Object.entries(fields).filter(([name]) => isSettable(name))
  return Object.fromEntries(
    kept.map(([name, value]) => {
      const { view, at, text } = value as { view: Json; at: Json; text: Json } // for notes alone
      return [name, name === 'notes/n' ? { view, at, text } : value]
    }),
  )
}

let changeCount = 0

/** Resolves with the code of a refusal. */
async function change(peer: TestPeer, fields: RoomFields): Promise<string | undefined> {
  const own = 900 + changeCount++
  peer.set(fields, own)
  const answered = peer.take('changed', ({ seq }) => seq === own)
  const refused = peer.take('refused', ({ seq }) => seq === own)
  const code = await Promise.race([answered.then(() => undefined), refused.then((found) => found.code)])
  for (const other of [answered, refused]) other.catch(() => {}) // one of them never comes
  return code
}

it.each(Object.entries(states))('has every change end as PROTOCOL.md has it, from %s', async (_, state) => {
  const { fields, byBob = {} } = state
  await used.start()
  const before = { ...fields, ...byBob }
  const found: unknown[] = []
  const wanted: unknown[] = []
  for (const [i, given] of changes.entries()) {
    const room = `lab-${i}`
    const ada = await enter('Ada', room)
    await ada.take('welcome')
    expect(await change(ada, fields)).toBeUndefined()
    const bob = await enter('Bob', room)
    await bob.take('welcome')
    if (Object.keys(byBob).length > 0) expect(await change(bob, byBob)).toBeUndefined()
    const code = await change(bob, given)
    const eve = await enter('Eve', room)
    const after = toSettable((await eve.take('welcome')).fields)
    const end = follow(before, given, 'notes/n' in byBob)
    found.push([given, code, after])
    wanted.push(typeof end === 'string' ? [given, end, before] : [given, undefined, end])
    for (const peer of [ada, bob, eve]) peer.close()
  }
  expect(found).toEqual(wanted)
})
