import type { Result } from '../../contract/domain/result/result.ts'
import type { Display } from '../../contract/look/display.ts'
import { findFront } from '../../contract/look/front.ts'
import { readView } from '../../contract/look/view-text.ts'
import { findOrientation, withPlacement } from '../prepared/placement.ts'
import { moveParts, prepare } from '../prepared/prepare.ts'
import type { Prepared } from '../prepared/prepared.ts'

/** The words by which a result is opened: an author's view, and axes. */
interface OpeningWords {
  readonly view?: string | undefined
  readonly axes?: string | undefined
}

/** A result ready to be drawn, with its settings. */
export interface OpenedContent<Words extends OpeningWords> {
  readonly prepared: Prepared
  readonly display: Display
  readonly words: Words
}

/** Returns a result ready to be drawn as its words say. */
export function openContent<Words extends OpeningWords>(result: Result, words: Words): OpenedContent<Words> {
  const { view = '', axes } = words
  const orientation = findOrientation(result, axes)
  const chosen = readView(view)
  const prepared = withPlacement(prepare(result, chosen.creaseAngle), orientation)
  return {
    prepared: moveParts(prepared, chosen.parts),
    display: { ...chosen, from: chosen.from ?? findFront(orientation) },
    words,
  }
}
