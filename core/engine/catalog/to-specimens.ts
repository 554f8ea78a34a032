import { SpecimenError } from '../../contract/domain/errors.ts'
import { boundNotes } from '../../contract/domain/result/notes.ts'
import type { ParameterSchema } from '../../contract/domain/schema.ts'
import { type SourceError, toSourceError } from '../../contract/domain/source-error.ts'
import type { Asset, DynamicSpecimen, Specimen, StaticSpecimen } from '../../contract/domain/specimen.ts'
import { listShortly } from '../../contract/schema/issue-words.ts'
import { describe } from '../../contract/text/describe.ts'
import { pickWords } from '../../contract/text/words.ts'
import type { VerifiedBundle } from '../functions/load-bundles.ts'
import type { RegisteredFunction, Registry } from '../functions/registry.ts'
import { checkPresets, checkWords } from './check-words.ts'
import type { SpecimenFile } from './specimen-file.ts'

/** Returns the specimens of a bundle. Words and presets that cannot be used are left out, and in `errors`. */
export function toBundleSpecimens(
  { manifest, folder, copy, source }: VerifiedBundle,
  errors: SourceError[],
): DynamicSpecimen[] {
  const functions = new Map(manifest.functions.map((entry) => [entry.name, entry]))
  return manifest.specimens.flatMap((entry) => {
    const shown = functions.get(entry.function_name)
    if (!shown) return [] // parseManifest has refused such a manifest
    const what = `the specimen ${entry.id}`
    const { words, faults } = checkWords(pickWords(entry), what)
    const read = checkPresets(entry.presets, shown.schema, what)
    errors.push(...[...faults, ...read.faults].map((fault) => toSourceError(source, fault)))
    const prepare = copy && { prepare: () => copy.prepare() }
    const thumbnail: Asset | null =
      entry.thumbnail_file === null ? null : { kind: 'file', folder, name: entry.thumbnail_file, ...prepare }
    return [
      {
        kind: 'dynamic',
        id: entry.id,
        origin: null,
        displayName: entry.display_name,
        description: entry.description,
        type: shown.return_type,
        tags: entry.tags,
        storyText: entry.story_text,
        words,
        thumbnail,
        functionName: shown.name,
        ...(shown.returns && { returns: shown.returns }),
        schema: shown.schema,
        presets: read.presets,
      } satisfies DynamicSpecimen,
    ]
  })
}

/** The functions and specimens that a specimen's file may refer to, and the list of its faults. */
interface SpecimenSources {
  readonly functions: Registry
  readonly shown: ReadonlyMap<string, DynamicSpecimen>
  readonly faults: SpecimenError[]
}

/**
 * Returns the specimen of a metadata file; `shown` are those of bundles. Presets that cannot be used are left
 * out, and named in `faults`. @throws `function.unknown`, `metadata.invalid` or `schema.invalid`
 */
export function toFileSpecimen(file: SpecimenFile, { functions, shown, faults }: SpecimenSources): Specimen {
  const { id, displayName, data, scene } = file
  if (data !== null && file.type !== null) {
    const { type, thumbnail } = file
    if (file.presets !== undefined) faults.push(staticPresetsError())
    const texts = {
      displayName: displayName ?? id,
      description: file.description ?? '',
      tags: file.tags ?? [],
      storyText: file.storyText ?? [],
      words: file.words ?? {},
    }
    const found = { data, ...(scene && { scene }), ...toNotes(file) }
    return { kind: 'static', id, origin: null, ...texts, type, thumbnail, ...found }
  }
  const functionName = file.functionName ?? ''
  const registered = functions.get(functionName)
  if (!registered) {
    throw new SpecimenError(
      'function.unknown',
      `function_name must be a function of a loaded bundle (got ${describe(functionName)}); add its bundle.`,
    )
  }
  const base = shown.get(functionName)
  const schema = file.schema === null ? registered.manifest.schema : requireFit(file.schema, registered)
  // With other defaults and bounds, presets of the function would mean something else.
  const inherited = file.schema === null ? base?.presets : undefined
  const read = checkPresets(file.presets ?? inherited, schema, 'specimen.json')
  faults.push(...read.faults)
  return {
    kind: 'dynamic',
    id,
    origin: null,
    displayName: displayName ?? id,
    description: file.description ?? base?.description ?? registered.manifest.description,
    type: requireType(file, registered),
    tags: file.tags ?? base?.tags ?? [],
    storyText: file.storyText ?? base?.storyText ?? [],
    words: { ...base?.words, ...file.words },
    thumbnail: file.thumbnail ?? base?.thumbnail ?? null,
    functionName,
    ...(registered.manifest.returns && { returns: registered.manifest.returns }),
    schema,
    presets: read.presets,
  }
}

function toNotes({ notes = [] }: SpecimenFile): Pick<StaticSpecimen, 'notes'> {
  return notes.length > 0 ? { notes: boundNotes(notes) } : {}
}

function staticPresetsError(): SpecimenError {
  const detail = 'presets must stand beside function_name: files take no parameters; remove them.'
  return new SpecimenError('metadata.invalid', detail)
}

function requireType({ type }: SpecimenFile, { manifest }: RegisteredFunction): Specimen['type'] {
  if (type === null || type === manifest.return_type) return manifest.return_type
  throw new SpecimenError(
    'metadata.invalid',
    `type must be ${manifest.return_type}, as ${manifest.name} returns it (got ${type}); leave type out.`,
  )
}

/** A metadata file's schema may bound the function's parameters, not invent or lose needed ones. */
function requireFit(schema: ParameterSchema, { manifest }: RegisteredFunction): ParameterSchema {
  const names = Object.keys(schema.properties)
  const foreign = names.find((name) => !Object.hasOwn(manifest.schema.properties, name))
  const lost = (manifest.schema.required ?? []).find((name) => !names.includes(name))
  if (foreign !== undefined || lost !== undefined) {
    const problem =
      foreign === undefined
        ? `must have the required parameter ${lost}`
        : `must not have ${foreign}, which ${manifest.name} does not take`
    const known = listShortly(Object.keys(manifest.schema.properties), String)
    throw new SpecimenError('schema.invalid', `schema ${problem}; its parameters are ${known}.`)
  }
  return schema
}
