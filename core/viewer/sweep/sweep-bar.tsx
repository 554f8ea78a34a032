import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { mergeDefaults } from '../../contract/domain/schema.ts'
import { toRows } from '../panel/rows/to-rows.ts'
import { isSame, keepKnown, toChanged, toLastStep } from '../panel/values.ts'
import { describeRowValue } from '../panel/words.ts'
import { Icon } from '../parts/icon.tsx'
import { mostSweepSteps } from '../state/view-state.ts'
import { type SweepProps, stepMilliseconds, useSteps } from './run-sweep.ts'
import { SaveButtons } from './save-buttons.tsx'
import { listSweepValues } from './sweep-values.ts'

/** A parameter that is played: its steps are computed ahead, and shown without a request. */
export function SweepBar(props: SweepProps) {
  const { sweep, isOfTime, schema, params, onSweep, onShow } = props
  const row = useMemo(
    () => toRows(schema).find(({ pointer }) => toLastStep(pointer) === sweep.name),
    [schema, sweep.name],
  )
  const values = row ? listSweepValues(row, sweep) : []
  const complete = mergeDefaults(schema, keepKnown(schema, params))
  const isPlayed = useSignal(false)
  const isWanted = isPlayed.value || !isOfTime
  const wanted = isWanted ? values : []
  const { steps, problem } = useSteps(props, JSON.stringify({ ...complete, [sweep.name]: wanted }))
  const at = Math.max(
    0,
    values.findIndex((value) => isSame(value, complete[sweep.name])),
  )
  const show = (place: number): void => {
    const step = steps[place]
    if (step) onShow(toChanged(schema, step.params), step)
  }
  const label = row?.label ?? sweep.name
  const say = (value = complete[sweep.name]): string => `${label} ${row ? describeRowValue(row, value) : ''}`
  return (
    <section class="sweep" aria-label={`Sweep of ${label}`}>
      <div class="sweep-line">
        <Player
          at={at}
          count={steps.length}
          total={values.length}
          text={say()}
          onShow={show}
          onPlay={() => {
            isPlayed.value = true
          }}
        />
        <output>{say()}</output>
        {!isOfTime && (
          <button
            type="button"
            class="icon-button"
            aria-label="Close the sweep"
            onClick={() => onSweep(null)}
          >
            <Icon name="close" />
          </button>
        )}
      </div>
      <div class="sweep-line">
        {row?.field.kind !== 'choice' && <Ends sweep={sweep} onSweep={onSweep} />}
        <span role={problem === null ? 'status' : 'alert'}>
          {problem ?? sayProgress(steps.length, values.length, isWanted)}
        </span>
        <SaveButtons
          {...props}
          isReady={steps.length > 0 && steps.length === values.length}
          steps={steps}
          say={(step) => say(step.params[sweep.name])}
        />
      </div>
    </section>
  )
}

function sayProgress(there: number, all: number, isWanted: boolean): string {
  if (all < 2) return 'There is one value only.'
  return isWanted ? `${there} of ${all}` : `${there} of ${all} are there: Play computes them`
}

interface PlayerProps {
  readonly at: number
  /** The steps that are there, from the first, and how many there will be. */
  readonly count: number
  readonly total: number
  readonly text: string
  readonly onShow: (place: number) => void
  readonly onPlay: () => void
}

/** Speeds of playing, as factors of the usual one. */
const speeds = [0.25, 0.5, 1, 2, 4, 8]

/**
 * A button that shows one step after the other, its speed, and a slider. A step that is not there yet is
 * waited for; after the last one comes the first again, or the end.
 */
function Player(props: PlayerProps) {
  const { at, count, total, text, onShow, onPlay } = props
  const isPlaying = useSignal(false)
  const isLooping = useSignal(true)
  const speed = useSignal(1)
  const isLast = at + 1 >= total
  useEffect(() => {
    if (!isPlaying.value) return
    if (isLast && !isLooping.value) {
      isPlaying.value = false
      return
    }
    const next = isLast ? 0 : at + 1
    if (next >= count) return
    const timer = setTimeout(() => onShow(next), stepMilliseconds / speed.value)
    return () => clearTimeout(timer)
  }, [isPlaying.value, isLooping.value, speed.value, isLast, at, count])
  return (
    <>
      <button
        type="button"
        class="icon-button"
        aria-label={isPlaying.value ? 'Pause' : 'Play'}
        disabled={total < 2}
        onClick={() => {
          isPlaying.value = !isPlaying.value
          if (!isPlaying.value) return
          onPlay()
          if (isLast && !isLooping.value) onShow(0)
        }}
      >
        <Icon name={isPlaying.value ? 'pause' : 'play'} />
      </button>
      <input
        type="range"
        aria-label="Step"
        aria-valuetext={text}
        min={0}
        max={Math.max(0, count - 1)}
        value={at}
        disabled={count < 2}
        onInput={({ currentTarget }) => onShow(Number(currentTarget.value))}
      />
      <select
        aria-label="Speed"
        value={speed.value}
        onChange={({ currentTarget }) => {
          speed.value = Number(currentTarget.value)
        }}
      >
        {speeds.map((times) => (
          <option key={times} value={times}>
            {times}×
          </option>
        ))}
      </select>
      <button
        type="button"
        class="icon-button"
        aria-label="Loop"
        aria-pressed={isLooping.value}
        onClick={() => {
          isLooping.value = !isLooping.value
        }}
      >
        <Icon name="loop" />
      </button>
    </>
  )
}

function Ends({ sweep, onSweep }: Pick<SweepProps, 'sweep' | 'onSweep'>) {
  const { from, to, count } = sweep
  const fields = [
    { label: 'From', value: from, set: (value: number) => ({ ...sweep, from: value }) },
    { label: 'To', value: to, set: (value: number) => ({ ...sweep, to: value }) },
    {
      label: 'Steps',
      value: count,
      set: (value: number) => ({ ...sweep, count: Math.min(mostSweepSteps, Math.max(2, Math.round(value))) }),
    },
  ]
  return (
    <>
      {fields.map(({ label, value, set }) => (
        <label key={`${label} ${value}`}>
          {label}{' '}
          <input
            type="number"
            step="any"
            style={{ '--digits': String(value).length }}
            defaultValue={value} // steps arrive while it is typed
            onChange={({ currentTarget: { valueAsNumber } }) => {
              if (Number.isFinite(valueAsNumber)) onSweep(set(valueAsNumber))
            }}
          />
        </label>
      ))}
    </>
  )
}
