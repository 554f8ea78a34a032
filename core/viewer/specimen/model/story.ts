/**
 * The story of a specimen, one page after the other. A page pins values and a view by its first link that
 * begins with `?`; what it pins is shown when a person turns to it, and never by itself.
 */
import type { Params } from '../../../contract/domain/schema.ts'
import type { CameraPose } from '../../../contract/look/camera-pose.ts'
import type { Display } from '../../../contract/look/display.ts'
import { listChanges } from '../../../contract/look/link-display.ts'
import { parseFragment } from '../../state/link.ts'
import type { ViewState } from '../../state/view-state.ts'
import type { OpenedView } from './opened-view.ts'
import { storyMarks } from './story-marks.ts'

/** The values and the view of a page of a story. */
export interface Pin {
  /** The words of the link. */
  readonly label: string
  /** As the author has written them: the schema may refuse them. */
  readonly params: Params
  readonly display: Partial<Display>
  /** Null for the specimen as it opens. */
  readonly camera: CameraPose | null
}

/** A page of a story. */
export interface StoryPage {
  readonly text: string
  /** Its place, from 0 on. */
  readonly at: number
  /** The number of pages. */
  readonly count: number
  /** Null for a page that leaves the view as it is. */
  readonly pin: Pin | null
}

/** Returns the pages of a story that have a text. */
export function listPages(story: readonly string[]): readonly string[] {
  return story.filter((text) => text.trim() !== '')
}

/** Returns the page at a place, the nearest one for a place beyond them; null for no story. */
export function toStoryPage(pages: readonly string[], wanted: number, id: string): StoryPage | null {
  const at = Math.max(0, Math.min(wanted, pages.length - 1))
  const text = pages[at]
  return text === undefined ? null : { text, at, count: pages.length, pin: readPin(text, id) }
}

/** Returns the view of a link in a story, which begins with `?`; unreadable parts keep their default. */
export function readStoryLink(id: string, target: string): ViewState {
  return parseFragment(`#/${encodeURIComponent(id)}${target}`)
}

/** Returns the page that is read, or the one so many pages from it. */
export function readStory({ model }: OpenedView, by = 0): StoryPage | null {
  const body = model.body.value
  const pages = listPages(body?.story_text ?? [])
  return body && toStoryPage(pages, Math.min(model.storyPage.value, pages.length - 1) + by, body.id)
}

/**
 * Turns to another page, or stays by 0, and shows what it pins: values by their owner, in one step of the
 * history. While a room refuses changes, pages are only read. Returns what is shown of it; null for nothing.
 */
export function turnStory(opened: OpenedView, by: -1 | 0 | 1): Pin | null {
  const { model, base, room } = opened
  const page = readStory(opened, by)
  if (!page) return null
  model.storyPage.value = page.at
  const { pin } = page
  if (!pin || (room && room.refusal.peek() !== null)) return null
  const display = listChanges(pin.display, base.peek())
  model.timeline.push({ params: pin.params, display })
  // Notes and views beside this one stay, unlike by the link, which is a view as a whole.
  model.params.set(pin.params, { display, camera: pin.camera, sweep: null })
  return pin
}

function readPin(text: string, id: string): Pin | null {
  for (const [, label, target = ''] of text.matchAll(storyMarks)) {
    if (label === undefined || !target.startsWith('?')) continue
    const { specimenId, params, display, camera } = readStoryLink(id, target)
    return specimenId === null ? null : { label, params, display, camera } // too long to be read
  }
  return null
}
