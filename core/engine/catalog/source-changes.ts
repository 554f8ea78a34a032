import type { Specimen } from '../../contract/domain/specimen.ts'
import type { LoadedBundle } from '../run/pool/bundle-pool.ts'
import type { Snapshot } from './snapshot.ts'

/** Names of what a reload has changed, each list in the order of the names. */
export interface SourceChanges {
  readonly came?: readonly string[]
  readonly changed?: readonly string[]
  readonly went?: readonly string[]
}

/** Names in a line of the log; the rest is counted. */
const mostNames = 50

/** The changes of a reload. */
export interface ReloadChanges {
  readonly bundles: SourceChanges
  readonly specimens: SourceChanges
}

/**
 * Remembers what was served after the last reload, and tells what the next one has changed: bundles by their
 * hash, specimens of this host by their words and schema, which are only written out for those that stay.
 */
export class ServedSources {
  #bundles: ReadonlyMap<string, LoadedBundle> = new Map()
  #specimens: ReadonlyMap<string, Specimen> = new Map()

  /** Returns the changes since the last call; everything has come at the first. Empty lists are left out. */
  update(bundles: readonly LoadedBundle[], { specimens }: Snapshot): ReloadChanges {
    const own = new Map([...specimens].filter(([, { origin }]) => origin === null))
    const loaded = new Map(bundles.map((bundle) => [bundle.name, bundle]))
    const changes = {
      bundles: compare(this.#bundles, loaded, ({ hash }) => hash),
      specimens: compare(this.#specimens, own, describeSpecimen),
    }
    this.#bundles = loaded
    this.#specimens = own
    return changes
  }
}

function describeSpecimen(specimen: Specimen): string {
  const { type, displayName, description, tags, storyText, words } = specimen
  const schema = specimen.kind === 'dynamic' ? specimen.schema : null
  return JSON.stringify([type, displayName, description, tags, storyText, words, schema])
}

function compare<Source>(
  before: ReadonlyMap<string, Source>,
  after: ReadonlyMap<string, Source>,
  toMark: (source: Source) => string,
): SourceChanges {
  const isChanged = ([name, source]: readonly [string, Source]): boolean => {
    const former = before.get(name)
    return former !== undefined && former !== source && toMark(former) !== toMark(source)
  }
  const lists = {
    came: [...after.keys()].filter((name) => !before.has(name)),
    changed: [...after].filter(isChanged).map(([name]) => name),
    went: [...before.keys()].filter((name) => !after.has(name)),
  }
  return Object.fromEntries(
    Object.entries(lists).flatMap(([list, names]) => (names.length === 0 ? [] : [[list, cut(names)]])),
  )
}

function cut(names: readonly string[]): readonly string[] {
  const shown = [...names].sort().slice(0, mostNames)
  return names.length > mostNames ? [...shown, `and ${names.length - mostNames} more`] : shown
}
