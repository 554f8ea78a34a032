/**
 * From references to data in parameters to the calls that give it. A plan says which calls these are, and
 * that their kinds fit, before anything is opened or run (`planned-call.ts` makes the call of it).
 */
import {
  type DataPlace,
  type DataRef,
  deepestData,
  type FileRef,
  mostDataCalls,
  sayWanted,
} from '../../contract/domain/data-ref.ts'
import { hasCode, SpecimenError } from '../../contract/domain/errors.ts'
import type { Invocation } from '../../contract/domain/invocation.ts'
import type { FactWords } from '../../contract/domain/result/with-words.ts'
import type { ParameterSchema, Params } from '../../contract/domain/schema.ts'
import type { StaticSpecimen } from '../../contract/domain/specimen.ts'
import { listDataPlaces } from '../../contract/schema/data-places.ts'
import { toCanonicalJson } from '../../contract/values/json.ts'
import type { CallTarget, Gate } from '../functions/gate.ts'
import { type BroughtFile, type BroughtFiles, toEnding, unknownFileError } from './brought-file.ts'
import type { CatalogView } from './catalog-view.ts'
import { atPlace, findReferredKind, moveIssues, refuseReference } from './check-reference.ts'
import { findTaken, fits, requireEnding, sayFileKind } from './taken-file.ts'

/** A call of a function before its data are opened. */
export interface FunctionPlan {
  readonly kind: 'function'
  readonly target: CallTarget
  readonly invocation: Invocation
  readonly inputs: readonly InputPlan[]
}

/** A file is decoded, or taken as it is. */
interface FileUse {
  /** The name under which its bytes are taken; absent where it is decoded. */
  readonly takenAs?: string
}

/** The file of a specimen. */
interface FilePlan extends FileUse {
  readonly kind: 'file'
  readonly specimen: StaticSpecimen
}

/** A file that the caller has brought. */
interface BroughtPlan extends FileUse {
  readonly kind: 'brought'
  readonly file: BroughtFile
}

/** What a reference leads to. */
export interface InputPlan {
  readonly place: DataPlace
  readonly from: FunctionPlan | FilePlan | BroughtPlan
  /** What the author of its specimen says of it; absent for a file that was brought. */
  readonly words?: FactWords | undefined
}

/** No files, as where nobody can bring some. */
export const noFiles: BroughtFiles = { find: () => undefined }

/** How references are followed: in the catalog as one caller sees it. */
export interface PlanParts {
  readonly view: CatalogView
  readonly gate: Pick<Gate, 'admit'>
  /** The files to which the caller may refer. */
  readonly files: BroughtFiles
}

/** Functions that are named as fitting in a refusal. */
const mostFitting = 3

/**
 * Returns the plan of a call.
 * @throws `params.invalid` where a kind does not fit, or calls are too many or too deep, and for inner
 * parameters; `specimen.unknown` and `file.missing` for what the caller does not see; `part.unknown`
 */
export function planData(target: CallTarget, invocation: Invocation, parts: PlanParts): FunctionPlan {
  return new Planner(parts).plan(target, invocation, [])
}

/** Plans what the default of a parameter leads to. @throws as {@link planData} */
export function planDefault(target: CallTarget, name: string, parts: PlanParts): void {
  const value = target.registered.manifest.schema.properties[name]?.default
  if (value !== undefined) new Planner(parts).planInputs(target, { [name]: value }, [])
}

/** Returns the hashes of the files that the calls of a plan take, inner calls too. */
export function listBroughtFiles({ inputs }: FunctionPlan): readonly string[] {
  return inputs.flatMap(({ from }) => {
    if (from.kind === 'brought') return [from.file.hash]
    return from.kind === 'function' ? listBroughtFiles(from) : []
  })
}

/** Returns the id of what a reference names; empty for a file that was brought. */
export function toId(ref: DataRef): string {
  if ('file' in ref) return ''
  return 'specimen' in ref ? ref.specimen : ref.process
}

/** Plans one call, and counts the calls in it. */
class Planner {
  readonly #parts: PlanParts
  #calls = 0

  constructor(parts: PlanParts) {
    this.#parts = parts
  }

  /** `path` has the references that lead to the call, with the steps to each. */
  plan(target: CallTarget, invocation: Invocation, path: readonly (readonly string[])[]): FunctionPlan {
    const inputs = this.planInputs(target, invocation.params, path)
    return { kind: 'function', target, invocation, inputs }
  }

