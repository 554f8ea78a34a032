import { findWorldEnds } from '../../contract/domain/result/direction.ts'
import type { PartResult, Result } from '../../contract/domain/result/result.ts'
import type { MeshFacts } from '../../contract/wire/facts.ts'

/** Members of facts that a result says itself. */
type Texts = Pick<MeshFacts, 'unit' | 'orientation' | 'value_name' | 'value_unit' | 'notes'>

type Placed = Exclude<Result, { readonly type: 'image' }>
type Valued = Exclude<PartResult, { readonly type: 'labels' | 'table' }>

/** Returns the texts of a result of values in space. */
export function listTexts(result: Exclude<Valued, { readonly type: 'image' }>): Texts {
  return { ...listPlaceTexts(result), ...listValueTexts(result) }
}

/** Returns the texts of a result without places in space. */
export function listValueTexts({ valueName, valueUnit, notes }: Valued): Omit<Texts, 'unit' | 'orientation'> {
  const texts = { value_name: valueName ?? null, value_unit: valueUnit ?? null }
  return notes ? { ...texts, notes } : texts
}

/** Returns the texts of a result without values. */
export function listPlaceTexts(result: Placed): Pick<Texts, 'unit' | 'orientation' | 'notes'> {
  const orientation = result.type === 'volume' ? findWorldEnds(result) : result.orientation
  const { unit = null, notes } = result
  return { unit, ...(orientation && { orientation }), ...(notes && { notes }) }
}
