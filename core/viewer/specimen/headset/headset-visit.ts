/** The part of a page in the script of a headset: its panel and its work, on a board, and its room. */
import { computed, effect, signal } from '@preact/signals'
import type { Visitor } from '../../stage/visitor.ts'
import { Company } from '../../xr/company.ts'
import { createVisit, type Visit } from '../../xr/visit.ts'
import type { VisitSubject } from '../../xr/visit-subject.ts'
import type { OpenedView } from '../model/opened-view.ts'
import { createPanel } from './headset-panel.ts'
import { createPlaces } from './headset-places.ts'
import { toStoryWords } from './headset-story.ts'
import { toSubject } from './headset-subject.ts'
import { findPick, type HeadsetTools } from './headset-tools.ts'

/** A visit that shows the panel of a view. */
export interface HeadsetVisit {
  readonly visit: Visitor
  /** Stops it from following the view. */
  readonly stop: () => void
}

/** Returns a visit to a view, which follows its values and its work, and shows the others of its room. */
export function createHeadsetVisit(opened: OpenedView, tools: HeadsetTools): HeadsetVisit {
  const places = createPlaces(opened)
  const panel = createPanel(opened, places)
  const story = computed(() => toStoryWords(opened, () => visit.face()))
  const isTaking = signal(false)
  const toNow = (): VisitSubject =>
    toSubject(opened, tools, { panel: panel.value, story: story.value, isTaking, places })
  const visit: Visit = createVisit(toNow())
  const stop = effect(() => {
    panel.value?.dropDrafts()
    const isPicking = findPick(tools) !== null
    if (isPicking) isTaking.value = false
    if (isPicking) places.drawn.value = null
    visit.say(toNow())
  })
  const { room } = opened
  if (!room) return { visit, stop }
  const company = new Company(room.company)
  const stopMeeting = effect(() => company.meet(room.companions.value))
  const stopAll = (): void => {
    stop()
    stopMeeting()
  }
  return { visit: joinVisitors(visit, company), stop: stopAll }
}

/** Returns two visitors as one; the second comes after the first has moved the specimen. */
function joinVisitors(first: Visitor, second: Visitor): Visitor {
  return {
    enter(scene) {
      first.enter(scene)
      second.enter(scene)
    },
    step(now, frame) {
      first.step(now, frame)
      second.step(now, frame)
    },
    leave() {
      first.leave()
      second.leave()
    },
  }
}
