import { cutText } from '../../../contract/text/cut-text.ts'
import type { BoardCell, StoryWords } from '../../xr/board-words.ts'
import type { OpenedView } from '../model/opened-view.ts'
import { readStory, turnStory } from '../model/story.ts'
import { toPlainStory } from '../model/story-marks.ts'

/** Letters of a page that are read for the board, which has room for fewer. */
const mostLetters = 4000

/**
 * Returns the page of a specimen's story that is read; null for no story. `onSide` is called when a page
 * shows the specimen from a side.
 */
export function toStoryWords(opened: OpenedView, onSide: () => void): StoryWords | null {
  const page = readStory(opened)
  if (!page) return null
  const { at, count, pin, text } = page
  const isLocked = (opened.room?.refusal.value ?? null) !== null
  const toCell = (label: string, by: -1 | 0 | 1, isOff: boolean): BoardCell => ({
    label,
    isOn: false,
    isOff,
    press: () => {
      if (turnStory(opened, by)?.camera) onSide()
    },
  })
  return {
    place: count > 1 ? `${at + 1} of ${count}` : '',
    text: toPlainStory(cutText(text, mostLetters)),
    back: count > 1 ? toCell('Back', -1, at === 0) : null,
    next: count > 1 ? toCell('Next', 1, at === count - 1) : null,
    show: pin && toCell(pin.label, 0, isLocked),
  }
}
