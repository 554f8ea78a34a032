/** Five pages of a whole host that drag one handle: all end with one value, and with its one result. */
import { signal } from '@preact/signals'
import { expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { createClient } from '../../../core/client/client.ts'
import { places } from '../../../core/contract/domain/places.ts'
import type { Json } from '../../../core/contract/values/json.ts'
import { JoinedRoom } from '../../../core/viewer/room/joined-room.ts'
import { ChosenParams } from '../../../core/viewer/specimen/model/chosen-params.ts'
import { initialView, type ViewState } from '../../../core/viewer/state/view-state.ts'
import { useHost } from '../../support/use-host.ts'

const used = useHost()
const people = ['Ada', 'Bob', 'Cleo', 'Dan', 'Eve']
const steps = 40

/** A page of the specimen in the room, without a picture. */
function openPage(name: string) {
  const view = signal<ViewState>({ ...initialView, roomId: 'lab', specimenId: 'plate' })
  const change = (part: Partial<ViewState>): void => {
    view.value = { ...view.value, ...part }
  }
  const state = new JoinedRoom({ view, change }, () => {})
  const session = createClient(used.url).joinRoom('lab', {
    name,
    color: '#336699',
    // its part that clients use
    openSocket: (url, protocol) => new WebSocket(url, protocol) as unknown as globalThis.WebSocket,
    onEvent: (event) => state.receive(event, session),
  })
  state.use(session)
  onTestFinished(() => state.close())
  return { state, view, params: new ChosenParams({ view, onChange: change }) }
}

it('five who drag one handle converge', async () => {
  await used.start()
  const computed: Json[] = []
  const take = (source: Json) => {
    computed.push(source)
    return { points: Float32Array.from(source as number[]) } // as the schema says
  }
  const schema = {
    type: 'object',
    properties: { source: { ...places.point3.schema, default: [0, 0, 0] } },
  } as const
  used.host.registerSpecimen({ id: 'plate' }, take, { returns: 'point_cloud', schema })
  const pages = people.map(openPage)
  await expect.poll(() => pages.map(({ state }) => state.peers.value.length)).toEqual([5, 5, 5, 5, 5])
  for (let step = 1; step <= steps; step++) {
    for (const [person, { params }] of pages.entries()) params.drag({ source: [person, step, 0] }, 'source')
    await new Promise((resolve) => setImmediate(resolve))
  }
  for (const [person, { params }] of pages.entries()) params.set({ source: [person, steps, 1] })
  const readAll = (read: (page: (typeof pages)[number]) => unknown): string[] =>
    pages.map((page) => JSON.stringify(read(page) ?? null))
  const readField = (name: string) => readAll(({ state }) => state.fields.value.get(`views/1/${name}`))
  await expect.poll(() => new Set(readAll(({ view }) => view.value.params)).size).toBe(1)
  await expect.poll(() => readField('run')).toEqual(people.map(() => 'null'))
  await expect.poll(() => new Set(readField('result')).size).toBe(1)
  expect(readField('result')).not.toContain('null')
  const [source] = pages.map(({ view }) => view.value.params.source)
  await expect.poll(() => computed.at(-1)).toEqual(source)
  expect(people.map((_, person) => [person, steps, 1])).toContainEqual(source) // one of those that were let go
  expect(new Set(readField('params/source')).size).toBe(1)
  expect(computed.length).toBeLessThan(people.length * steps) // the latest win
})
