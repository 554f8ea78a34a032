/** One owner of a view's parameters: each order of two hands that change them is played, with the requests. */
import { effect, signal } from '@preact/signals'
import { describe, expect, it } from 'vitest'
import type { Params } from '../../../../core/contract/domain/schema.ts'
import type { Json } from '../../../../core/contract/values/json.ts'
import type { ViewerChoice } from '../../../../core/viewer/drive/call.ts'
import { Driver } from '../../../../core/viewer/drive/driver.ts'
import { KeptResults } from '../../../../core/viewer/drive/kept-results.ts'
import type { RunState } from '../../../../core/viewer/drive/run-state.ts'
import { createTimeline } from '../../../../core/viewer/history/timeline.ts'
import { checkParams } from '../../../../core/viewer/panel/check-params.ts'
import { noDrafts, setText, setValue, toPanelState } from '../../../../core/viewer/panel/drafts.ts'
import { ChosenParams } from '../../../../core/viewer/specimen/model/chosen-params.ts'
import { initialView, type ViewState } from '../../../../core/viewer/state/view-state.ts'
import { PlayedClock, PlayedSource, schema } from '../../drive/played.ts'
import { ada, enter } from '../../room/entered-room.ts'

/** A view of a specimen with the driver that reads it. `change` is any hand that writes the view itself. */
function openView(params: Params = {}) {
  const view = signal<ViewState>({ ...initialView, specimenId: 'gyroid', params })
  const change = (part: Partial<ViewState>): void => {
    view.value = { ...view.value, ...part }
  }
  const chosen = new ChosenParams({ view, onChange: change })
  const choices: (ViewerChoice | null)[] = []
  effect(() => {
    choices.push(chosen.choice.value)
  })
  const [source, clock, kept] = [new PlayedSource(), new PlayedClock(), new KeptResults()]
  const states: RunState[] = []
  const driver = new Driver({
    source,
    clock,
    kept,
    check: checkParams,
    specimenId: 'gyroid',
    schema,
    roomId: initialView.roomId,
    viewerId: 'v1',
    choice: chosen.choice,
    onState: (state) => states.push(state),
  })
  return { view, change, chosen, choices, source, clock, kept, driver, states }
}

it('parameters of a drag are read with the name of the slider, and final ones without, in one change', () => {
  const { chosen, choices, view } = openView()
  chosen.drag({ size: 2 }, 'size')
  chosen.drag({ size: 3 }, 'size')
  chosen.set({ size: 3 })
  expect(choices).toEqual([
    { params: {}, dragged: null },
    { params: { size: 2 }, dragged: 'size' },
    { params: { size: 3 }, dragged: 'size' },
    { params: { size: 3 }, dragged: null },
  ])
  expect(view.value.params).toEqual({ size: 3 })
})

it('a camera that moves makes no choice', () => {
  const { change, choices } = openView()
  change({ camera: { target: [0, 0, 0], offset: [1, 0, 0] } })
  expect(choices).toHaveLength(1)
})

it('an address during a drag is final; the drag goes on from it', async () => {
  const { chosen, change, source, clock } = openView()
  await source.last.succeed()
  clock.pass(300)
  chosen.drag({ size: 2 }, 'size')
  expect(source.last.request.params).toEqual({ size: 2, detail: 8 })
  clock.pass(300)
  change({ params: { size: 7, detail: 32 }, camera: null })
  expect(source.last.request.params).toEqual({ size: 7, detail: 32 })
  clock.pass(300)
  chosen.drag({ size: 3, detail: 32 }, 'size')
  chosen.set({ size: 3, detail: 32 })
  expect(source.last.request.params).toEqual({ size: 3, detail: 32 })
  expect(source.open).toHaveLength(1)
})

it('a slider that is let go after the view shows another specimen changes nothing there', () => {
  const { chosen, change, view, source } = openView()
  chosen.drag({ size: 2 }, 'size')
  const count = source.loads.length
  change({ specimenId: 'torus', params: { radius: 1 } })
  chosen.drag({ size: 3 }, 'size')
  chosen.set({ size: 3 })
  expect(view.value).toMatchObject({ specimenId: 'torus', params: { radius: 1 } })
  expect([chosen.choice.value, source.loads.length]).toEqual([null, count])
})

it('a view in another room is of another page', () => {
  const { chosen, change, view } = openView()
  change({ roomId: 'lab' })
  chosen.set({ size: 3 })
  expect([chosen.choice.value, view.value.params]).toEqual([null, {}])
})

