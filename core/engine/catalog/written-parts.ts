/** The parts of a scene as an object in a metadata file names them. */
import { SpecimenError } from '../../contract/domain/errors.ts'
import { requirePartNames } from '../../contract/domain/result/read-parts.ts'
import { type PartLook, parseColor, requireLook } from '../../contract/domain/result/scene.ts'
import { findWordFault } from '../../contract/look/check-words.ts'
import { describe } from '../../contract/text/describe.ts'
import { isJsonObject, type Json } from '../../contract/values/json.ts'
import { type PartList, parsePart } from '../../data/formats/parts/parts-archive.ts'
import { findForeign } from './misspelt-members.ts'
import { invalidError } from './part-errors.ts'

/** Returns the parts as an object of them says. A look that cannot be used is left out. */
export function listWritten(given: Json, faults: SpecimenError[]): PartList['parts'] {
  if (!isJsonObject(given))
    throw invalidError(
      `parts must be an object of files by part, as { "scan": { "file": "scan.nii.gz" } }, or the name ` +
        `of a .glb whose nodes are the parts (got ${describe(given)}).`,
    )
  const names = Object.keys(given)
  if (names.length === 0) throw invalidError('parts must have at least one part (got none).')
  requirePartNames(names, (detail) => invalidError(`parts: ${detail}`))
  return names.map((name) => {
    const value = given[name] ?? null
    const refuse = (detail: string) => invalidError(`parts.${name}: ${detail}`)
    if (!isJsonObject(value)) return [name, parsePart(value, refuse)]
    faults.push(...findForeign(name, value))
    const { look: found, axes, ...rest } = value
    const onFault = (detail: string) => faults.push(refuse(`${detail} The part is served without it.`))
    const look = readLook(found, onFault)
    const fault = axes === undefined ? null : findWordFault('axes', axes)
    if (fault !== null) onFault(`axes: ${fault}`)
    const said = axes === undefined || fault !== null ? {} : { axes }
    return [name, { ...parsePart({ ...rest, ...said }, refuse), ...(look && { look }) }]
  })
}

/** Returns a look, whose colour may be written as `#c33`; undefined for one that cannot be used. */
function readLook(found: Json | undefined, onFault: (detail: string) => void): PartLook | undefined {
  const { color, ...rest } = found !== undefined && isJsonObject(found) ? found : {}
  const isWritten = typeof color === 'string'
  const given = isWritten ? { ...rest, color: parseColor(color) ?? color } : found
  try {
    return requireLook(given, invalidError)
  } catch (error) {
    if (!(error instanceof SpecimenError)) throw error
    const remedy = isWritten ? ' A colour may also be written as "#cc3333".' : ''
    onFault(error.message + remedy)
    return undefined
  }
}
