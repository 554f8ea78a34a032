/** The page's view and a room's as one: what goes out, what comes in, and that nothing goes round. */
import { describe, expect, it } from 'vitest'
import type { RoomEvent } from '../../../core/client/client.ts'
import type { RoomFields } from '../../../core/contract/wire/room-messages.ts'
import { ownFileId } from '../../../core/viewer/state/view-state.ts'
import { ada, enter } from './entered-room.ts'

const shown = { active: 1, 'views/1/specimen': 'gyroid', 'views/1/params/cells': 3 }
const byBob = (fields: RoomFields): RoomEvent => ({ type: 'changed', by: 2, fields })

describe('a page that enters a room', () => {
  it('brings its view into an empty one', () => {
    const { sent } = enter({ specimenId: 'gyroid', params: { cells: 5 }, display: { wireframe: true } })
    const brought = {
      'views/1/specimen': 'gyroid',
      'views/1/params/cells': 5,
      'views/1/display/wireframe': '1',
    }
    expect(sent).toEqual([{ ...brought, active: 1 }])
  })

  it.each([null, ownFileId])('brings nothing of %s', (specimenId) => {
    expect(enter({ specimenId }).sent).toEqual([])
  })

  it('takes what is there in place of its own, the camera too', () => {
    const camera = { target: [0, 0, 0], offset: [1, 0, 0] } as const
    const { view, sent } = enter({ specimenId: 'box', params: { size: 2 }, camera }, shown)
    expect(view.value).toMatchObject({ specimenId: 'gyroid', params: { cells: 3 }, camera: null })
    expect(sent).toEqual([])
  })

  it('has a guest who may only read bring nothing', () => {
    const guest = { ...ada, may_change: false }
    expect(enter({ specimenId: 'gyroid' }, {}, guest).sent).toEqual([])
  })
})

describe('a change', () => {
  it('of the page goes out as its difference, once', () => {
    const { sent, change, countTouches } = enter({ specimenId: 'gyroid' }, shown)
    change({ params: { cells: 4, open: true }, display: { box: true } })
    change({ params: {} })
    expect(sent).toEqual([
      { 'views/1/params/cells': 4, 'views/1/params/open': true, 'views/1/display/box': '1' },
      { 'views/1/params/cells': null, 'views/1/params/open': null },
    ])
    expect(countTouches()).toBe(2)
  })

  it('of the camera stays in the page', () => {
    const { sent, change } = enter({ specimenId: 'gyroid' }, shown)
    change({ camera: { target: [0, 0, 0], offset: [1, 0, 0] } })
    expect(sent).toEqual([])
  })

  it('of another comes in, and is not sent back; the rest of the view keeps its identity', () => {
    const { view, sent, receive } = enter({ specimenId: 'gyroid' }, shown)
    const { display } = view.value
    receive(byBob({ 'views/1/params/cells': 8, 'views/2/specimen': 'box', 'views/1/result': { id: 'r' } }))
    expect(view.value).toMatchObject({ specimenId: 'gyroid', params: { cells: 8 } })
    expect(view.value.display).toBe(display)
    expect(sent).toEqual([])
  })

  it('of a part of a scene is a field of its own, so that two people who change two parts keep both', () => {
    const { view, sent, change, receive } = enter({ specimenId: 'head' }, shown)
    change({ display: { parts: [{ name: 'brain', opacity: 0.4, color: [204, 51, 51] }] } })
    receive(byBob({ 'views/1/display/parts/skull': 'off' }))
    expect(view.value.display.parts).toEqual([
      { name: 'brain', opacity: 0.4, color: [204, 51, 51] },
      { name: 'skull', hidden: true },
    ])
    change({ display: { parts: [{ name: 'skull', hidden: true }] } })
    receive(byBob({ 'views/1/display/parts/skull': null }))
    expect(view.value.display).toEqual({})
    expect(sent).toEqual([
      { 'views/1/display/parts/brain': '0.4:cc3333' },
      { 'views/1/display/parts/brain': null },
    ])
  })

  it('of all parts back to their looks goes out where the author has another view', () => {
    const { view, sent, change, receive } = enter({ specimenId: 'head' }, shown)
    change({ display: { parts: null } })
    expect(sent).toEqual([{ 'views/1/display/parts': 'none' }])
    receive(byBob({ 'views/1/display/parts/brain': '0.4' }))
    expect(view.value.display.parts).toEqual([{ name: 'brain', opacity: 0.4 }])
    receive(byBob({ 'views/1/display/parts/brain': '0.4:bright' }))
    expect(view.value.display.parts).toBe(null)
  })

  it('that this page rounds otherwise stays as its author has it', () => {
    const { view, change, receive } = enter({ specimenId: 'gyroid' }, shown)
    const plane = { normal: [1, 0, 0], offset: 0.123456789 } as const
    change({ display: { plane } })
    receive(byBob({ 'views/1/params/cells': 8 }))
    expect(view.value.display.plane).toBe(plane)
  })

  it('of a setting that this page does not know is left alone', () => {
    const { sent, change, receive } = enter({ specimenId: 'gyroid' }, shown)
    receive(byBob({ 'views/1/display/later': 'x' }))
    change({ params: { cells: 4 } })
    expect(sent).toEqual([{ 'views/1/params/cells': 4 }])
  })

  it('that is refused is undone in the page', () => {
    const { state, view, change, receive } = enter({ specimenId: 'gyroid' }, shown)
    change({ params: { cells: 99 } })
    const fields = { 'views/1/params/cells': 3 }
    receive({ type: 'refused', code: 'params.invalid', detail: 'cells must be at most 8.', fields })
    expect(view.value.params).toEqual({ cells: 3 })
    expect(state.notice.value).toBe('cells must be at most 8.')
  })

  it('of one who may not is undone at once, but a note under a lock is not', () => {
    const { sent, view, change } = enter(
      { specimenId: 'gyroid' },
      { ...shown, presenter: { peer: 2, locks: true } },
    )
    change({ params: { cells: 9 } })
    expect([sent, view.value.params]).toEqual([[], { cells: 3 }])
    change({ notes: [{ id: 'n', at: [0, 0, 1], text: 'here', author: 'Ada', time: 1 }] })
    expect(sent).toEqual([{ 'notes/n': { view: 1, at: [0, 0, 1], text: 'here' } }])
  })
})

