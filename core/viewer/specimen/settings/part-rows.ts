/** The parts of a scene as rows of a list, for the panel and for the board in a headset. */
import type { PartColor } from '../../../contract/domain/result/scene.ts'
import type { Display } from '../../../contract/look/display.ts'
import { changePart, findPartLook } from '../../../contract/look/part-look.ts'
import type { PreparedScenePart } from '../../../data/prepared/prepared.ts'
import { takesColor, toPartTitle } from '../model/chosen-part.ts'
import type { PartChoice } from '../model/opened-view.ts'
import { listPartColors } from '../over/part-colors.ts'

/** A part as a row. */
export interface PartRow {
  readonly part: PreparedScenePart
  readonly title: string
  readonly isShown: boolean
  /** True where it alone is shown, of several. */
  readonly isAlone: boolean
  /** From 0 (clear) to 1. */
  readonly opacity: number
  /** The colours by which it is known. */
  readonly colors: readonly PartColor[]
  /** True for a kind that takes a colour in place of its own. */
  readonly takesColor: boolean
  /** True where clip planes and slabs leave it whole. */
  readonly isWhole: boolean
  /** True where it is shown elsewhere than in the data. */
  readonly isMoved: boolean
}

/** Returns the rows of the parts of a scene, in its order. */
export function listPartRows(parts: readonly PreparedScenePart[], display: Display): readonly PartRow[] {
  const shown = listShown(parts, display)
  return parts.map((part): PartRow => {
    const { isShown, opacity, isWhole, move } = findPartLook(part, display.parts)
    return {
      part,
      title: toPartTitle(part),
      isShown,
      isAlone: isShown && shown.length === 1 && parts.length > 1,
      opacity,
      colors: listPartColors(part, display),
      takesColor: takesColor(part),
      isWhole,
      isMoved: move !== undefined,
    }
  })
}

function listShown(parts: readonly PreparedScenePart[], display: Display): readonly string[] {
  return parts.filter((part) => findPartLook(part, display.parts).isShown).map(({ name }) => name)
}

/** A part that is to be shown alone, among all of its scene as a view shows them. */
export interface AlonePart {
  readonly row: PartRow
  readonly parts: readonly PreparedScenePart[]
  readonly display: Display
}

/**
 * Returns what a view sets of parts with one of them shown alone; for one that is alone with those that were
 * shown before, or that their looks show. `before` keeps them.
 */
export function toggleAlone(
  { row, parts, display }: AlonePart,
  before: PartChoice['before'],
): Display['parts'] {
  const shown = listShown(parts, display)
  const isSwitch = shown.length === 1 && before.peek() !== null
  const wanted = row.isAlone ? before.peek() : [row.part.name]
  if (row.isAlone) before.value = null
  else if (!isSwitch) before.value = shown
  return parts.reduce(
    (set, part) => changePart(set, part, { hidden: wanted ? !wanted.includes(part.name) : undefined }),
    display.parts,
  )
}
