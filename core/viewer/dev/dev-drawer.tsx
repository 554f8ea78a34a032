import { type ReadonlySignal, useSignal } from '@preact/signals'
import type { KeyboardEventHandler } from 'preact'
import { formatCount } from '../../contract/text/count.ts'
import { FailureList, formatPlace, OutputLog, ProblemList } from './dev-lists.tsx'
import { type DevState, findPlace } from './dev-state.ts'

/** The messages of `specimen dev`: a strip with counts and the most urgent sentence, which opens to lists. */
export function DevDrawer({ state }: { readonly state: ReadonlySignal<DevState> }) {
  const open = useSignal<'problems' | 'failures' | 'output' | null>(null)
  const { problems, more, faults, failures, output } = state.value
  const wrong = problems.length + more + faults.length
  const lines = output.reduce((sum, { text }) => sum + text.split('\n').length, 0)
  const parts = [
    { part: 'problems', text: sayCount(wrong, 'problem'), isUrgent: wrong > 0 },
    { part: 'failures', text: sayCount(failures.length, 'failure'), isUrgent: failures.length > 0 },
    { part: 'output', text: lines === 0 ? 'No output' : formatCount(lines, 'line'), isUrgent: false },
  ] as const
  const onKeyDown: KeyboardEventHandler<HTMLElement> = ({ key, currentTarget }) => {
    if (key !== 'Escape') return
    currentTarget.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus()
    open.value = null
  }
  return (
    <section class="dev" aria-label="Development" onKeyDown={onKeyDown}>
      <div class="dev-strip">
        {parts.map((tab) => (
          <button
            key={tab.part}
            type="button"
            class={tab.isUrgent ? 'dev-tab dev-urgent' : 'dev-tab'}
            aria-expanded={open.value === tab.part}
            aria-controls="dev-body"
            onClick={() => {
              open.value = open.value === tab.part ? null : tab.part
            }}
          >
            {tab.text}
          </button>
        ))}
        <p class="dev-headline" role="status">
          {toHeadline(state.value)}
        </p>
      </div>
      <div id="dev-body" class="dev-body" hidden={open.value === null}>
        {open.value === 'problems' && <ProblemList problems={problems} more={more} faults={faults} />}
        {open.value === 'failures' && <FailureList failures={failures} />}
        {open.value === 'output' && <OutputLog output={output} />}
      </div>
    </section>
  )
}

function sayCount(count: number, noun: string): string {
  return count === 0 ? `No ${noun}s` : formatCount(count, noun)
}

function toHeadline({ isConnected, problems, faults, failures, served }: DevState): string {
  if (!isConnected) return 'specimen dev does not answer'
  const problem = problems.find(({ severity }) => severity === 'error')
  if (problem) return `${problem.place ? `${formatPlace(problem.place)} ` : ''}${problem.found}`
  const [fault] = faults
  if (fault !== undefined) return fault
  const [failure] = failures
  if (failure && failure.seq > (served?.seq ?? 0))
    return `${findPlace(failure.stack) ?? failure.function} ${failure.message}`
  if (!served) return 'Results follow what you save'
  if (served.functions.length === 0) return 'A plugin was removed'
  return `Built ${served.functions.join(', ')} in ${Math.round(served.milliseconds)} ms`
}
