import type { Need } from '../../domain/needs.ts'
import type { Walls } from './walls.ts'

/** A failure, and what its run was held in. */
export interface DeniedRun {
  /** Name of the folder that its bundle came in. */
  readonly source: string
  /** What the bundle may have. */
  readonly granted: readonly Need[]
  readonly walls: Pick<Walls, 'enclosure' | 'hasPermissions'>
  /** Absolute path of the folder of bundles, which every run sees. */
  readonly folder: string
}

/** What a failure looks like where a wall was in the way; Node's permission model names its own flags. */
const signs: readonly { readonly need: Need; readonly pattern: RegExp }[] = [
  { need: 'net', pattern: /\b(?:ENETUNREACH|EAI_AGAIN|ENOTFOUND)\b/ },
  { need: 'child', pattern: /\bspawn\S* .*\b(?:EPERM|EACCES|EAGAIN)\b|restricted.* --allow-child-process\b/ },
  { need: 'worker', pattern: /restricted.* --allow-worker\b/ },
  { need: 'fs', pattern: /\bEROFS\b|restricted.* --allow-fs-(?:read|write)\b/ },
]
const deeds: { readonly [Name in Need]: string } = {
  fs: 'use files of the machine',
  net: 'use the network',
  child: 'start programs',
  worker: 'start threads',
}
/** Of what everybody sees, a file that is missing is missing indeed. */
const seen = /^\/(?:usr|bin|sbin|lib\w*|proc|dev)\//

/**
 * Returns a sentence for the operator when a run seems to have failed because its walls forbid what it tried,
 * with what opens them; undefined otherwise. `failure` is its message with its stack and those of its causes.
 */
export function explainDenied(
  failure: string,
  { source, granted, walls, folder }: DeniedRun,
): string | undefined {
  const sign = signs.find(({ pattern }) => pattern.test(failure))
  const need = sign?.need ?? (findHidden(failure, folder) === undefined ? undefined : 'fs')
  if (need === undefined || granted.includes(need) || !isWalled(need, walls)) return undefined
  const all = [...granted, need].join(',')
  return (
    `The walls of this host do not let plugins ${deeds[need]}, as "${source}" seems to have tried; ` +
    `if it is to, start the host with --allow ${source}:${all} (besides what it allows already).`
  )
}

/** Returns the first path that was not found and lies where such a run sees nothing. */
function findHidden(failure: string, folder: string): string | undefined {
  const paths = [...failure.matchAll(/\bENOENT\b[^\n']*'(\/[^'\n]*)'/g)].map(([, path = '']) => path)
  return paths.find((path) => !seen.test(path) && !path.startsWith(`${folder}/`))
}

function isWalled(need: Need, { enclosure, hasPermissions }: DeniedRun['walls']): boolean {
  const hasSpaces = enclosure !== 'supervisor'
  if (need === 'net') return hasSpaces
  return hasPermissions || (need === 'fs' && hasSpaces)
}
