import { mergeDefaults, type ParameterSchema, type Params } from '../../domain/schema.ts'
import { toRows } from '../panel/rows/to-rows.ts'
import { isSame, keepKnown, readAt } from '../panel/values.ts'
import { describeRowValue } from '../panel/words.ts'

/** A view's parameters, and the specimen whose function takes them. */
export interface ComparedView {
  readonly specimenId: string
  readonly schema: ParameterSchema | null
  readonly params: Params
}

/** Returns the complete parameters of the other views of a view's specimen. */
export function listBeside(views: readonly ComparedView[], place: number): readonly Params[] {
  const own = views[place]
  return views.flatMap((view) => (view !== own && view.specimenId === own?.specimenId ? complete(view) : []))
}

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

function complete({ schema, params }: ComparedView): readonly Params[] {
  return schema ? [mergeDefaults(schema, keepKnown(schema, params))] : []
}
