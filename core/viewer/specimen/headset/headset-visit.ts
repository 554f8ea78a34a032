/** The part of a page in the script of a headset: its panel and its work, on a board, and its room. */
import { computed, effect, type Signal, signal } from '@preact/signals'
import { type Picking, readPicking } from '../../handles/picking.ts'
import type { Visitor } from '../../stage/visitor.ts'
import type { StoryWords } from '../../xr/board-words.ts'
import { Company } from '../../xr/company.ts'
import { createVisit, type Visit, type VisitSubject } from '../../xr/visit.ts'
import type { OpenedView } from '../model/opened-view.ts'
import { listAxisNames, listSceneTexts, toBoardColors } from './headset-look.ts'
import { createPanel, type HeadsetPanel } from './headset-panel.ts'
import { listPartBoardRows } from './headset-parts.ts'
import { createPlaces, type HeadsetPlaces } from './headset-places.ts'
import { findPlane, listCut, movePlane } from './headset-plane.ts'
import { toStoryWords } from './headset-story.ts'
import { findTaking, listTaking, sayTaking } from './headset-taking.ts'
import {
  findPick,
  type HeadsetTools,
  listLabels,
  listNoteRows,
  listTools,
  sayPinch,
} from './headset-tools.ts'
import { toBoardWords } from './headset-words.ts'

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

/** The boards of a view. */
interface Boards {
  readonly panel: HeadsetPanel | null
  readonly story: StoryWords | null
  /** True while hands take parts. */
  readonly isTaking: Signal<boolean>
  readonly places: HeadsetPlaces
}

function toSubject(
  opened: OpenedView,
  tools: HeadsetTools,
  { panel, story, isTaking, places }: Boards,
): VisitSubject {
  const { model, meaning, shownView, room, onStep } = opened
  const picking = readPicking(opened)
  const words = toBoardWords({
    title: model.body.value?.display_name ?? shownView.value.specimenId ?? '',
    colors: toBoardColors(opened),
    rows: [...listNoteRows(tools), ...(panel?.rows.value ?? []), ...listPartBoardRows(opened)],
    run: model.work.value,
    refusal: room?.refusal.value ?? null,
    hint: sayPinch(tools) ?? sayPlace(places, picking) ?? sayTaking(isTaking.value),
    onCancel: model.cancel,
    onRetry: model.retry,
  })
  const undo = (): void => {
    const step = model.timeline.step(-1)
    if (step) onStep(step)
  }
  const { unit } = meaning.value
  return {
    words,
    story,
    unit,
    undoCount: model.timeline.undoCount.value,
    undo,
    tools: [...listTools(tools), ...listCut(opened), ...listTaking(opened, tools, isTaking)],
    onPick: picking?.onPick ?? findPick(tools),
    labels: [
      ...listAxisNames(opened),
      ...listSceneTexts(opened),
      ...listLabels(tools, { content: model.prepared.value, unit }),
    ],
    plane: findPlane(opened),
    onPlane: (plane, isHeld) => movePlane(opened, plane, isHeld),
    onPart: findTaking(opened, tools, isTaking.value),
    places: places.shown.value,
    stroke: places.stroke.value,
  }
}

/** Returns what the hands hold of a place, or are to do for it next; null for nothing. */
function sayPlace({ held, stroke }: HeadsetPlaces, picking: Picking | null): string | null {
  if (picking) return `Pinch the place of ${picking.label}.`
  const { isOnSurface } = stroke.value ?? {}
  const drawing = isOnSurface ? 'Pinch, and draw on the surface.' : 'Pinch, and draw in the air.'
  return held.value ?? (stroke.value && drawing)
}
