import { SpecimenError } from '../../contract/domain/errors.ts'
import { lookNames } from '../../contract/domain/result/scene.ts'
import { suggestName } from '../../contract/text/suggest.ts'
import { wordNames } from '../../contract/text/words.ts'
import type { JsonObject } from '../../contract/values/json.ts'

const memberNames: readonly string[] = [
  'id',
  'display_name',
  'description',
  'type',
  'tags',
  'story_text',
  'thumbnail_file',
  'data_file',
  'parts',
  'function_name',
  'schema',
  'presets',
  ...wordNames,
]

/** Long beginnings of members, which people take for the whole. */
const shortNames = new Map([
  ['thumbnail', 'thumbnail_file'],
  ['function', 'function_name'],
])

/**
 * Returns an error for each member of a metadata file that is not read, and nearly has the name of one that
 * is. Others are the author's own, and none of the host's business.
 */
export function findMisspelt(given: JsonObject): readonly SpecimenError[] {
  return Object.keys(given)
    .filter((name) => !memberNames.includes(name))
    .flatMap((name) => {
      const nearest = suggestName(name, [...memberNames, ...shortNames.keys()])
      if (nearest === null) return []
      const meant = shortNames.get(nearest) ?? nearest
      const detail = `specimen.json has ${JSON.stringify(name)}, which is not read; did you mean ${meant}?`
      return [new SpecimenError('metadata.invalid', detail)]
    })
}

const partMembers: readonly string[] = ['file', 'node', 'axes', 'look', 'place']

/** Returns an error for each member of a part that is not read: none of a part's is the author's own. */
export function findForeign(part: string, given: JsonObject): readonly SpecimenError[] {
  return Object.keys(given)
    .filter((name) => !partMembers.includes(name))
    .map((name) => {
      const nearest = suggestName(name, [...partMembers, ...lookNames])
      const meant = nearest !== null && !partMembers.includes(nearest) ? `look.${nearest}` : nearest
      const remedy = meant === null ? `a part has ${partMembers.join(', ')}` : `did you mean ${meant}?`
      const detail = `parts.${part} has ${JSON.stringify(name)}, which is not read; ${remedy}`
      return new SpecimenError('metadata.invalid', meant === null ? `${detail}.` : detail)
    })
}