  /** As {@link plan}, of some of the parameters. */
  planInputs(
    { registered: { manifest, refusesData } }: CallTarget,
    params: Params,
    path: readonly (readonly string[])[],
  ): readonly InputPlan[] {
    return listDataPlaces(manifest.schema, params).map((place) => {
      this.#calls++
      if (this.#calls > mostDataCalls)
        throw refuseReference(place, `left out: a call has at most ${mostDataCalls} references in all`)
      if (path.length >= deepestData)
        throw refuseReference(place, `left out: at most ${deepestData} references may be inside each other`)
      if (refusesData !== undefined) throw refuseReference(place, `left out: ${refusesData}`)
      // Names of workers' functions have a colon.
      if (manifest.name.includes(':') && place.kinds.includes('file'))
        throw refuseReference(place, 'left out: functions of workers take no files as they are')
      const { words } = this.#parts.view.snapshot.specimens.get(toId(place.ref)) ?? {}
      const isDefault = () => isOfDefault(manifest.schema, params, place) // compares all of it
      try {
        return { place, from: this.#follow(manifest.name, place, [...path, place.steps]), words }
      } catch (error) {
        throw hasCode(error, 'specimen.unknown') && isDefault() ? defaultError(manifest.name, place) : error
      }
    })
  }

  #follow(functionName: string, place: DataPlace, path: readonly (readonly string[])[]): InputPlan['from'] {
    const { view, gate } = this.#parts
    const { ref } = place
    if ('file' in ref) return atPlace(path, () => this.#followFile(functionName, place, ref))
    const id = toId(ref)
    const entry = atPlace(path, () => view.find(id))
    if (place.kinds.includes('file')) {
      const { specimen, name } = findTaken(functionName, place, { id, entry })
      return { kind: 'file', specimen, takenAs: name }
    }
    const kind = atPlace(path, () => findReferredKind(place, id, entry))
    if (kind !== undefined) this.#checkKind(functionName, place, { id, kind })
    const inputs: Params = 'process' in ref ? (ref.inputs ?? {}) : {}
    if (entry.kind === 'static') {
      if (Object.keys(inputs).length > 0)
        throw refuseReference(place, `without inputs: ${id} is a file, and no function`)
      return { kind: 'file', specimen: entry.specimen }
    }
    try {
      return this.plan(entry.target, gate.admit(entry.target, inputs, ''), path)
    } catch (error) {
      throw hasCode(error, 'params.invalid') ? moveIssues(error, place) : error
    }
  }

  #followFile(functionName: string, place: DataPlace, { file: hash, name }: FileRef): BroughtPlan {
    const file = this.#parts.files.find(hash)
    if (!file) throw unknownFileError(hash)
    const [wanted, brought] = [name ?? file.name, file.name].map((one) => toEnding(one) || 'no ending')
    if (wanted !== brought) {
      const remedy = 'leave its name out, or bring the file again under this name'
      throw refuseReference(
        place,
        `a file with ${brought}, as it was brought, and its name here has ${wanted}; ${remedy}`,
      )
    }
    if (place.kinds.includes('file')) {
      requireEnding(functionName, place, name ?? file.name)
      return { kind: 'brought', file, takenAs: name ?? file.name }
    }
    this.#checkKind(functionName, place, { id: file.name || 'the file', kind: file.kind })
    return { kind: 'brought', file }
  }

  #checkKind(
    functionName: string,
    place: DataPlace,
    { id, kind }: { readonly id: string; readonly kind: string | null },
  ): void {
    if (kind !== null && place.kinds.includes(kind)) return
    const fitting = this.#listFitting(place)
    const others = fitting.length > 0 ? `; ${fitting.join(', ')} would fit` : ''
    const found = `${id} ${sayFileKind(kind)}`
    throw refuseReference(place, `${sayWanted(place)} for ${functionName}, and ${found}${others}`)
  }

  /** Returns specimens that fit at a place. */
  #listFitting(place: DataPlace): readonly string[] {
    const fitting: string[] = []
    for (const [id, specimen] of this.#parts.view.snapshot.specimens) {
      if (fits(specimen, place)) fitting.push(id)
      if (fitting.length === mostFitting) break
    }
    return fitting
  }
}

/** Returns whether a reference stands in a value that is the author's own default. */
function isOfDefault({ properties }: ParameterSchema, params: Params, { steps }: DataPlace): boolean {
  const [name = ''] = steps
  const [given, own] = [params[name], properties[name]?.default]
  return given !== undefined && own !== undefined && toCanonicalJson(given) === toCanonicalJson(own)
}

/**
 * Returns the refusal of a default that leads to what is not there, or is not for its caller: an author who
 * names data gives nobody a right to them, and the refusal says nothing of them.
 */
function defaultError(functionName: string, { steps: [name = ''] }: DataPlace): SpecimenError {
  return new SpecimenError(
    'specimen.unknown',
    `The default of ${name} of ${functionName} leads to data that this host does not have, or not for you; ` +
      `send a ${name} of your own, or ask the operator for a token that may also see what it takes.`,
  )
}