it('undo under way of a request ends it, and shows what the page has', async () => {
  const { chosen, source, clock, driver } = openView()
  const timeline = createTimeline({ params: {}, display: {} }, () => clock.now())
  effect(() => {
    const { value } = chosen.choice
    if (value?.dragged === null) timeline.push({ params: value.params })
  })
  await source.last.succeed()
  clock.pass(1000)
  chosen.set({ size: 2 })
  const pending = source.last
  const step = timeline.step(-1)
  if (step) chosen.set(step.params, { display: step.display })
  expect(pending.signal.aborted).toBe(true)
  await pending.succeed()
  expect(driver.state).toMatchObject({ shown: { params: { size: 1 } }, run: { stage: 'idle' } })
  expect(source.loads).toHaveLength(2)
  // The way back makes no step of its own.
  expect([timeline.canUndo.value, timeline.canRedo.value]).toEqual([false, true])
})

it('undo of parameters and settings is one change of the view', () => {
  const { chosen, view } = openView()
  const seen: ViewState[] = []
  effect(() => {
    seen.push(view.value)
  })
  chosen.set({ size: 2 }, { display: { zoom: null } })
  expect(seen).toHaveLength(2)
})

describe('in a room', () => {
  const shown = { active: 1, 'views/1/specimen': 'gyroid', 'views/1/params/size': 4 }

  /** A panel's drafts over the parameters of a view that a room shares. */
  function share(own = ada) {
    const room = enter({ specimenId: 'gyroid' }, shown, own)
    const { view, change } = room
    const chosen = new ChosenParams({ view, onChange: change })
    let drafts = noDrafts
    const read = () => toPanelState(schema, view.value.params, drafts)
    const set = (pointer: string, value: Json): void => {
      const next = setValue(schema, read(), pointer, value)
      drafts = next.drafts
      if (next.params) chosen.set(next.params)
    }
    const type = (pointer: string, text: string): void => {
      drafts = setText(read(), pointer, { text, problem: null })
    }
    return { ...room, chosen, read, set, type }
  }

  it('what another sets arrives beside a text that is typed, and below it', () => {
    const { type, read, receive, set, sent, chosen } = share()
    type('/size', '5')
    receive({ type: 'changed', by: 2, fields: { 'views/1/params/detail': 16 } })
    receive({ type: 'changed', by: 2, fields: { 'views/1/params/size': 9 } })
    expect(read()).toMatchObject({ current: { size: 9, detail: 16 } })
    expect(read().drafts.texts.get('/size')?.text).toBe('5')
    expect(sent).toEqual([])
    set('/size', 5)
    expect(sent).toEqual([{ 'views/1/params/size': 5 }])
    expect(chosen.choice.value).toEqual({ params: { size: 5, detail: 16 }, dragged: null })
  })

  it('what the host refuses goes back in the panel, and a text that is typed stays', () => {
    const { type, read, receive, set, sent, chosen } = share()
    set('/size', 50)
    type('/detail', '3')
    expect(read().current.size).toBe(50)
    receive({
      type: 'refused',
      code: 'params.invalid',
      detail: 'At most 9.',
      fields: { 'views/1/params/size': 4 },
    })
    expect(read().current).toEqual({ size: 4, detail: 64 })
    expect(read().drafts.texts.get('/detail')?.text).toBe('3')
    expect(chosen.choice.value).toEqual({ params: { size: 4 }, dragged: null })
    expect(sent).toHaveLength(1)
  })

  it('what another sets during a drag stays, and the drag goes on over it', () => {
    const { chosen, receive, read, view } = share()
    chosen.drag({ size: 5 }, 'size')
    receive({ type: 'changed', by: 2, fields: { 'views/1/params/detail': 16 } })
    expect(chosen.choice.value?.dragged).toBe(null)
    const next = setValue(schema, read(), '/size', 6)
    if (next.params) chosen.drag(next.params, 'size')
    expect(view.value.params).toEqual({ size: 6, detail: 16 })
    expect(chosen.choice.value?.dragged).toBe('size')
  })

  it('who may not change sees the own change go back before the writer goes on', () => {
    const { set, read, sent, chosen } = share({ ...ada, may_change: false })
    set('/size', 5)
    expect(read().current.size).toBe(4)
    expect(sent).toEqual([])
    expect(chosen.choice.value).toEqual({ params: { size: 4 }, dragged: null })
  })
})

it('a step of a sweep is shown without a request', async () => {
  const { chosen, source, kept, driver } = openView()
  await source.last.succeed()
  const { shown } = driver.state
  if (!shown) throw new Error('nothing is shown')
  kept.add('gyroid', { ...shown, params: { detail: 64, size: 9 } })
  chosen.set({ size: 9 })
  expect([driver.state.shown?.params.size, source.loads.length]).toEqual([9, 1])
})
