/**
 * Numbers on a slider. A slider has whole positions from 0 on; each stands for a number of few digits: 0.3,
 * and never 0.30000000000000004.
 */
import type { CheckedSchema } from '../../../contract/schema/checked-schema.ts'
import type { FieldOf } from '../panel-model.ts'

/** Most steps of an integer that a slider of a usual width can show one by one. */
const mostSingleSteps = 10_000
/** The ratio of the bounds from which a slider is logarithmic. */
const wideRatio = 1000
const positionsPerDecade = 100
const logDigits = 2

/** Returns the field of a number: a slider where it has two bounds. */
export function toNumberField(schema: CheckedSchema): FieldOf<'slider' | 'number'> {
  const isInteger = schema.type === 'integer'
  const own = toOwnStep(schema, isInteger)
  const range =
    (schema.maximum ?? schema.exclusiveMaximum ?? 0) - (schema.minimum ?? schema.exclusiveMinimum ?? 0)
  const step = own ?? toSensibleStep(range)
  const grid = { step, isMultiple: own !== null }
  const minimum = toClosed(schema.minimum, schema.exclusiveMinimum, { ...grid, sign: 1 })
  const maximum = toClosed(schema.maximum, schema.exclusiveMaximum, { ...grid, sign: -1 })
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

/** Returns the step in the schema. */
function toOwnStep({ multipleOf }: CheckedSchema, isInteger: boolean): number | null {
  if (!isInteger) return multipleOf ?? null
  return multipleOf !== undefined && Number.isInteger(multipleOf) ? multipleOf : 1
}

/** Returns a power of ten of which some hundred make the range. */
function toSensibleStep(range: number): number {
  const exponent = Math.floor(Math.log10(range / 100))
  return range > 0 && Number.isFinite(exponent) ? Number(`1e${exponent}`) : 0.1
}

/** An open end of a range: the step to the next value, and its direction. */
interface OpenEnd {
  readonly step: number
  readonly isMultiple: boolean
  readonly sign: 1 | -1
}

/**
 * Returns the outermost value inside a bound, which may be excluded. `isMultiple` is set where the schema
 * takes only multiples of the step; `sign` is 1 for a lower bound, -1 for an upper one.
 */
function toClosed(
  inclusive: number | undefined,
  exclusive: number | undefined,
  { step, isMultiple, sign }: OpenEnd,
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
export function toLastPosition({ minimum, maximum, step, scale }: FieldOf<'slider'>): number {
  if (scale === 'log' || step === null) return Math.round(Math.log10(maximum / minimum) * positionsPerDecade)
  return Math.ceil(maximum / step - 1e-9) - Math.floor(minimum / step + 1e-9)
}

/** Returns the nearest position for a number; those outside the bounds are at the ends. */
export function toPosition(slider: FieldOf<'slider'>, value: number): number {
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
export function fromPosition(slider: FieldOf<'slider'>, position: number): number {
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

/** Returns a number of few digits, for a logarithmic scale. */
function toShort(value: number, step: number | null): number {
  const short = Number(value.toPrecision(logDigits))
  return step === null ? short : toClean(Math.round(short / step) * step, step)
}

/**
 * Returns the number for a slider moved to a position. It differs from the one before, also where adjacent
 * positions stand for the same number.
 */
export function moveSlider(slider: FieldOf<'slider'>, before: number, position: number): number {
  const from = toPosition(slider, before)
  const direction = Math.sign(position - from)
  const last = toLastPosition(slider)
  let at = position
  while (direction !== 0 && at > 0 && at < last && fromPosition(slider, at) === before) at += direction
  return fromPosition(slider, at)
}

/** Returns the number one step up (1) or down (-1), inside the bounds. */
export function stepNumber(field: FieldOf<'slider' | 'number'>, value: number, direction: 1 | -1): number {
  const { minimum, maximum } = field
  const step = field.step ?? toStepAt(value)
  const moved = toClean(value + direction * step, step, value)
  return Math.min(maximum ?? Number.POSITIVE_INFINITY, Math.max(minimum ?? Number.NEGATIVE_INFINITY, moved))
}

const mostSeed = 999_999

/** Returns one of the whole numbers inside the bounds; `part` is from 0 on and below 1. */
export function pickInteger(field: FieldOf<'slider' | 'number'>, part: number, step = 1): number {
  const low = field.minimum ?? Math.min(0, field.maximum ?? 0)
  const count = Math.floor(((field.maximum ?? low + mostSeed) - low) / step) + 1
  return low + step * Math.floor(part * count)
}

/** Returns a tenth of the value's power of ten. */
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
