import { toShownText } from '../../../contract/text/visible-text.ts'
import type { RunStage } from '../../drive/run-state.ts'
import type { BoardCell, BoardColors, BoardRow, BoardStatus, BoardWords } from '../../xr/board-words.ts'

/** The parts of a specimen's page that the board in a headset repeats. */
export interface HeadsetFacts {
  readonly title: string
  readonly colors: BoardColors | null
  readonly rows: readonly BoardRow[]
  readonly run: RunStage
  /** The reason why a room refuses changes; null where it takes them. */
  readonly refusal: string | null
  /** The next thing for the hands to do; null for nothing. */
  readonly hint: string | null
  readonly onCancel: () => void
  readonly onRetry: () => void
}

/** Returns the words of a page for the board in a headset. */
export function toBoardWords({ title, colors, rows, ...work }: HeadsetFacts): BoardWords {
  return { title: toShownText(title), colors, rows, status: toStatus(work) }
}

const quiet = { isFailure: false, fraction: null, button: null } as const

function toStatus(facts: Omit<HeadsetFacts, 'title' | 'colors' | 'rows'>): BoardStatus | null {
  const { run, refusal, hint, onCancel, onRetry } = facts
  const again = toCell('Try again', onRetry)
  switch (run.stage) {
    case 'idle':
      return refusal === null && hint === null ? null : { ...quiet, text: hint ?? toShownText(refusal ?? '') }
    case 'running': {
      const button = refusal === null ? toCell('Cancel', onCancel) : null
      return { ...quiet, text: describeRun(run), fraction: run.fraction, button }
    }
    case 'failed':
      return { ...quiet, text: toShownText(run.failure.message), isFailure: true, button: again }
    case 'cancelled':
      return { ...quiet, text: 'Cancelled.', button: again }
    case 'waiting':
      return { ...quiet, text: 'Some values are missing or not allowed.', isFailure: true }
  }
}

function toCell(label: string, press: () => void): BoardCell {
  return { label, isOn: false, isOff: false, press }
}

/** Returns `Computing … 40 %`, or the author's own words with it. */
function describeRun({ messages, fraction }: Extract<RunStage, { stage: 'running' }>): string {
  const text = toShownText(messages.at(-1)?.text ?? 'Computing …')
  return fraction === null || /\d\s?%/.test(text) ? text : `${text} ${Math.round(100 * fraction)} %`
}
