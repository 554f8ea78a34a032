/** The meaning of a view for a visit: its words on the board, and what hands do with it. */
import type { Signal } from '@preact/signals'
import { type Picking, readPicking } from '../../handles/picking.ts'
import type { BoardCell, StoryWords } from '../../xr/board-words.ts'
import type { VisitSubject } from '../../xr/visit-subject.ts'
import type { OpenedView } from '../model/opened-view.ts'
import { listAxisNames, listSceneTexts, toBoardColors } from './headset-look.ts'
import type { HeadsetPanel } from './headset-panel.ts'
import { listPartBoardRows } from './headset-parts.ts'
import type { HeadsetPlaces } from './headset-places.ts'
import { findPlane, listCut, movePlane } from './headset-plane.ts'
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

/** The boards of a view. */
export interface Boards {
  readonly panel: HeadsetPanel | null
  readonly story: StoryWords | null
  /** True while hands take parts. */
  readonly isTaking: Signal<boolean>
  readonly places: HeadsetPlaces
}

/** Returns the meaning of a view, as it is now. */
export function toSubject(
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
    tools: [
      ...listTools(tools),
      ...listCut(opened),
      ...listTaking(opened, tools, isTaking),
      ...listHandlesTool(places),
    ],
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
  if (picking) return picking.toHint('Pinch')
  const { isOnSurface } = stroke.value ?? {}
  const drawing = isOnSurface ? 'Pinch, and draw on the surface.' : 'Pinch, and draw in the air.'
  return held.value ?? (stroke.value && drawing)
}

/** Returns the button that puts the handles of places away; none where there are none. */
function listHandlesTool({ areThere, areShown }: HeadsetPlaces): readonly BoardCell[] {
  if (!areThere.value) return []
  const isOn = areShown.value
  const press = (): void => {
    areShown.value = !isOn
  }
  return [{ label: 'Handles', isOn, isOff: false, press }]
}
