/**
 * Numbers on a slider. A slider has whole positions from 0 on, each of which stands for a number that can be
 * written with few digits: 0.3, and never 0.30000000000000004.
 */
import type { CheckedSchema } from '../../../schema/checked-schema.ts'
import type { NumberField, SliderField } from '../panel-model.ts'

/** From here on, one step of an integer is less than a slider of a usual width can show. */
const mostSingleSteps = 10_000
/** A ratio of the bounds from which on a slider is logarithmic. */
const wideRatio = 1000
const positionsPerDecade = 100
const logDigits = 2

/** Returns how a number is set: with a slider where it has two bounds. */
export function toNumberField(schema: CheckedSchema): SliderField | NumberField {
  const isInteger = schema.type === 'integer'
  const own = toOwnStep(schema, isInteger)
  const range =
    (schema.maximum ?? schema.exclusiveMaximum ?? 0) - (schema.minimum ?? schema.exclusiveMinimum ?? 0)
  const step = own ?? toSensibleStep(range)
  const minimum = toClosed(schema.minimum, schema.exclusiveMinimum, {
    step,
    isMultiple: own !== null,
    sign: 1,
  })
  const maximum = toClosed(schema.maximum, schema.exclusiveMaximum, {
    step,
    isMultiple: own !== null,
    sign: -1,
  })
  const isBounded = minimum !== null && maximum !== null && minimum < maximum
  if (!isBounded || maximum - minimum > Number.MAX_SAFE_INTEGER)
    return { kind: 'number', minimum, maximum, step: own, isInteger }
  const ratio = maximum / minimum
  if (minimum > 0 && ratio >= wideRatio && Number.isFinite(ratio))
    return { kind: 'slider', minimum, maximum, step: own, isInteger, scale: 'log' }
  const isFine = own !== null && (maximum - minimum) / own > mostSingleSteps
  const shown = isFine && schema.multipleOf === undefined ? toSensibleStep(maximum - minimum) : step
  return { kind: 'slider', minimum, maximum, step: shown, isInteger, scale: 'linear' }
}

/** The step that the schema asks for. */
function toOwnStep({ multipleOf }: CheckedSchema, isInteger: boolean): number | null {
  if (!isInteger) return multipleOf ?? null
  return multipleOf !== undefined && Number.isInteger(multipleOf) ? multipleOf : 1
}

/** A power of ten: some hundred of it make the range. */
function toSensibleStep(range: number): number {
  const exponent = Math.floor(Math.log10(range / 100))
  return range > 0 && Number.isFinite(exponent) ? Number(`1e${exponent}`) : 0.1
}

interface ScaleGrid {
  readonly step: number
  /** Whether only multiples of the step are taken. */
  readonly isMultiple: boolean
  /** 1 for a lower bound, -1 for an upper one. */
  readonly sign: 1 | -1
}

/** The outermost value inside a bound that may itself be left out. */
function toClosed(
  inclusive: number | undefined,
  exclusive: number | undefined,
  { step, isMultiple, sign }: ScaleGrid,
): number | null {
  const isOpen = exclusive !== undefined && (inclusive === undefined || sign * exclusive >= sign * inclusive)
  const bound = isOpen ? exclusive : inclusive
  if (bound === undefined) return null
  if (!isMultiple) return isOpen ? toClean(bound + sign * step, step, bound) : bound
  const place = sign * Math.ceil((sign * bound) / step - 1e-9)
  const value = toClean(place * step, step)
  const isOutside = isOpen ? sign * value <= sign * bound : sign * value < sign * bound
  return isOutside ? toClean((place + sign) * step, step) : value
}

/** Returns the last position of a slider. */
export function toLastPosition({ minimum, maximum, step, scale }: SliderField): number {
  if (scale === 'log' || step === null) return Math.round(Math.log10(maximum / minimum) * positionsPerDecade)
  return Math.ceil(maximum / step - 1e-9) - Math.floor(minimum / step + 1e-9)
}

/** Returns the nearest position for a number; those outside the bounds are at the ends. */
export function toPosition(slider: SliderField, value: number): number {
  const { minimum, maximum, step, scale } = slider
  const last = toLastPosition(slider)
  if (!(value > minimum)) return 0
  if (value >= maximum) return last
  const position =
    scale === 'log' || step === null
      ? (last * Math.log(value / minimum)) / Math.log(maximum / minimum)
      : value / step - Math.floor(minimum / step + 1e-9)
  return Math.min(last, Math.max(0, Math.round(position)))
}

/** Returns the number at a position. */
export function fromPosition(slider: SliderField, position: number): number {
  const { minimum, maximum, step, scale } = slider
  const last = toLastPosition(slider)
  if (position <= 0) return minimum
  if (position >= last) return maximum
  const value =
    scale === 'linear' && step !== null
      ? toClean((Math.floor(minimum / step + 1e-9) + position) * step, step)
      : toShort(minimum * (maximum / minimum) ** (position / last), step)
  return Math.min(maximum, Math.max(minimum, value))
}

/** On a logarithmic scale. */
function toShort(value: number, step: number | null): number {
  const short = Number(value.toPrecision(logDigits))
  return step === null ? short : toClean(Math.round(short / step) * step, step)
}

/**
 * Returns the number for a slider that somebody has moved to a position: another one than before, where
 * positions beside each other stand for the same.
 */
export function moveSlider(slider: SliderField, before: number, position: number): number {
  const from = toPosition(slider, before)
  const direction = Math.sign(position - from)
  const last = toLastPosition(slider)
  let at = position
  while (direction !== 0 && at > 0 && at < last && fromPosition(slider, at) === before) at += direction
  return fromPosition(slider, at)
}

/** Returns the number one step up (1) or down (-1), inside the bounds. */
export function stepNumber(field: SliderField | NumberField, value: number, direction: 1 | -1): number {
  const { minimum, maximum } = field
  const step = field.step ?? toStepAt(value)
  const moved = toClean(value + direction * step, step, value)
  return Math.min(maximum ?? Number.POSITIVE_INFINITY, Math.max(minimum ?? Number.NEGATIVE_INFINITY, moved))
}

/** A tenth of the value's power of ten. */
function toStepAt(value: number): number {
  const exponent = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)))
  return Number(`1e${exponent - 1}`)
}

/** Removes what binary fractions add behind the last digit that any of these numbers has. */
function toClean(value: number, ...like: readonly number[]): number {
  const decimals = Math.min(100, Math.max(...like.map(countDecimals)))
  return Number(value.toFixed(decimals)) + 0
}

function countDecimals(value: number): number {
  const [, fraction = '', exponent = '0'] = /^-?\d+(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? []
  return Math.max(0, fraction.length - Number(exponent))
}
