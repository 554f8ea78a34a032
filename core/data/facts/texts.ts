import type { Result } from '../../contract/domain/result/result.ts'
import type { MeshFacts } from '../../contract/wire/facts.ts'

/** Members of facts that a result says itself. */
type Texts = Pick<MeshFacts, 'unit' | 'value_name' | 'value_unit' | 'notes'>

/** Returns the texts of a result. */
export function listTexts(result: Exclude<Result, { readonly type: 'image' }>): Texts {
  return { unit: result.unit ?? null, ...listValueTexts(result) }
}

/** Returns the texts of a result without places in space. */
export function listValueTexts({ valueName, valueUnit, notes }: Result): Omit<Texts, 'unit'> {
  const texts = { value_name: valueName ?? null, value_unit: valueUnit ?? null }
  return notes ? { ...texts, notes } : texts
}
