import { type ReadonlySignal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Issue } from '../../../contract/domain/errors.ts'
import type { ProgressMessage } from '../../../contract/domain/job.ts'
import { toLabel } from '../../../contract/text/to-label.ts'
import type { RunStage } from '../../drive/run-state.ts'
import { isMissing } from '../../panel/explain.ts'
import { Button } from '../../parts/button.tsx'
import { LoadAgain } from '../../parts/load-again.tsx'

interface JobStripProps {
  readonly run: ReadonlySignal<RunStage>
  readonly hasPicture: boolean
  /** The words of a work that says nothing itself. */
  readonly usual: string
  /** Undefined for one who may not. */
  readonly onCancel: (() => void) | undefined
  readonly onRetry: () => void
}

/** The state of the newest parameters: progress with its messages, a failure, or missing values. */
export function JobStrip(props: JobStripProps) {
  const { hasPicture, usual, onCancel, onRetry } = props
  const run = props.run.value
  if (run.stage === 'idle') return null
  const again = <Button onClick={onRetry}>Try again</Button>
  return (
    <section class={`job-strip is-${run.stage}`} aria-label="Computation">
      {run.stage === 'running' && <Running run={run} usual={usual} onCancel={onCancel} />}
      {run.stage === 'failed' && (
        <div class="job-line" role="alert">
          <p>{run.failure.message}</p>
          {run.failure.code === 'page.incomplete' ? <LoadAgain /> : again}
        </div>
      )}
      {run.stage === 'failed' && <Messages messages={run.messages} />}
      {run.stage === 'waiting' && (
        <div class="job-line" role="status">
          <p>{describeWaiting(run.issues)}</p>
        </div>
      )}
      {run.stage === 'cancelled' && (
        <div class="job-line" role="status">
          <p>Cancelled.{hasPicture && ' The picture belongs to the values before.'}</p>
          {again}
        </div>
      )}
    </section>
  )
}

interface RunningProps {
  readonly run: Extract<RunStage, { stage: 'running' }>
  readonly usual: string
  readonly onCancel: (() => void) | undefined
}

function Running(props: RunningProps) {
  const { run, usual, onCancel } = props
  const seconds = useSeconds(run.startedAt)
  const text = run.messages.at(-1)?.text ?? (run.isPreview ? 'Preview …' : usual)
  const spoken = useSpoken(text, seconds)
  return (
    <>
      <div class="job-line">
        <p dir="auto">
          {text}
          <span class="panel-hidden" role="status">
            {spoken}
          </span>
          {seconds >= 1 && <span class="job-time">{formatSeconds(seconds)}</span>}
        </p>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </div>
      <progress aria-label="Progress" {...(run.fraction !== null && { max: 1, value: run.fraction })} />
      <Messages messages={run.messages} />
    </>
  )
}

/** Returns the hint before a result; the panel shows the faults of the values. */
function describeWaiting(issues: readonly Issue[]): string {
  const needed = issues.filter(isMissing)
  const names = needed.map(({ pointer }) => toLabel(pointer.slice(pointer.lastIndexOf('/') + 1)))
  return needed.length === issues.length
    ? `Set ${names.join(' and ')} to compute.`
    : 'Some values are not allowed. Change those that are marked to compute.'
}

function Messages({ messages }: { readonly messages: readonly ProgressMessage[] }) {
  const [first] = messages
  if (!first || messages.length < 2) return null
  return (
    <details class="job-messages">
      <summary>{`${messages.length} messages`}</summary>
      <ol>
        {messages.map(({ seq, text, ts }) => (
          <li key={seq}>
            <span class="job-time">{formatSeconds(ts - first.ts)}</span> {text}
          </li>
        ))}
      </ol>
    </details>
  )
}

/** Returns the text for screen readers: messages may come every few ms, and are read every five seconds. */
function useSpoken(text: string, seconds: number): string {
  const said = useRef({ text, turn: 0 })
  const turn = Math.floor(seconds / 5)
  if (said.current.turn !== turn) said.current = { text, turn }
  return said.current.text
}

function useSeconds(startedAt: number): number {
  const now = useSignal(performance.now())
  useEffect(() => {
    now.value = performance.now()
    const timer = setInterval(() => {
      now.value = performance.now()
    }, 250)
    return () => clearInterval(timer)
  }, [startedAt])
  return Math.max(0, (now.value - startedAt) / 1000)
}

/** Returns a duration as text: `0.4 s`, `12 s`, `2 min 5 s`. */
function formatSeconds(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
