/**
 * The queues of runs of bundles: one for each set of bundles that a host of the group has, so that hosts with
 * the same bundles have one together, however many bundles there are.
 */
import { hash } from 'node:crypto'

/** The part of a host on which it depends what it computes. */
export interface BundleHost {
  /** The revisions of its bundles. */
  readonly revisions: readonly string[]
  /** Runs that it takes at a time. */
  readonly places: number
}

/** Returns the queue of the hosts that have all of these revisions. */
export function toBundleQueue(revisions: readonly string[]): string {
  return `b-${hash('sha256', [...revisions].sort().join(' '), 'base64url').slice(0, 22)}`
}

/** Returns the queues from which a host takes: of its own set, and of the sets of others that it has, too. */
export function listBundleQueues(own: readonly string[], others: readonly BundleHost[]): readonly string[] {
  if (own.length === 0) return []
  const sets = others.map(({ revisions }) => revisions).filter((set) => set.length > 0 && isPart(set, own))
  return [...new Set([own, ...sets].map(toBundleQueue))]
}

/**
 * Returns the queue for runs of a revision: of the sets with it that for which most runs are computed at a
 * time. The same at all hosts, which know of the same; undefined when no host has it.
 */
export function findBundleQueue(revision: string, hosts: readonly BundleHost[]): string | undefined {
  const able = hosts.filter(({ revisions }) => revisions.includes(revision))
  const ranked = able.map(({ revisions: set }) => {
    const takers = able.filter(({ revisions }) => isPart(set, revisions))
    return { queue: toBundleQueue(set), places: takers.reduce((total, { places }) => total + places, 0) }
  })
  ranked.sort((a, b) => b.places - a.places || (a.queue < b.queue ? -1 : 1))
  return ranked[0]?.queue
}

function isPart(set: readonly string[], whole: readonly string[]): boolean {
  if (set === whole) return true
  const known = new Set(whole)
  return set.every((revision) => known.has(revision))
}
