import { join } from 'node:path'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import type { Invocation } from '../../../contract/domain/invocation.ts'
import { withFields } from '../../../contract/domain/log.ts'
import { entryName, type FunctionManifest } from '../../../contract/domain/manifest.ts'
import type { Params } from '../../../contract/domain/schema.ts'
import { listDataPlaces } from '../../../contract/schema/data-places.ts'
import { type FileSource, measureData, type RunContext } from '../runner.ts'
import { oversizedData } from '../take-input.ts'
import type { BundlePoolOptions, LoadedBundle } from './bundle-pool.ts'
import type { BundleCall } from './compartment.ts'

/** The function of a bundle that takes a file. */
const decodeFunction = 'decode'

/** The options of a pool that concern its calls. */
type CallSettings = Pick<BundlePoolOptions, 'allowed' | 'variables' | 'packages' | 'resultBytes' | 'log'>

/** No function gets a reference in the place of its data. @throws `params.invalid` where some is missing */
function requireData(
  { name, schema }: FunctionManifest,
  params: Params,
  data: RunContext['data'] = [],
): void {
  if (listDataPlaces(schema, params).length === data.length) return
  const detail = `The data of ${name} cannot be brought to where it runs; ask a host that has both.`
  throw new SpecimenError('params.invalid', detail)
}

/** @throws `function.failed` for data that its process has no room for */
function requireSize({ name }: FunctionManifest, data: RunContext['data'], limit: number): void {
  const bytes = measureData(data)
  if (bytes > limit) throw oversizedData(name, bytes, limit)
}

/** Makes the calls of a pool, each with a number of its own. */
export class BundleCalls {
  readonly #options: CallSettings
  #runs = 0

  constructor(options: CallSettings) {
    this.#options = options
  }

  /** Returns the call of a function. @throws `function.unknown` */
  toCall(
    bundle: LoadedBundle,
    { functionName, params }: Invocation,
    { data, log = this.#options.log }: Pick<RunContext, 'data' | 'log'>,
  ): BundleCall {
    const { name, functions } = bundle
    const manifest = functions.find((known) => known.name === functionName)
    if (!manifest)
      throw new SpecimenError('function.unknown', `The bundle "${name}" has no function "${functionName}".`)
    requireData(manifest, params, data)
    requireSize(manifest, data, this.#options.resultBytes)
    return {
      ...this.toLoad(bundle),
      loadsOnly: false,
      data,
      log: withFields(log, { function: functionName, bundle: name }),
      functionName,
      params: JSON.stringify(params),
      parameters: manifest.parameters,
      progress: manifest.progress,
      returnType: manifest.return_type,
      ...(manifest.returns && { returns: manifest.returns }),
    }
  }

  /** Returns the call that decodes a file. */
  toFileCall(
    bundle: LoadedBundle,
    { name: fileName }: FileSource,
    log: RunContext['log'] = this.#options.log,
  ): BundleCall {
    return {
      ...this.toLoad(bundle),
      loadsOnly: false,
      fileName,
      log: withFields(log, { file: fileName }),
      functionName: decodeFunction,
      packages: null,
    }
  }

  /** Returns the call that loads a bundle and runs nothing. */
  toLoad({ name, source, folder }: LoadedBundle): BundleCall {
    const { allowed, variables, packages, log, resultBytes } = this.#options
    const own = variables?.get(source)
    const mayHaveNative = packages !== undefined && allowed.get(source)?.includes('native') === true
    return {
      run: ++this.#runs,
      bundleName: name,
      log: withFields(log, { bundle: name }),
      folder,
      ...(own && { variables: own }),
      packages: mayHaveNative ? join(packages, entryName) : null,
      functionName: '',
      params: '{}',
      parameters: [],
      progress: null,
      returnType: null,
      resultBytes,
      loadsOnly: true,
    }
  }
}
