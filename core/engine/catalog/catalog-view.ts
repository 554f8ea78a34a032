import { DoorError } from '../../contract/domain/door-error.ts'
import type { SpecimenError } from '../../contract/domain/errors.ts'
import type { Specimen, StaticSpecimen } from '../../contract/domain/specimen.ts'
import { describe } from '../../contract/text/describe.ts'
import { suggestId } from '../../contract/text/suggest.ts'
import type { CallTarget } from '../functions/gate.ts'
import { describeHome, type RemoteCatalog } from './remote-catalog.ts'
import type { Snapshot } from './snapshot.ts'

/** What an id names: a file, or a function under the schema of its specimen. */
export type FoundEntry =
  | { readonly kind: 'static'; readonly specimen: StaticSpecimen }
  | { readonly kind: 'dynamic'; readonly target: CallTarget }

/** A catalog at one moment, or the part of it that a caller may see: names outside it are unknown. */
export class CatalogView {
  readonly snapshot: Snapshot
  readonly #remotes: () => readonly RemoteCatalog[]

  constructor(snapshot: Snapshot, remotes: () => readonly RemoteCatalog[]) {
    this.snapshot = snapshot
    this.#remotes = remotes
  }

  /** Returns the specimen of an id, else the function of that name. @throws `specimen.unknown` */
  find(id: string): FoundEntry {
    const { specimens, functions, targets } = this.snapshot
    const specimen = specimens.get(id)
    if (specimen?.kind === 'static') return { kind: 'static', specimen }
    const registered = specimen && functions.get(specimen.functionName)
    const target = registered ? { registered, schema: specimen.schema } : targets.get(id)
    if (target) return { kind: 'dynamic', target }
    throw this.#unknownError('specimen', id)
  }

  findSpecimen(id: string): Specimen {
    const specimen = this.snapshot.specimens.get(id)
    if (specimen) return specimen
    throw this.#unknownError('specimen', id)
  }

  /** Returns the target of a function's name. @throws `function.unknown` */
  findFunction(name: string): CallTarget {
    const target = this.snapshot.targets.get(name)
    if (target) return target
    throw this.#unknownError('function', name)
  }

  /** Returns the part with these names, in time proportional to them, not to the catalog. */
  confine(names: ReadonlySet<string>): CatalogView {
    const { specimens, targets, ...rest } = this.snapshot
    const sorted = [...names].sort()
    return new CatalogView(
      // Its specimens may be shown by functions outside it, so all functions stay.
      { ...rest, specimens: pick(specimens, sorted), targets: pick(targets, sorted) },
      this.#remotes,
    )
  }

  #unknownError(kind: 'specimen' | 'function', name: string): SpecimenError {
    const home = describeHome(name, this.#remotes())
    const list = kind === 'specimen' ? '/api/specimens/' : '/api/processing/functions'
    const { specimens, targets } = this.snapshot
    const near = suggestNear(name, (kind === 'specimen' ? specimens : targets).keys())
    const meant = near === null ? '' : ` did you mean ${describe(near)}?`
    return new DoorError(`${kind}.unknown`, `There is no ${kind} ${describe(name)}${home};${meant}`, {
      http: `GET ${list} lists them.`,
      agent: 'find_specimens lists them.',
    })
  }
}

/** Longest names that are compared, and the most of them: a refusal costs no more in a large catalog. */
const nearLength = 100
const mostNear = 1000

/** Returns the known name of the same worker, or of this host, that is meant. */
function suggestNear(name: string, known: Iterable<string>): string | null {
  if (name.length > nearLength) return null
  const worker = name.slice(0, name.indexOf(':') + 1)
  const candidates: string[] = []
  for (const candidate of known) {
    if (candidates.length === mostNear) break
    const own = candidate.slice(worker.length)
    if (candidate.startsWith(worker) && !own.includes(':') && own.length <= nearLength) candidates.push(own)
  }
  const near = suggestId(name.slice(worker.length), candidates)
  return near === null ? null : worker + near
}

function pick<Entry>(entries: ReadonlyMap<string, Entry>, names: readonly string[]): Map<string, Entry> {
  return new Map(
    names.flatMap((name): [string, Entry][] => {
      const entry = entries.get(name)
      return entry === undefined ? [] : [[name, entry]]
    }),
  )
}
