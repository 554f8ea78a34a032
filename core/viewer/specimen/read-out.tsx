import { formatNumber } from '../color/ticks.ts'
import type { Prepared } from '../data/prepared.ts'
import type { Hit } from '../stage/stage.ts'

/** The place and the value under the pointer. */
export function ReadOut({ hit, prepared }: { readonly hit: Hit | null; readonly prepared: Prepared | null }) {
  if (!hit || !prepared) return null
  return <output class="read-out">{describeHit(hit, prepared)}</output>
}

/** Returns the values at a place, in words and numbers. */
export function describeHit({ place, values, index }: Hit, { type }: Prepared): string {
  const numbers = values.map(formatNumber).join(', ')
  if (type === 'image') return `${index.join(', ')}: ${numbers}`
  const where = `x ${formatNumber(place[0])}  y ${formatNumber(place[1])}  z ${formatNumber(place[2])}`
  return numbers === '' ? where : `${where}  value ${numbers}`
}
