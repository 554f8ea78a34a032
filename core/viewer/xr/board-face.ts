import type { BoardCell, BoardFace, BoardWords } from './board-words.ts'
import { sayScale, toMetres } from './true-size.ts'

/** The wish of a button of a board: it is done in a frame, where the eyes are known. */
export type BoardAction = 'true-size' | 'fit' | 'face' | 'undo' | 'leave'

/** The parts of a subject of which the board speaks. */
interface FaceSubject {
  readonly words: BoardWords
  readonly unit: string
  readonly tools: readonly BoardCell[]
}

/** The specimen in the room, as far as the board speaks of it. */
interface Standing {
  /** Metres of a length of 1. */
  readonly scale: number
  /** True while nothing is shown. */
  readonly isEmpty: boolean
  readonly canUndo: boolean
}

/** Returns the face of the board; `wish` is called when one of its own buttons is pressed. */
export function toFace(
  { words, unit, tools }: FaceSubject,
  { scale, isEmpty, canUndo }: Standing,
  wish: (action: BoardAction) => void,
): BoardFace {
  const metres = toMetres(unit)
  const size =
    metres === null ? 'The size is not known: its lengths have no unit.' : `Size ${sayScale(scale / metres)}`
  const toButton = (action: BoardAction, label: string, isOff: boolean): BoardCell => ({
    label,
    isOn: false,
    isOff,
    press: () => wish(action),
  })
  const buttons = [
    toButton('true-size', '1 : 1', metres === null),
    toButton('fit', 'Fit', isEmpty),
    toButton('undo', 'Undo', !canUndo),
    toButton('leave', 'Leave', false),
  ]
  return { words, size, tools, buttons }
}
