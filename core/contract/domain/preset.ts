import { describe } from '../text/describe.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../values/json.ts'

/** Parameters under a name, as an author recommends them. What they leave out has its default. */
export type Preset = { readonly name: string; readonly params: JsonObject }

/** Most presets of a specimen. */
export const mostPresets = 32
const longestName = 60
/** Most characters of the parameters of a preset, as JSON. */
const longestParams = 8192

/** The presets of a list that can be used, and a sentence for each other one. */
export interface ReadPresets {
  readonly presets: readonly Preset[]
  readonly faults: readonly string[]
}

/** Returns the presets of a list from outside that can be used, and a sentence for each other one. */
export function readPresets(given: Json | undefined): ReadPresets {
  if (given === undefined) return { presets: [], faults: [] }
  if (!isJsonArray(given))
    return { presets: [], faults: [`presets must be a list of {name, params} (got ${describe(given)}).`] }
  const presets: Preset[] = []
  const faults: string[] = []
  for (const item of given.slice(0, mostPresets)) {
    const preset = readPreset(item, presets)
    if (typeof preset === 'string') faults.push(preset)
    else presets.push(preset)
  }
  if (given.length > mostPresets) faults.push(tooManyFault(given.length))
  return { presets, faults }
}

/** Returns the fault of a list with too many presets. */
export function tooManyFault(found: number): string {
  return `There may be ${mostPresets} presets (got ${found}); take some out.`
}

/** Returns a preset that comes behind others, or its fault in a sentence. */
export function readPreset(item: Json, earlier: readonly Preset[]): Preset | string {
  if (!isJsonObject(item)) return `A preset must be {name, params} (got ${describe(item)}).`
  const { name, params } = item
  if (typeof name !== 'string' || name === '' || name.trim() !== name || !/^\P{C}+$/u.test(name))
    return `The name of a preset must be a text without blanks around it (got ${describe(name)}).`
  if (name.length > longestName)
    return `The name of a preset must have at most ${longestName} characters (got ${name.length}).`
  const preset = `The preset ${describe(name)}`
  if (earlier.some((other) => other.name === name)) return `${preset} is there twice; rename one of the two.`
  if (!isJsonObject(params))
    return `${preset} must have an object as params, such as {"count": 3} (got ${describe(params)}).`
  const { length } = JSON.stringify(params)
  if (length <= longestParams) return { name, params }
  return `${preset} must have at most ${longestParams} characters of params (got ${length}); take some out.`
}
