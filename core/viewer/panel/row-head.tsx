import type { JSX } from 'preact'
import type { Json } from '../../domain/json.ts'
import type { Params } from '../../domain/schema.ts'
import { isSegmented } from './fields/choice-field.tsx'
import { type FieldIds, isCompound, type RowForm } from './fields/field.ts'
import { FieldIcon } from './fields/icon.tsx'
import type { Row } from './panel-model.ts'
import { pickInteger } from './rows/number-scale.ts'
import { canShow } from './rows/row-values.ts'
import type { Control, PanelProps } from './use-edits.ts'
import { isSame, readAt, toLastStep } from './values.ts'
import { describeRowValue } from './words.ts'

/** The state that all rows of a panel share. */
export interface PanelContext {
  readonly control: Control
  /** The parameters of the visible result. */
  readonly shown: Params | null
  readonly beside: readonly Params[]
  readonly onPlay: PanelProps['onPlay']
  /** Sentences by the pointer of the row that shows them. */
  readonly problems: ReadonlyMap<string, readonly string[]>
}

interface HeadProps {
  readonly row: Row
  readonly value: Json | undefined
  readonly ids: FieldIds
  readonly form: RowForm
  readonly context: PanelContext
  /** Called when the pressed button disappears. */
  readonly onReplaced: () => void
}

/** The label of a row, the value of the picture where that differs, and a button that resets. */
export function RowHead({ row, value, ids, form, context, onReplaced }: HeadProps): JSX.Element {
  const { control, shown, beside, onPlay } = context
  const { field, initial, isRequired, pointer } = row
  const isShown = canShow(field, value)
  const isFor =
    isShown &&
    !isCompound(row) &&
    !(field.kind === 'choice' && isSegmented(field.options.map(({ label }) => label)))
  const text = [row.label, row.unit !== '' && <span class="panel-unit"> ({row.unit})</span>]
  const label = isFor ? (
    <label id={ids.label} for={ids.input}>
      {text}
    </label>
  ) : (
    <span id={ids.label} aria-hidden={isCompound(row)}>
      {text}
    </span>
  )
  if (form !== 'whole') return <div class="panel-hidden">{label}</div>
  const seen = shown === null ? value : readAt(shown, pointer)
  const isOther = field.kind !== 'group' && !isSame(seen, value)
  const canReset = !isSame(value, initial) && field.kind !== 'group' && (initial !== undefined || !isRequired)
  const back = initial === undefined ? `Leave ${row.label} out` : `Reset ${row.label} to its default`
  return (
    <div class="panel-head">
      {label}
      {isShown && <Die row={row} control={control} />}
      {isShown && onPlay && <Play row={row} onPlay={() => onPlay(row, value)} />}
      <Beside row={row} value={value} values={beside.map((params) => readAt(params, pointer))} />
      {isOther && <span class="panel-seen">Picture shows {describeRowValue(row, seen)}</span>}
      {canReset && (
        <button
          type="button"
          class="panel-icon"
          aria-label={back}
          title={`${back}: ${describeRowValue(row, initial)}`}
          onClick={() => {
            control.settle(pointer, initial)
            onReplaced()
          }}
        >
          <FieldIcon name="reset" />
        </button>
      )}
    </div>
  )
}

/** A button that opens a sweep; nothing for a row inside another, and for what has no steps. */
function Play({ row, onPlay }: { readonly row: Row; readonly onPlay: () => void }): JSX.Element | null {
  const { pointer, field, label } = row
  if (pointer.lastIndexOf('/') > 0 || !['slider', 'number', 'choice'].includes(field.kind)) return null
  return (
    <button
      type="button"
      class="panel-icon"
      aria-label={`Play ${label}`}
      title={`Play ${label}`}
      onClick={onPlay}
    >
      <FieldIcon name="play" />
    </button>
  )
}

/** The values of what is compared, where they differ. */
function Beside(props: {
  readonly row: Row
  readonly value: Json | undefined
  readonly values: readonly (Json | undefined)[]
}): JSX.Element | null {
  const { row, value, values } = props
  if (row.field.kind === 'group' || values.every((other) => isSame(other, value))) return null
  const texts = values.map((other) => describeRowValue(row, other))
  return <span class="panel-seen is-beside">Beside {texts.join(', ')}</span>
}

/** A button that gives a seed another value; nothing for other rows. */
function Die({ row, control }: { readonly row: Row; readonly control: Control }): JSX.Element | null {
  if (!isSeed(row)) return null
  const label = `Random ${row.label}`
  const roll = (): void => control.settle(row.pointer, pickSeed(row))
  return (
    <button type="button" class="panel-icon" aria-label={label} title={label} onClick={roll}>
      <FieldIcon name="die" />
    </button>
  )
}

/** Returns whether a row is the start of random numbers, where one value is as good as another. */
function isSeed({ pointer, field }: Row): boolean {
  return 'isInteger' in field && field.isInteger && /(?:^|_)seed$|Seed$/.test(toLastStep(pointer))
}

function pickSeed({ field, fits, initial }: Row): Json | undefined {
  if (!('isInteger' in field)) return initial
  const part = Math.random()
  return [1, field.step ?? 1].map((step) => pickInteger(field, part, step)).find(fits) ?? initial
}
