/** Data as parameters in a page without a host: references lead to what the page has. */
import { type DataPlace, type DataRef, deepestData, mostDataCalls } from '../../contract/domain/data-ref.ts'
import type { Result } from '../../contract/domain/result/result.ts'
import { mergeDefaults, type Params } from '../../contract/domain/schema.ts'
import { listDataPlaces } from '../../contract/schema/data-places.ts'
import { completeParams } from '../../contract/schema/place-values.ts'
import { toCanonicalJson } from '../../contract/values/json.ts'
import type { CallValue } from '../../engine/run/put-value.ts'
import { takeInput } from '../../engine/run/take-input.ts'
import type { OwnFile } from '../data/data-source.ts'
import { LoadError } from '../data/load-error.ts'
import type { OnReports } from './function-runs.ts'
import type { CalledFunction, SiteSpecimen } from './site.ts'

/** A call, and those inside it. */
export interface CallTree {
  readonly signal: AbortSignal
  readonly onReports: OnReports
  readonly depth: number
}

/** What references may lead to. */
export interface DataGivers {
  readonly specimens: readonly SiteSpecimen[]
  /** Returns a file of the user's own. */
  readonly findFile: (hash: string) => OwnFile | undefined
  /** Computes or reads the result of a specimen, with complete parameters. */
  readonly give: (shown: SiteSpecimen, params: Params, tree: CallTree) => Promise<Result>
  /** Reads a file of the user's own. */
  readonly giveFile: (file: OwnFile, tree: CallTree) => Promise<Result>
}

/**
 * Takes the data of calls. The results inside a call are kept until the next one has its own: a change of the
 * outer parameters computes none of them again.
 */
export class SiteData {
  readonly #givers: DataGivers
  /** By specimen, or file, and parameters. */
  #kept = new Map<string, Promise<Result>>()

  constructor(givers: DataGivers) {
    this.#givers = givers
  }

  /** Returns the data of a call. @throws LoadError, `params.invalid`, `part.unknown`; as what gives them */
  async take({ schema }: CalledFunction, params: Params, tree: CallTree): Promise<readonly CallValue[]> {
    const places = schema ? listDataPlaces(schema, mergeDefaults(schema, params)) : []
    if (places.length === 0) return []
    if (places.length > mostDataCalls || tree.depth > deepestData)
      throw new LoadError(
        `A call has at most ${mostDataCalls} references, ${deepestData} deep.`,
        'params.invalid',
      )
    const used = new Map<string, Promise<Result>>()
    const values = await Promise.all(places.map(async (place) => await this.#takeOne(place, used, tree)))
    if (tree.depth === 1) this.#kept = used
    else for (const [key, result] of used) this.#kept.set(key, result)
    return values
  }

  async #takeOne(
    { steps, kinds, ref }: DataPlace,
    used: Map<string, Promise<Result>>,
    tree: CallTree,
  ): Promise<CallValue> {
    const [key, open] = this.#find(ref, { ...tree, depth: tree.depth + 1 })
    const opening = used.get(key) ?? this.#kept.get(key) ?? open()
    used.set(key, opening)
    const given = await opening.catch((error: unknown) => {
      this.#kept.delete(key)
      throw error
    })
    const part = 'file' in ref ? undefined : ref.part
    const words = this.#findSpecimen(ref)?.body
    const from = words?.id ?? 'the file'
    const { result } = takeInput(
      { steps, kinds, from, ...(part !== undefined && { part }), ...(words && { words }) },
      given,
    )
    return { steps, value: result }
  }

  #find(ref: DataRef, tree: CallTree): readonly [key: string, open: () => Promise<Result>] {
    const { give, giveFile, findFile } = this.#givers
    if ('file' in ref) {
      const file = findFile(ref.file)
      if (!file) throw new LoadError('This page has no such file; bring it again.', 'file.missing')
      return [`file ${ref.file}`, async () => await giveFile(file, tree)]
    }
    const shown = this.#findSpecimen(ref)
    const id = 'specimen' in ref ? ref.specimen : ref.process
    if (!shown) throw new LoadError(`This page has no ${JSON.stringify(id)}.`, 'specimen.unknown')
    const inputs = 'process' in ref ? (ref.inputs ?? {}) : {}
    const params = shown.body.schema ? completeParams(shown.body.schema, inputs) : inputs
    const key = `${shown.body.id} ${toCanonicalJson(params)}`
    return [key, async () => await give(shown, params, tree)]
  }

  #findSpecimen(ref: DataRef): SiteSpecimen | undefined {
    if ('file' in ref) return undefined
    const { specimens } = this.#givers
    const id = 'specimen' in ref ? ref.specimen : ref.process
    const isFunction = ({ body }: SiteSpecimen): boolean => 'process' in ref && body.function_name === id
    return specimens.find(({ body }) => body.id === id) ?? specimens.find(isFunction)
  }
}
