/** The manifest of a bundle, of which a host checks every hash; the same bytes for the same source. */

import { describe } from '../text/describe.ts'
import { pickWords, tagWordNames, type Words } from '../text/words.ts'
import { isJsonObject, type Json, type JsonObject } from '../values/json.ts'
import { isCount } from '../values/number.ts'
import { SpecimenError } from './errors.ts'
import { needs as knownNeeds, type Need } from './needs.ts'
import { type Preset, readPresets } from './preset.ts'
import { type ResultType, resultTypes } from './result/result.ts'
import { parseSceneShape, type SceneShape } from './result/returned.ts'
import { isParameterSchema, type ParameterSchema } from './schema.ts'
import { idRule, isId } from './specimen.ts'

/** The version of the format that this host reads. */
export const manifestFormat = 1
/** The manifest's file in a bundle. */
export const manifestName = 'manifest.json'
/** The file beside a manifest that holds its signature, in base64. A build does not make it. */
export const signatureName = 'manifest.sig'
/** The module of every bundle; it exports each function under its registered name. */
export const entryName = 'index.mjs'

/**
 * The name of the symbol under which a bundle finds the place of packages with native code: a global, as a
 * bundle shares no module with the process that loads it.
 */
export const nativePackagesKey = 'specimen-host.packages'

/** A function of a bundle. */
export interface FunctionManifest {
  readonly name: string
  readonly description: string
  readonly return_type: ResultType
  /** The parts of a scene; absent for a function of one kind. */
  readonly returns?: SceneShape
  /** All parameters in the order of the call, the injected reporter included. */
  readonly parameters: readonly string[]
  /** Name of the parameter for the {@link ProgressReporter}, or null. It is not in the schema. */
  readonly progress: string | null
  readonly schema: ParameterSchema
}

/** A specimen of a bundle, shown by one of its functions. Older hosts ignore its words and presets. */
export interface SpecimenManifest extends Words {
  readonly id: string
  readonly function_name: string
  readonly display_name: string
  readonly description: string
  readonly tags: readonly string[]
  readonly story_text: readonly string[]
  /** A file of the bundle, or null. */
  readonly thumbnail_file: string | null
  /** Absent for none. */
  readonly presets?: readonly Preset[]
}

/** A file of the bundle other than the manifest. `path` is relative, with `/`, and stays inside. */
export interface BundleFile {
  readonly path: string
  readonly bytes: number
  /** Lower-case hex. */
  readonly sha256: string
}

/** The contents of a bundle. */
export interface Manifest {
  readonly format: typeof manifestFormat
  /** The bundle's name: its folder. */
  readonly name: string
  /** Permissions that its functions need (`@needs`), absent for none. Older hosts ignore this member. */
  readonly needs?: readonly Need[]
  readonly functions: readonly FunctionManifest[]
  readonly specimens: readonly SpecimenManifest[]
  readonly files: readonly BundleFile[]
}

/**
 * Returns a parsed `manifest.json` as a {@link Manifest}.
 * @throws `manifest.invalid` naming the field, what was found and what was wanted.
 */
export function parseManifest(value: unknown): Manifest {
  if (!isJsonObject(value)) throw refuse('The manifest', value, 'an object')
  const { format } = value
  if (format !== manifestFormat) {
    const wanted = `${manifestFormat}; build the bundle again with this version of the package`
    throw refuse('format', format, wanted)
  }
  const functions = parseList(value.functions, 'functions', parseFunction)
  const files = parseList(value.files, 'files', parseFile)
  const specimens = parseList(value.specimens, 'specimens', parseSpecimen)
  const named = {
    functions: functions.map(({ name }) => name),
    specimens: specimens.map(({ id }) => id),
    files: files.map(({ path }) => path),
  }
  for (const [at, names] of Object.entries(named)) requireUnique(names, at)
  const inFile = findPathInFile(files)
  if (inFile !== undefined) throw refuse('files', inFile, 'files that lie in no other file')
  for (const { id, function_name, thumbnail_file } of specimens) {
    if (!functions.some(({ name }) => name === function_name)) {
      throw refuse(`function_name of specimen ${id}`, function_name, 'a function of this bundle')
    }
    if (thumbnail_file !== null && !files.some(({ path }) => path === thumbnail_file)) {
      throw refuse(`thumbnail_file of specimen ${id}`, thumbnail_file, 'a file of this bundle')
    }
  }
  if (!files.some(({ path }) => path === entryName))
    throw new SpecimenError('manifest.invalid', `files must list ${entryName}.`)
  const name = parseId(value.name, 'name')
  const asked = value.needs === undefined ? {} : { needs: parseNeeds(value.needs) }
  return { format, name, ...asked, functions, specimens, files }
}

/** Requires a sorted list, so that equal needs are equal bytes. */
function parseNeeds(value: Json): readonly Need[] {
  const found: readonly Json[] = Array.isArray(value) ? value : []
  const sorted = knownNeeds.filter((need) => found.includes(need))
  if (found.length > 0 && found.every((need, i) => need === sorted[i])) return sorted
  throw refuse('needs', value, `some of ${knownNeeds.join(', ')}, in this order, each once; or absent`)
}

