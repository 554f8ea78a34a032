import { describe } from '../domain/describe.ts'
import { SpecimenError } from '../domain/errors.ts'
import type { Specimen } from '../domain/specimen.ts'
import type { CallTarget } from '../functions/gate.ts'
import { describeHome, type RemoteCatalog } from './remote-catalog.ts'
import type { Snapshot } from './snapshot.ts'

/** A catalog at one moment, or the part of it that a caller may see: names outside it are unknown. */
export class CatalogView {
  readonly snapshot: Snapshot
  readonly #remotes: () => readonly RemoteCatalog[]

  constructor(snapshot: Snapshot, remotes: () => readonly RemoteCatalog[]) {
    this.snapshot = snapshot
    this.#remotes = remotes
  }

  /** Returns the specimen of an id, else the function of that name. @throws `specimen.unknown` */
  find(id: string) {
    const { specimens, functions, targets } = this.snapshot
    const specimen = specimens.get(id)
    if (specimen?.kind === 'static') return { kind: 'static', specimen } as const
    const registered = specimen && functions.get(specimen.functionName)
    const target = registered ? { registered, schema: specimen.schema } : targets.get(id)
    if (target) return { kind: 'dynamic', target } as const
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
    const detail = `There is no ${kind} ${describe(name)}${home}; GET ${list} lists them.`
    return new SpecimenError(`${kind}.unknown`, detail)
  }
}

function pick<Entry>(entries: ReadonlyMap<string, Entry>, names: readonly string[]): Map<string, Entry> {
  return new Map(
    names.flatMap((name): [string, Entry][] => {
      const entry = entries.get(name)
      return entry === undefined ? [] : [[name, entry]]
    }),
  )
}
