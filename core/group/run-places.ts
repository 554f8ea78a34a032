import { SpecimenError } from '../contract/domain/errors.ts'
import type { Invocation } from '../contract/domain/invocation.ts'
import type { OfferedHost } from '../service/sharing/offered-host.ts'
import type { GroupMember } from './members/member.ts'
import { type BundleHost, findBundleQueue, listBundleQueues, toBundleQueue } from './runs/bundle-queues.ts'
import { renewCall } from './runs/find-runner.ts'
import type { RunPlace } from './runs/group-flights.ts'
import { lostError } from './runs/run-end.ts'
import { isBundleQueue, isBundleRevision, toHostQueue } from './runs/run-queues.ts'
import type { Absence } from './runs/run-waits.ts'
import type { GroupWorkers } from './workers/group-workers.ts'

/** The dependencies of {@link RunPlaces}. */
export interface RunPlacesOptions {
  /** This host, as the group knows it. */
  readonly host: string
  /** Runs that this host takes at a time. */
  readonly places: number
  readonly findMembers: () => readonly GroupMember[]
  /** Returns what this host computes; undefined before it serves. */
  readonly findOffered: () => OfferedHost | undefined
  readonly findWorkers: () => GroupWorkers | undefined
}

/** Milliseconds for which a run waits for a host that has its bundle. */
const bundlePatience = 12_000
/** Runs of this host's own functions in code and files at a time: they have queues of their own. */
const ownPlaces = 1000

/** The queues of this host and of the calls that come to it, by what the hosts of the group have. */
export class RunPlaces {
  readonly #options: RunPlacesOptions

  constructor(options: RunPlacesOptions) {
    this.#options = options
  }

  /** The queue of this host alone, with its places. */
  get own(): readonly [queue: string, places: number] {
    return [toHostQueue(this.#options.host), ownPlaces]
  }

  /** The revisions of the bundles of this host. */
  get revisions(): readonly string[] {
    return this.#options.findOffered()?.catalog.bundles.used.map(({ hash }) => hash) ?? []
  }

  /** Returns the queues from which this host takes, with its places in each. */
  listQueues(): ReadonlyMap<string, number> {
    const { places, findMembers, findWorkers } = this.#options
    const queues = listBundleQueues(this.revisions, findMembers())
    const bundles = queues.map((queue) => [queue, places] as const)
    return new Map([...bundles, ...(findWorkers()?.listQueues() ?? []), this.own])
  }

  /** Returns the place of a call's runs, or the refusal of a call that no host can compute now. */
  find(invocation: Invocation): RunPlace | SpecimenError {
    const { host, findOffered, findWorkers } = this.#options
    const { functionName, revision } = invocation
    const queue = findWorkers()?.findQueue(invocation)
    if (queue instanceof SpecimenError) return queue
    if (queue !== undefined) return { queue, isOwn: false }
    if (!isBundleRevision(revision)) return { queue: toHostQueue(host), isOwn: true }
    const found = findBundleQueue(revision, this.#listHosts())
    if (found !== undefined) return { queue: found, isOwn: false }
    const isShown = findOffered()?.catalog.snapshot.functions.has(functionName)
    // A host that is alone and starts again is waited for: its catalog is shown meanwhile.
    return isShown ? { queue: toBundleQueue([revision]), isOwn: false } : removedError(functionName)
  }

  /** Returns true for a call in a queue without hosts that has another place by now, or none any more. */
  isStale(invocation: Invocation, queue: string): boolean {
    const offered = this.#options.findOffered()
    const place = this.find(invocation)
    if (place instanceof SpecimenError) return place.code === 'function.unknown'
    if (isBundleQueue(queue) && place.queue !== queue) return true
    return offered !== undefined && renewCall(offered, invocation) !== undefined
  }

  /** Returns the error of runs in a queue from which no host takes; undefined while one does. */
  findAbsence(queue: string): Absence | undefined {
    const { host, findMembers, findWorkers } = this.#options
    const name = queue.slice(toHostQueue('').length) // of all queues
    if (queue === toHostQueue(name)) {
      const isThere = name === host || findMembers().some(({ id }) => id === name)
      return isThere ? undefined : { error: lostError(), patience: 0 }
    }
    if (!isBundleQueue(queue)) return findWorkers()?.findAbsence(queue)
    if (this.#listHosts().some(({ revisions }) => toBundleQueue(revisions) === queue)) return undefined
    const detail = 'No host has had this version of the function for a while; ask for it again.'
    const error = new SpecimenError('host.busy', detail, { retryAfterSeconds: 5 })
    return { error, patience: bundlePatience }
  }

  /** This host as it is now, and the others as they were known last. */
  #listHosts(): readonly BundleHost[] {
    const { host, places, findMembers } = this.#options
    return [{ revisions: this.revisions, places }, ...findMembers().filter(({ id }) => id !== host)]
  }
}

function removedError(functionName: string): SpecimenError {
  const detail = `Function "${functionName}" has been removed from all hosts of this group.`
  return new SpecimenError('function.unknown', detail)
}