/** The rule for `parameters`, in words. */
export const parametersRule = 'a list of each property of the schema, and the progress parameter, once'

/** Returns true when parameters fulfil {@link parametersRule}. */
export function listsParameters(
  parameters: readonly string[],
  schema: ParameterSchema,
  progress: string | null,
): boolean {
  const known = new Set([...Object.keys(schema.properties), ...(progress === null ? [] : [progress])])
  return known.size === parameters.length && parameters.every((name) => known.has(name))
}

function parseFunction(value: JsonObject, at: string): FunctionManifest {
  const { schema, return_type: returnType } = value
  const parameters = parseTexts(value.parameters, `${at}.parameters`)
  const progress = value.progress === null ? null : parseText(value.progress, `${at}.progress`)
  if (!isParameterSchema(schema)) throw refuse(`${at}.schema`, schema, 'an object schema with properties')
  if (!listsParameters(parameters, schema, progress))
    throw refuse(`${at}.parameters`, parameters, parametersRule)
  const type = resultTypes.find((name) => name === returnType)
  if (type === undefined) throw refuse(`${at}.return_type`, returnType, `one of ${resultTypes.join(', ')}`)
  return {
    name: parseId(value.name, `${at}.name`),
    description: parseText(value.description, `${at}.description`),
    return_type: type,
    ...(type === 'scene' && { returns: parseReturns(value.returns, `${at}.returns`) }),
    parameters,
    progress,
    schema,
  }
}

function parseReturns(value: Json | undefined, at: string): SceneShape {
  return parseSceneShape(value, (found, wanted) => refuse(at, found, wanted))
}

function parseSpecimen(value: JsonObject, at: string): SpecimenManifest {
  for (const name of tagWordNames) if (value[name] !== undefined) parseText(value[name], `${at}.${name}`)
  return {
    id: parseId(value.id, `${at}.id`),
    function_name: parseId(value.function_name, `${at}.function_name`),
    display_name: parseText(value.display_name, `${at}.display_name`),
    description: parseText(value.description, `${at}.description`),
    tags: parseTexts(value.tags, `${at}.tags`),
    story_text: parseTexts(value.story_text, `${at}.story_text`),
    thumbnail_file:
      value.thumbnail_file === null ? null : parseText(value.thumbnail_file, `${at}.thumbnail_file`),
    ...pickWords(value),
    ...(value.presets !== undefined && { presets: parsePresets(value.presets, `${at}.presets`) }),
  }
}

function parsePresets(value: Json, at: string): readonly Preset[] {
  const { presets, faults } = readPresets(value)
  if (faults.length > 0) throw new SpecimenError('manifest.invalid', `${at}: ${faults.join(' ')}`)
  return presets
}

function parseFile(value: JsonObject, at: string): BundleFile {
  const { bytes, sha256 } = value
  const path = parseText(value.path, `${at}.path`)
  const segments = path.split('/')
  if (
    path.includes('\\') ||
    path.includes('\0') ||
    segments.some((name) => name === '' || name === '.' || name === '..')
  ) {
    throw refuse(`${at}.path`, path, 'a relative path with / that stays inside the bundle')
  }
  if (!isCount(bytes)) throw refuse(`${at}.bytes`, bytes, 'a count of bytes')
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) {
    throw refuse(`${at}.sha256`, sha256, '64 lower-case hex digits')
  }
  return { path, bytes, sha256 }
}

/** Returns a path that leads through another file, as if that were a folder. */
function findPathInFile(files: readonly BundleFile[]): string | undefined {
  const paths = new Set(files.map(({ path }) => path))
  return [...paths].find((path) => {
    const steps = path.split('/')
    return steps.some((_, i) => i > 0 && paths.has(steps.slice(0, i).join('/')))
  })
}

function parseTexts(value: Json | undefined, at: string): string[] {
  if (!Array.isArray(value)) throw refuse(at, value, 'an array')
  return value.map((item: Json, i) => parseText(item, `${at}[${i}]`))
}

function parseList<T>(value: Json | undefined, at: string, parse: (item: JsonObject, at: string) => T): T[] {
  if (!Array.isArray(value)) throw refuse(at, value, 'an array')
  return value.map((item: Json, i) => {
    if (!isJsonObject(item)) throw refuse(`${at}[${i}]`, item, 'an object')
    return parse(item, `${at}[${i}]`)
  })
}

function parseId(value: Json | undefined, at: string): string {
  if (!isId(value)) throw refuse(at, value, idRule)
  return value
}

function parseText(value: Json | undefined, at: string): string {
  if (typeof value !== 'string') throw refuse(at, value, 'a string')
  return value
}

function requireUnique(names: readonly string[], at: string): void {
  const seen = new Set<string>()
  const twice = names.find((name) => seen.has(name) || !seen.add(name))
  if (twice === undefined) return
  const detail = `${at} must have each name once (got ${describe(twice)} twice).`
  throw new SpecimenError('manifest.invalid', detail)
}

function refuse(at: string, found: unknown, wanted: string): SpecimenError {
  return new SpecimenError('manifest.invalid', `${at} must be ${wanted} (got ${describe(found)}).`)
}
