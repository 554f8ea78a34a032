/** A story: its pages, what they pin, and what a turn of them changes. */
import { signal } from '@preact/signals'
import { describe, expect, it } from 'vitest'
import { defaultDisplay } from '../../../../core/contract/look/display.ts'
import { createTimeline } from '../../../../core/viewer/history/timeline.ts'
import { ChosenParams } from '../../../../core/viewer/specimen/model/chosen-params.ts'
import type { OpenedView } from '../../../../core/viewer/specimen/model/opened-view.ts'
import { listPages, readStory, toStoryPage, turnStory } from '../../../../core/viewer/specimen/model/story.ts'
import { initialView, type ViewState } from '../../../../core/viewer/state/view-state.ts'

const note = { id: 'n', at: [0, 0, 0], text: 'Here', author: '', time: 0 } as const
const story = [
  'Once.',
  'A [closer look](?cells=4&~camera=0,0,0,0,-9,0&~box=1), and [another](?cells=9).',
  '',
  'The [end](?cells=many&__proto__=1&~room=elsewhere&~note=%5B%22x%22%5D).',
]

function openStory(pages: readonly string[] = story, refusal: string | null = null) {
  const view = signal<ViewState>({ ...initialView, specimenId: 'gyroid', roomId: 'lab', notes: [note] })
  const onChange = (part: Partial<ViewState>): void => {
    view.value = { ...view.value, ...part }
  }
  const timeline = createTimeline({ params: {}, display: {} }, () => 0)
  const model = {
    body: signal({ id: 'gyroid', story_text: pages }),
    storyPage: signal(0),
    params: new ChosenParams({ view, onChange }),
    timeline,
  }
  const base = signal(defaultDisplay)
  const room = refusal === null ? null : { refusal: signal(refusal) }
  const opened = { model, base, room } as unknown as OpenedView // what a story reads of it
  return { opened, view, timeline, model }
}

describe('the pages of a story', () => {
  it('are those with a text, of which the nearest one is read', () => {
    const pages = listPages(story)
    expect(pages.length).toBe(3)
    expect([-1, 0, 2, 9].map((at) => toStoryPage(pages, at, 'gyroid')?.at)).toEqual([0, 0, 2, 2])
    expect(toStoryPage([], 0, 'gyroid')).toBeNull()
    const { opened, model } = openStory(['One.', 'Two.'])
    model.storyPage.value = 7 // of a longer story that was rebuilt
    expect(readStory(opened)?.text).toBe('Two.')
    expect(readStory(opened, -1)?.text).toBe('One.')
  })

  it('pin the values, settings and camera of their first link to the specimen', () => {
    const page = toStoryPage(listPages(story), 1, 'gyroid')
    expect(page?.pin).toEqual({
      label: 'closer look',
      params: { cells: 4 },
      display: { box: true },
      camera: { target: [0, 0, 0], offset: [0, -9, 0] },
    })
  })

  it.each([
    'Words.',
    '[The web](https://example.org/?cells=4)',
    '[Not this](javascript:alert(1))',
    'https://example.org/?cells=4',
    '[](?cells=4)',
    '[two words](?cells=4 &~box=1)',
    `[Too long](?cells=${'4'.repeat(200_000)})`,
  ])('pin nothing by %.40s', (text) => {
    expect(toStoryPage([text], 0, 'gyroid')?.pin).toBeNull()
  })

  it.each([
    ['[nonsense](?~camera=nonsense&~box=9&%&=&~foo=1)', { params: {}, display: {}, camera: null }],
    ['[a prototype](?__proto__=%7B%7D&~camera=1,2,3,NaN,0,0)', { params: {}, display: {}, camera: null }],
  ])('pin what can be read of a link of any kind', (text, pin) => {
    expect(toStoryPage([text], 0, 'gyroid')?.pin).toMatchObject(pin)
  })
})

describe('a turn of the page', () => {
  it('shows what it pins in one step, and leaves the room, the notes and the specimen as they are', () => {
    const { opened, view, timeline, model } = openStory()
    expect(turnStory(opened, 1)?.label).toBe('closer look')
    expect(view.value).toEqual({
      ...initialView,
      specimenId: 'gyroid',
      roomId: 'lab',
      notes: [note],
      params: { cells: 4 },
      display: { box: true },
      camera: { target: [0, 0, 0], offset: [0, -9, 0] },
    })
    expect([model.storyPage.value, timeline.undoCount.value]).toEqual([1, 1])
    expect(timeline.step(-1)).toEqual({ params: {}, display: {} })
  })

  it('that pins nothing leaves the view as it is, also the one that was pinned before', () => {
    const { opened, view, timeline } = openStory()
    turnStory(opened, 1)
    const before = view.value
    expect(turnStory(opened, -1)).toBeNull()
    expect(view.value).toBe(before)
    expect([readStory(opened)?.at, timeline.undoCount.value]).toEqual([0, 1])
  })

  it('gives values to their owner as they are written: the schema is asked there, as for a link', () => {
    const { opened, view, model } = openStory()
    model.storyPage.value = 1
    turnStory(opened, 1)
    const { params, roomId, notes } = view.value
    expect({ params, roomId, notes }).toEqual({ params: { cells: 'many' }, roomId: 'lab', notes: [note] })
  })

  it('by none shows again what the page pins', () => {
    const { opened, view, model } = openStory()
    turnStory(opened, 1)
    model.params.set({ cells: 7 })
    turnStory(opened, 0)
    expect([view.value.params, model.storyPage.value]).toEqual([{ cells: 4 }, 1])
  })

  it('is for reading alone while a room refuses changes', () => {
    const { opened, view, timeline } = openStory(story, 'Bob has locked what is shown.')
    const before = view.value
    expect(turnStory(opened, 1)).toBeNull()
    expect(view.value).toBe(before)
    expect([readStory(opened)?.at, timeline.undoCount.value]).toEqual([1, 0])
  })
})
