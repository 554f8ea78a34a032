import type { Need } from '../../../contract/domain/needs.ts'
import { cutText } from '../../../contract/text/cut-text.ts'
import type { Walls } from './walls.ts'

/** Patterns of failures at a wall; Node's permission model names its own flags. */
const signs: readonly { readonly need: Need; readonly pattern: RegExp }[] = [
  // Within bubblewrap there is a loopback of its own, on which no program listens.
  { need: 'net', pattern: /\b(?:ENETUNREACH|EAI_AGAIN|ENOTFOUND|ECONNREFUSED (?:127\.|::1\b))/ },
  { need: 'child', pattern: /\bspawn\S* .*\b(?:EPERM|EACCES|EAGAIN)\b|restricted.* --allow-child-process\b/ },
  { need: 'worker', pattern: /restricted.* --allow-worker\b/ },
  { need: 'native', pattern: /has native code, which this host does not load|\bERR_DLOPEN_DISABLED\b/ },
  { need: 'fs', pattern: /\bEROFS\b|restricted.* --allow-fs-(?:read|write)\b/ },
]
const deeds: { readonly [Name in Need]: string } = {
  fs: 'use files of the machine',
  native: 'load packages with native code',
  net: 'use the network',
  child: 'start programs',
  worker: 'start threads',
}
const shownLength = 200
/** Visible to all: a missing file there is really missing. */
const seen = /^\/(?:usr|bin|sbin|lib\w*|proc|dev)\//

/** A bundle, the needs that are granted to it, and the walls around it. */
export interface DeniedCall {
  readonly source: string
  readonly granted: readonly Need[]
  readonly walls: Pick<Walls, 'enclosure' | 'hasPermissions'>
  /** Absolute path of the folder of bundles, which every run sees. */
  readonly folder: string
}

/**
 * Returns a sentence for the operator with the remedy, when a run seems to have failed at a wall or at a
 * relative path; undefined otherwise. `failure` is its message with its stack and those of its causes.
 */
export function explainDenied(
  failure: string,
  { source, granted, walls, folder }: DeniedCall,
): string | undefined {
  const sign = signs.find(({ pattern }) => pattern.test(failure))
  const missing = [...failure.matchAll(/\b(?:ENOENT|EACCES)\b[^\n']*'([^'\n]+)'/g)].map(
    ([, path = '']) => path,
  )
  const relative = missing.find((path) => !path.startsWith('/'))
  const isHidden = missing.some((path) => !seen.test(path) && !path.startsWith(`${folder}/`))
  const need = sign?.need ?? (isHidden ? 'fs' : undefined)
  if (need === undefined) return undefined
  const isDenied = !granted.includes(need) && isWalled(need, walls)
  const flag = `--allow ${source}:${[...granted, need].join(',')}`
  if (relative !== undefined && need === 'fs') {
    const opened = isDenied ? ` and start the host with ${flag} (or SPECIMEN_ALLOW)` : ''
    const path = cutText(relative, shownLength)
    const place = `Plugins run in the folder /, where "${source}" did not find "${path}"`
    return `${place}: name an absolute path${opened}, or import the file, so that it is bundled.`
  }
  if (!isDenied) return undefined
  return (
    `The walls of this host do not let plugins ${deeds[need]}, as "${source}" seems to have tried; ` +
    `if it is to, start the host with ${flag} (besides what it allows already).` +
    (need === 'fs' ? ' Relative paths begin at /.' : '')
  )
}

function isWalled(
  need: Need,
  { enclosure, hasPermissions }: Pick<Walls, 'enclosure' | 'hasPermissions'>,
): boolean {
  const hasSpaces = enclosure !== 'supervisor'
  if (need === 'native') return true
  if (need === 'net') return hasSpaces
  return hasPermissions || (need === 'fs' && hasSpaces)
}