it('has the host compute again by a parameter that is what it was', () => {
  const { state, sent } = enter({}, shown)
  state.runAgain()
  expect(sent).toEqual([{ 'views/1/params/cells': 3 }])
  const plain = enter({}, { 'views/1/specimen': 'gyroid' })
  plain.state.runAgain()
  expect(plain.sent).toEqual([{ 'views/1/params/~': null }])
})

describe('a specimen', () => {
  it('that the page opens is added beside the others; one that is there is made active as it is', () => {
    const { view, sent, change } = enter({ specimenId: 'gyroid' }, shown)
    change({ specimenId: 'box', params: { size: 2 } })
    expect(sent).toEqual([{ 'views/2/specimen': 'box', 'views/2/params/size': 2, active: 2 }])
    change({ specimenId: null })
    change({ specimenId: 'gyroid', params: {} })
    expect(sent.at(-1)).toEqual({ active: 1 })
    expect(view.value.params).toEqual({ cells: 3 })
  })

  it('that another makes active is opened from the gallery too; a change of its values opens nothing', () => {
    const { view, change, receive } = enter({ specimenId: 'gyroid' }, shown)
    change({ specimenId: null })
    receive(byBob({ 'views/1/params/cells': 5 }))
    expect(view.value.specimenId).toBe(null)
    receive(byBob({ 'views/2/specimen': 'box', active: 2 }))
    expect(view.value.specimenId).toBe('box')
  })

  it('is not opened in a gallery that is looked at, when the page comes back after an outage', () => {
    const { view, change, receive } = enter({ specimenId: 'gyroid' }, shown)
    change({ specimenId: null })
    receive({ type: 'away', detail: 'The connection was lost.' })
    receive({ type: 'entered' })
    expect(view.value.specimenId).toBe(null)
  })

  it('stays as it is for a page that the host has let go', () => {
    const { state, view, sent, change, receive } = enter({ specimenId: 'gyroid' }, shown)
    receive({ type: 'ended', code: 'token.refused', detail: 'The token has ended.' })
    change({ params: { cells: 9 } })
    expect([sent, view.value.params, state.refusal.value]).toEqual([[], { cells: 3 }, 'The token has ended.'])
  })

  it('that is closed makes way for another', () => {
    const { state, view, sent } = enter({}, { ...shown, 'views/2/specimen': 'box' })
    state.shut(1)
    expect(sent).toEqual([{ 'views/1/specimen': null, active: 2 }])
    expect(view.value.specimenId).toBe('box')
  })
})

it('brings a room back that its host has lost, with all its views and what was changed meanwhile', () => {
  const { fields, sent, change, receive } = enter(
    {},
    { ...shown, 'views/2/specimen': 'box', 'views/1/run': { version: 1 } },
  )
  receive({ type: 'away', detail: 'The connection was lost.' })
  change({ params: { cells: 7 } })
  fields.clear()
  receive({ type: 'entered' })
  expect(sent.at(-1)).toEqual({ ...shown, 'views/1/params/cells': 7, 'views/2/specimen': 'box' })
})
