import type { ElementArray } from '../../contract/domain/result/elements.ts'
import { type Label, labelCount } from '../../contract/domain/result/labels.ts'
import type { MeshResult, VolumeResult } from '../../contract/domain/result/result.ts'
import { chooseLabelColor, type DrawnLabel, toRank } from '../../contract/look/labels.ts'
import type { RankedLabels } from './prepared.ts'

/** Unmarked integers are labels where there are few, from 0 on, dense, and many samples of each. */
const unmarked = { most: 32, spread: 4, samples: 16 }

/**
 * Returns the labels of a volume that is marked as one, or whose values are few small integers, each with its
 * rank for every sample; undefined for measures. Samples of 0 without a name have no label.
 */
export function findLabels(result: VolumeResult, samples: ElementArray): RankedLabels | undefined {
  const list = listLabels(result, samples)
  if (!list) return undefined
  const ranks = new Map(list.map(({ value, rank }) => [value, rank]))
  return { list, ranks: Uint8Array.from(samples, (value) => ranks.get(value) ?? 0) }
}

/** Returns the labels of {@link findLabels} alone, by value. */
export function listLabels(result: VolumeResult, samples: ElementArray): readonly DrawnLabel[] | undefined {
  const { dtype, labels: marked } = result
  if (!marked && !dtype.includes('int')) return undefined
  const counts = countValues(samples, marked ? labelCount : unmarked.most)
  if (!counts || (!marked && !areFew([...counts.keys()], samples.length))) return undefined
  const known = new Map(marked?.map((label) => [label.value, label]))
  const values = [...counts.keys()].filter((value) => value !== 0 || known.has(0)).sort((a, b) => a - b)
  return values.map((value, i) => toLabel(value, { place: i, count: counts.get(value) ?? 0, known }))
}

/** Returns the labels of vertices or points, by value; undefined where their values are measures. */
export function listScalarLabels({
  scalars,
  labels,
}: Pick<MeshResult, 'scalars' | 'labels'>): readonly DrawnLabel[] | undefined {
  const counts = scalars && labels && countValues(scalars, labelCount)
  if (!counts) return undefined
  const known = new Map(labels.map((label) => [label.value, label]))
  const values = [...counts.keys()].sort((a, b) => a - b)
  return values.map((value, i) => toLabel(value, { place: i, count: counts.get(value) ?? 0, known }))
}

/** A label by its place in the order of values, with the samples that have it. */
interface CountedLabel {
  readonly place: number
  readonly count: number
  readonly known: ReadonlyMap<number, Label>
}

function toLabel(value: number, { place, count, known }: CountedLabel): DrawnLabel {
  const { name = '', color = chooseLabelColor(value) } = known.get(value) ?? {}
  return { value, rank: toRank(place), name, color, count }
}

/** Returns the number of samples of each value; undefined for more values than `most`. NaN has none. */
function countValues(samples: ElementArray, most: number): ReadonlyMap<number, number> | undefined {
  const counts = new Map<number, number>()
  let [last, count] = [Number.NaN, 0]
  const add = (): void => {
    if (count > 0) counts.set(last, (counts.get(last) ?? 0) + count)
  }
  for (let i = 0; i < samples.length; i++) {
    const value = samples[i] ?? 0
    if (value === last) {
      count++
      continue
    }
    add()
    if (counts.size > most) return undefined
    last = value
    count = Number.isNaN(value) ? 0 : 1
  }
  add()
  return counts.size > most ? undefined : counts
}

function areFew(values: readonly number[], sampleCount: number): boolean {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const isDense = low >= 0 && high <= unmarked.spread * values.length
  return values.length > 1 && isDense && sampleCount >= unmarked.samples * values.length
}
