/** Names of mountains that never were. */
import type { Labels } from 'specimen-host/plugin'
import { createRandom } from '../shared/random.ts'
import type { Peak } from './peaks.ts'

const beginnings = [
  'Ar',
  'Bel',
  'Cor',
  'Dun',
  'El',
  'Fen',
  'Gal',
  'Hal',
  'Kar',
  'Lor',
  'Mor',
  'Nor',
  'Or',
  'Sol',
  'Tor',
]
const middles = ['a', 'e', 'i', 'o', 'u', 'an', 'en', 'or', 'il']
const ends = ['bec', 'dal', 'gar', 'lin', 'mont', 'nar', 'rith', 'sund', 'tor', 'vik', 'wen']

/** At most this many are named, the highest ones. */
const mostNames = 40

/**
 * Returns a label above each peak: an invented name, the same for the same seed, and the height in metres.
 */
export function namePeaks(peaks: readonly Peak[], seed: number): Labels {
  const random = createRandom(seed + 1)
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? ''
  const taken = new Set<string>()
  const named = peaks.slice(0, mostNames)
  const texts = named.map(({ height }) => {
    let name = ''
    do name = pick(beginnings) + pick(middles) + pick(ends)
    while (taken.has(name))
    taken.add(name)
    return `${name} ${Math.round(1000 * height)} m`
  })
  const points = Float32Array.from(named.flatMap(({ x, y, height }) => [x, y, height]))
  const left = peaks.length - named.length
  const notes = ['The island and its names are invented.']
  if (left > 0) notes.push(`${left} lower summits of this prominence have no name here.`)
  return { points, texts, notes }
}
