import { createHash } from 'node:crypto'
import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Log } from '../../contract/domain/log.ts'
import type { FunctionManifest, Manifest } from '../../contract/domain/manifest.ts'
import type { Asset } from '../../contract/domain/specimen.ts'
import { parseDataUri } from '../../contract/text/data-uri.ts'
import { describe } from '../../contract/text/describe.ts'
import { pickWords } from '../../contract/text/words.ts'
import { createInlineRunner } from '../run/inline-runner.ts'
import type { CheckResult } from '../run/runner.ts'
import type { Catalog } from './catalog.ts'
import { checkPresets, checkWords } from './check-words.ts'
import type { CodeFunction, CodeFunctionOptions, CodeRegistration } from './code-function.ts'
import { toFunctionManifest } from './code-manifest.ts'

/** The parts that functions in code are registered with. */
interface CodeRegistrationOptions {
  readonly catalog: Catalog
  readonly manifests: readonly Manifest[]
  readonly check: CheckResult
  readonly log: Log
  readonly runTimeoutSeconds: number
}

/**
 * Returns the registration of code in a catalog. The schema of a function is given in the call, or comes from
 * the entry of a manifest with the same name, else it takes no parameters.
 */
export function createCodeRegistration({
  catalog,
  manifests,
  ...bounds
}: CodeRegistrationOptions): CodeRegistration {
  // The first entry of a name wins.
  const entries = manifests.flatMap(({ functions }) => functions).reverse()
  const built = new Map(entries.map((entry) => [entry.name, entry]))
  const add = (manifest: FunctionManifest, fn: CodeFunction, options: CodeFunctionOptions): void => {
    const { name, return_type: returnType, returns, parameters, progress } = manifest
    checkParameters(manifest, fn, options.schema !== undefined || built.has(name))
    const runner = createInlineRunner(fn, { returnType, returns, parameters, progress, ...bounds })
    const revision = `code:${options.revision ?? digest(JSON.stringify(manifest) + fn.toString())}`
    catalog.addFunction({ manifest, owner: 'code', revision, runner })
  }
  const registerFunction: CodeRegistration['registerFunction'] = (name, fn, options = {}) =>
    add(toFunctionManifest(name, built.get(name), options), fn, options)
  const registerSpecimen: CodeRegistration['registerSpecimen'] = (specimen, fn, options = {}) => {
    const { id, description = options.description ?? '', thumbnail } = specimen
    const { words, faults } = checkWords(pickWords(specimen), id)
    const manifest = toFunctionManifest(id, built.get(id), { ...options, description })
    const read = checkPresets(specimen.presets, manifest.schema, id)
    for (const { message } of [...faults, ...read.faults]) throw new SpecimenError('config.invalid', message)
    const image = thumbnail === undefined ? null : readImage(thumbnail)
    add(manifest, fn, options)
    catalog.addSpecimen({
      kind: 'dynamic',
      id,
      origin: null,
      displayName: specimen.displayName ?? id,
      description,
      type: manifest.return_type,
      tags: specimen.tags ?? [],
      storyText: specimen.storyText ?? [],
      words,
      thumbnail: image,
      functionName: id,
      ...(manifest.returns && { returns: manifest.returns }),
      schema: manifest.schema,
      presets: read.presets,
    })
  }
  return { registerFunction, registerSpecimen }
}

/**
 * Refuses a function with parameters that nothing would fill. A parameter with a default, one behind it and
 * a rest are not in the `length` of a function. @throws `config.invalid`
 */
function checkParameters(
  { name, parameters, progress }: FunctionManifest,
  fn: CodeFunction,
  isDescribed: boolean,
): void {
  // The reporter comes last unless a manifest says where; a parameter that nothing describes may be another.
  const most = parameters.length + (isDescribed && progress === null ? 1 : 0)
  if (fn.length <= most) return
  const named = parameters.length > 0 ? parameters.join(', ') : 'none'
  const found = isDescribed ? `its schema names ${parameters.length} (${named})` : 'it has no schema'
  const remedy =
    'Give the schema of all of them: { schema: { type: "object", properties: { … } } }, without properties ' +
    'for a function of a progress reporter alone; or build it as a plugin and give its manifest in manifests.'
  const detail = `The function ${name} takes ${fn.length} parameters without defaults, and ${found}.`
  throw new SpecimenError('config.invalid', `${detail} ${remedy}`)
}

function readImage(uri: string): Asset {
  const found = parseDataUri(uri)
  if (typeof found === 'string') throw refuseThumbnail(uri, found)
  const { mediaType, parameters, bytes } = found
  if (!mediaType.startsWith('image/')) throw refuseThumbnail(uri, `is of the type ${mediaType}`)
  return { kind: 'bytes', mediaType: mediaType + parameters, bytes, name: null }
}

function refuseThumbnail(uri: string, problem: string): SpecimenError {
  const detail = `thumbnail must be a data: URI of an image, and this one ${problem} (got ${describe(uri)}).`
  return new SpecimenError('config.invalid', detail)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
