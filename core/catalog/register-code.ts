/**
 * Functions and specimens registered in code. They run on the host's own event loop and are awaited; their
 * schema is given in the call, or comes from the entry of a manifest with the same name, else they take no
 * parameters.
 */
import { randomBytes } from 'node:crypto'
import { SpecimenError } from '../domain/errors.ts'
import type { Log } from '../domain/log.ts'
import type { FunctionManifest, Manifest } from '../domain/manifest.ts'
import type { Result } from '../domain/result.ts'
import { toEmptySchema } from '../domain/schema.ts'
import type { Asset } from '../domain/specimen.ts'
import { createInlineRunner } from '../run/inline-runner.ts'
import { copySchema } from '../schema/check-schema.ts'
import type { Catalog } from './catalog.ts'
import type { CodeFunction, CodeFunctionOptions, CodeSpecimen } from './code-function.ts'

/** What registration needs of the host. */
export interface Registration {
  readonly catalog: Catalog
  readonly manifests: readonly Manifest[]
  readonly check: (result: Result) => Promise<void>
  readonly log: Log
  readonly runTimeoutSeconds: number
}

/** Adds a function to the catalog. @throws `name.taken`, `config.invalid` or `schema.invalid` */
export function registerFunction(
  registration: Registration,
  name: string,
  fn: CodeFunction,
  options: CodeFunctionOptions = {},
): void {
  const { catalog, check, log, runTimeoutSeconds } = registration
  const manifest = toFunctionManifest(registration, name, options)
  const { return_type: returnType, parameters, progress } = manifest
  const runner = createInlineRunner(fn, { returnType, parameters, progress, check, log, runTimeoutSeconds })
  // Code can be registered anew only by a new process, so a number of its own is identity enough.
  catalog.addFunction({ manifest, owner: 'code', revision: `code:${randomBytes(8).toString('hex')}`, runner })
}

/** Adds a function and a specimen of the same name. @throws as {@link registerFunction} */
export function registerSpecimen(
  registration: Registration,
  specimen: CodeSpecimen,
  fn: CodeFunction,
  options: CodeFunctionOptions = {},
): void {
  const {
    id,
    displayName = id,
    description = options.description ?? '',
    tags = [],
    thumbnail,
    storyText = [],
  } = specimen
  const image = thumbnail === undefined ? null : parseDataUri(thumbnail)
  registerFunction(registration, id, fn, { ...options, description })
  const { schema, registered } = registration.catalog.findFunction(id)
  const type = registered.manifest.return_type
  registration.catalog.addSpecimen({
    kind: 'dynamic',
    id,
    origin: null,
    displayName,
    description,
    type,
    tags,
    storyText,
    thumbnail: image,
    functionName: id,
    schema,
  })
}

function toFunctionManifest(
  { manifests }: Registration,
  name: string,
  options: CodeFunctionOptions,
): FunctionManifest {
  const built = manifests.flatMap(({ functions }) => functions).find((entry) => entry.name === name)
  const { returns = built?.return_type, schema, description = built?.description ?? '' } = options
  if (returns === undefined) {
    throw new SpecimenError(
      'config.invalid',
      `The function ${name} needs its return type: { returns: 'mesh' }, or a manifest that names it.`,
    )
  }
  const what = `The schema of ${name}`
  if (schema === undefined && built) {
    return { ...built, return_type: returns, description, schema: copySchema(built.schema, what) }
  }
  const own = schema === undefined ? toEmptySchema(name) : copySchema(schema, what)
  return {
    name,
    description,
    return_type: returns,
    parameters: Object.keys(own.properties),
    progress: null,
    schema: own,
  }
}

/** Returns the image of a `data:` URI (RFC 2397), in base64 or percent encoding. @throws `config.invalid` */
function parseDataUri(uri: string): Asset {
  const match = /^data:(image\/[a-z0-9.+-]+)((?:;[a-z0-9-]+=[^;,]+)*)(;base64)?,(.*)$/is.exec(uri)
  if (!match) {
    throw new SpecimenError(
      'config.invalid',
      `thumbnail is ${JSON.stringify(uri.slice(0, 40))}; a data: URI of an image was wanted.`,
    )
  }
  const [, mediaType = '', parameters = '', base64, payload = ''] = match
  const text = decodeURIComponent(payload)
  const bytes = base64 ? Buffer.from(text, 'base64') : Buffer.from(text, 'utf8')
  return { kind: 'bytes', mediaType: mediaType + parameters, bytes, name: null }
}
