/** An author's words on a result, beside its name and description: each is optional, and one text. */

/** The words that stand in JSDoc as tags (`@view`), and in a metadata file as members of the same name. */
export const tagWordNames = ['view', 'axes', 'value', 'legend'] as const
/** All of them, those of a metadata file alone last. */
export const wordNames = [...tagWordNames, 'source', 'license', 'attribution'] as const

/**
 * The words. `view`: how the result wants to be seen, `rendering=surface colormap=coolwarm`; `axes`: the unit
 * of lengths, `mm`, and where the axes lead, `mm, RAS`; `value`: name and unit of the values, `electron
 * density, 1/Å³`; `legend`: the meaning of the author's own colours; then the origin of data. Absent where
 * nothing was said.
 */
export type Words = { readonly [Name in (typeof wordNames)[number]]?: string }

/** Returns the words among the members of an object: those that are texts and not empty. */
export function pickWords(given: { readonly [Name in keyof Words]?: unknown }): Words {
  return Object.fromEntries(
    wordNames.flatMap((name) => {
      const text = given[name]
      return typeof text === 'string' && text !== '' ? [[name, text] as const] : []
    }),
  )
}

/** The anatomical directions of x, y and z as a regular expression: one of LR, of AP and of SI each. */
export const orientationPattern = '^(?=.*[LR])(?=.*[AP])(?=.*[SI])[LRAPSI]{3}$'

/** Returns unit and orientation of `mm, RAS`; either may be missing. */
export function splitAxes(axes: string): { readonly unit: string; readonly orientation?: string } {
  const parts = axes.split(',').map((part) => part.trim())
  const orientation = parts.pop() ?? ''
  if (!new RegExp(orientationPattern).test(orientation)) return { unit: axes }
  return { unit: parts.join(', '), orientation }
}

/** Returns name and unit of `electron density, 1/Å³`: the unit stands behind the last comma. */
export function splitValue(value: string): { readonly name: string; readonly unit?: string } {
  const [, name = value, unit] = /^(.*),\s*([^,]*)$/s.exec(value) ?? []
  return unit ? { name: name.trim(), unit } : { name: name.trim() }
}
