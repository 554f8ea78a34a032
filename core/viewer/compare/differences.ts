import type { Params } from '../../contract/domain/schema.ts'
import { toRows } from '../panel/rows/to-rows.ts'
import { isSame, readAt } from '../panel/values.ts'
import { describeRowValue } from '../panel/words.ts'
import { type ComparedView, complete } from './compared-view.ts'

/**
 * Returns the parameters of a view that differ between the views of its specimen: their values in the first
 * of these, and the way from there in the others. `Cells 3 to 5`
 */
export function describeDifferences(views: readonly ComparedView[], place: number): string {
  const own = views[place]
  const group = views.filter(({ specimenId }) => specimenId === own?.specimenId)
  const [first, ...others] = group.flatMap(complete)
  const [mine] = own ? complete(own) : []
  if (!own?.schema || !first || !mine || others.length === 0) return ''
  const isFirst = group[0] === own
  const parts = toRows(own.schema).flatMap((row) => {
    const [before, now] = [readAt(first, row.pointer), readAt(mine, row.pointer)]
    const differs = (params: Params): boolean => !isSame(readAt(params, row.pointer), before)
    if (!(isFirst ? others.some(differs) : differs(mine))) return []
    const [from, to] = [describeRowValue(row, before), describeRowValue(row, now)]
    if (isFirst) return [`${row.label} ${to}`]
    return [from === to ? row.label : `${row.label} ${from} to ${to}`]
  })
  return parts.join(', ') || (isFirst ? '' : 'The same parameters')
}

/**
 * Returns the values of a view that differ between the views of its specimen, which tell it from these:
 * `Cells 5`. Empty where there is no other, or no difference.
 */
export function nameView(views: readonly ComparedView[], place: number): string {
  const own = views[place]
  const group = views.filter(({ specimenId }) => specimenId === own?.specimenId).flatMap(complete)
  const [mine] = own ? complete(own) : []
  if (!own?.schema || !mine) return ''
  const differing = toRows(own.schema).filter((row) => {
    const value = readAt(mine, row.pointer)
    return group.some((params) => !isSame(readAt(params, row.pointer), value))
  })
  return differing.map((row) => `${row.label} ${describeRowValue(row, readAt(mine, row.pointer))}`).join(', ')
}
