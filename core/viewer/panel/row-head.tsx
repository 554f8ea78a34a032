import type { Params } from '../../contract/domain/schema.ts'
import type { Json } from '../../contract/values/json.ts'
import type { Control } from './control.ts'
import type { PanelData } from './data/panel-data.ts'
import { isSegmented } from './fields/choice-field.tsx'
import { type FieldProps, isCompound, type RowForm } from './fields/field.ts'
import { FieldButton } from './fields/icon.tsx'
import type { Field, Row } from './panel-model.ts'
import type { PanelPlaces } from './panel-places.ts'
import { canPick, createPick } from './places.ts'
import { pickInteger } from './rows/number-scale.ts'
import { canShow, findVariant, toOwnValue } from './rows/row-values.ts'
import { isSame, readAt, toLastStep } from './values.ts'
import { describeRowValue } from './words.ts'

/** Called for a row whose parameter is to be played, with its value. */
export type PlayRow = (row: Row, value: Json | undefined) => void

/** A row as it is drawn. */
export interface DrawnRow extends Pick<FieldProps<Field['kind']>, 'row' | 'value' | 'ids' | 'isInvalid'> {
  readonly form: RowForm
  /** The state that all rows of a panel share. */
  readonly context: {
    readonly control: Control
    /** The parameters of the visible result. */
    readonly shown: Params | null
    readonly beside: readonly Params[]
    readonly onPlay: PlayRow | undefined
    readonly data: PanelData | null
    /** Null where no picture has handles. */
    readonly places: PanelPlaces | null
    /** Shows the rows inside a row's data, in place of these. */
    readonly onEnter: (row: Row) => void
    /** Sentences by the pointer of the row that shows them. */
    readonly problems: ReadonlyMap<string, readonly string[]>
  }
  /** Called when the pressed button disappears. */
  readonly onReplaced: () => void
}

/** The label of a row, the value of the picture where that differs, and a button that resets. */
export function RowHead({ row, value, ids, form, context, onReplaced }: DrawnRow) {
  const { control, shown, beside, onPlay, places } = context
  const { field, initial, isRequired, pointer } = row
  const isShown = canShow(field, value)
  const isFor =
    isShown &&
    !isCompound(row) &&
    !(field.kind === 'choice' && isSegmented(field.options.map(({ label }) => label)))
  const chosen = (field.kind === 'variant' ? findVariant(field, value)?.row : null) ?? row
  const text = [row.label, row.unit !== '' && <span class="panel-unit"> ({row.unit})</span>]
  const label = isFor ? (
    <label id={ids.label} for={ids.input} dir="auto">
      {text}
    </label>
  ) : (
    <span id={ids.label} aria-hidden={isCompound(row)} dir="auto">
      {text}
    </span>
  )
  if (form !== 'whole') return <div class="panel-hidden">{label}</div>
  const seen = shown === null ? value : readAt(shown, pointer)
  const isOther = field.kind !== 'group' && !isSame(toOwnValue(row, seen), toOwnValue(row, value))
  const canReset = !isSame(value, initial) && field.kind !== 'group' && (initial !== undefined || !isRequired)
  const back = initial === undefined ? `Leave ${row.label} out` : `Reset ${row.label} to its default`
  return (
    <div class="panel-head">
      {label}
      {isShown && isSeed(row) && (
        <FieldButton
          icon="die"
          label={`Random ${row.label}`}
          onClick={() => control.settle(pointer, pickSeed(row))}
        />
      )}
      {isShown && onPlay && hasSteps(row) && (
        <FieldButton icon="play" label={`Play ${row.label}`} onClick={() => onPlay(row, value)} />
      )}
      {isShown && places && canPick(chosen) && <PickButton row={chosen} places={places} control={control} />}
      <Beside row={row} value={value} values={beside.map((params) => readAt(params, pointer))} />
      {isOther && <span class="panel-seen">Picture shows {describeRowValue(row, seen)}</span>}
      {canReset && (
        <FieldButton
          icon="reset"
          label={back}
          title={`${back}: ${describeRowValue(row, initial)}`}
          onClick={() => {
            control.settle(pointer, initial)
            onReplaced()
          }}
        />
      )}
    </div>
  )
}

interface PickButtonProps {
  readonly row: Row
  readonly places: PanelPlaces
  readonly control: Control
}

/** Has the next click on the specimen give the place. */
function PickButton({ row, places, control }: PickButtonProps) {
  const { pointer, label } = row
  const { picked } = places
  const isPressed = picked.value?.row.pointer === pointer
  return (
    <FieldButton
      icon="pick"
      label={`Pick ${label} on the specimen`}
      isPressed={isPressed}
      onClick={() => {
        picked.value = isPressed ? null : createPick(row, control, picked)
      }}
    />
  )
}

/** Returns whether a row can be played: none inside another, and none without steps. */
function hasSteps({ pointer, field }: Row): boolean {
  return pointer.lastIndexOf('/') === 0 && ['slider', 'number', 'choice'].includes(field.kind)
}

interface BesideProps {
  readonly row: Row
  readonly value: Json | undefined
  readonly values: readonly (Json | undefined)[]
}

/** The values of what is compared, where they differ. */
function Beside(props: BesideProps) {
  const { row, value, values } = props
  const isAlike = (other: Json | undefined): boolean => isSame(toOwnValue(row, other), toOwnValue(row, value))
  if (row.field.kind === 'group' || values.every(isAlike)) return null
  const texts = values.map((other) => describeRowValue(row, other))
  return <span class="panel-seen is-beside">Beside {texts.join(', ')}</span>
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
