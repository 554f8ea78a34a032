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
  const { sweep, schema, params, onSweep, onShow } = props
  const row = useMemo(
    () => toRows(schema).find(({ pointer }) => toLastStep(pointer) === sweep.name),
    [schema, sweep.name],
  )
  const values = row ? listSweepValues(row, sweep) : []
  const complete = mergeDefaults(schema, keepKnown(schema, params))
  const { steps, problem } = useSteps(props, JSON.stringify({ ...complete, [sweep.name]: values }))
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
        <Player at={at} count={steps.length} text={say()} onShow={show} />
        <output>{say()}</output>
        <button type="button" class="icon-button" aria-label="Close the sweep" onClick={() => onSweep(null)}>
          <Icon name="close" />
        </button>
      </div>
      <div class="sweep-line">
        {row?.field.kind !== 'choice' && <Ends sweep={sweep} onSweep={onSweep} />}
        <span role={problem === null ? 'status' : 'alert'}>
          {problem ??
            (values.length < 2 ? 'There is one value only.' : `${steps.length} of ${values.length}`)}
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

interface PlayerProps {
  readonly at: number
  readonly count: number
  readonly text: string
  readonly onShow: (place: number) => void
}

/** A button that shows one step after the other, from the first again after the last, and a slider. */
function Player(props: PlayerProps) {
  const { at, count, text, onShow } = props
  const isPlaying = useSignal(false)
  useEffect(() => {
    if (!isPlaying.value) return
    const timer = setTimeout(() => onShow((at + 1) % count), stepMilliseconds)
    return () => clearTimeout(timer)
  }, [isPlaying.value, at, count])
  return (
    <>
      <button
        type="button"
        class="icon-button"
        aria-label={isPlaying.value ? 'Pause' : 'Play'}
        disabled={count < 2}
        onClick={() => {
          isPlaying.value = !isPlaying.value
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
