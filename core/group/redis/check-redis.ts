import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Log } from '../../contract/domain/log.ts'

const remedy = 'A group needs Redis 7.0 or newer, or Valkey 7.2 or newer, that takes writes and never evicts.'

/**
 * Refuses a Redis that cannot serve a group. `info` is what it answers to INFO, `shown` its address without
 * secrets, and a node of a cluster is taken with `isCluster`. @throws `config.invalid`
 */
export function checkRedis(info: string, shown: string, isCluster = false): void {
  const found = findFault(parseInfo(info), isCluster)
  if (found) throw new SpecimenError('config.invalid', `The Redis at ${shown} ${found} ${remedy}`)
}

/** Warns of a Redis that forgets jobs when it restarts. */
export function warnOfLoss({ isDurable }: { readonly isDurable: boolean }, log: Log): void {
  if (isDurable) return
  log.warn(
    {},
    'This Redis keeps no append-only file, so its jobs are lost when it restarts; ' +
      'set appendonly to yes, and appendfsync to everysec.',
  )
}

function findFault(info: ReadonlyMap<string, string>, isCluster: boolean): string | undefined {
  const redis = info.get('redis_version') ?? ''
  const valkey = info.get('valkey_version')
  if (valkey === undefined ? !isFrom(redis, 7, 0) : !isFrom(valkey, 7, 2))
    return `is ${valkey === undefined ? `version ${redis || 'unknown'}` : `Valkey ${valkey}`}.`
  if (info.get('redis_mode') === 'cluster' && !isCluster)
    return 'is a node of a cluster: name two of its nodes at least, with a comma between.'
  if (info.get('role') !== 'master')
    return `is a replica of ${info.get('master_host') ?? 'another'}: name the one that is written to.`
  const policy = info.get('maxmemory_policy')
  if (policy !== 'noeviction')
    return `drops keys when its memory is full (maxmemory-policy ${policy}): set it to noeviction.`
  return undefined
}

/** Lines `name:value` below headings. */
function parseInfo(info: string): ReadonlyMap<string, string> {
  const lines = info.split(/\r?\n/).filter((line) => !line.startsWith('#') && line.includes(':'))
  return new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)] as const),
  )
}

function isFrom(version: string, major: number, minor: number): boolean {
  const [foundMajor = 0, foundMinor = 0] = version.split('.').map(Number)
  return foundMajor > major || (foundMajor === major && foundMinor >= minor)
}
