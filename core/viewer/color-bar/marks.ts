import { formatNumber, inOneNotation, listPowers, listTicks } from '../../contract/look/ticks.ts'

/** Few, so that the bar stays quiet. */
const tickCount = 4

/** A number below the bar, and its place in percent of the bar. */
export interface Mark {
  readonly text: string
  readonly percent: number
}

/** A colour bar from one value to another. */
export interface Scaled {
  readonly low: number
  readonly high: number
  readonly isLogarithmic?: boolean
}

/** Returns both ends, and the round numbers between them. */
export function listMarks(scaled: Scaled): readonly Mark[] {
  const { low, high, isLogarithmic = false } = scaled
  const ticks = (isLogarithmic ? listPowers : listTicks)(low, high, tickCount)
  const step = isLogarithmic ? undefined : (ticks[1] ?? 0) - (ticks[0] ?? 0)
  const inner = ticks
    .map((value) => ({ text: formatNumber(value, step), part: toPart(value, scaled) }))
    .filter(({ part }) => part > 0 && part < 1)
  const ends = low < high ? [low, high] : [low]
  const outer = ends.map((value, i) => ({ text: formatEnd(value, scaled), part: low < high ? i : 0.5 }))
  const all = [...outer.slice(0, 1), ...inner, ...outer.slice(1)]
  const texts = inOneNotation(all.map(({ text }) => text))
  return all.map(({ part }, i) => ({ text: texts[i] ?? '', percent: 100 * part }))
}

/** Returns the number at an end. */
export function formatEnd(value: number, { low, high, isLogarithmic = false }: Scaled): string {
  return formatNumber(value, (isLogarithmic ? Math.abs(value) : high - low) / 1000)
}

function toPart(value: number, { low, high, isLogarithmic = false }: Scaled): number {
  const place = isLogarithmic ? Math.log : (number: number) => number
  return high > low ? (place(value) - place(low)) / (place(high) - place(low)) : 0.5
}
