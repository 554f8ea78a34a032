import { SpecimenError } from '../../../contract/domain/errors.ts'
import type { Log } from '../../../contract/domain/log.ts'
import { type Grants, isNeed, type Need, needs } from '../../../contract/domain/needs.ts'
import { describe } from '../../../contract/text/describe.ts'
import { toCommand } from '../../../contract/text/to-command.ts'
import { isClosed } from './enclose.ts'
import { findWalls, type TryOut } from './find-walls.ts'
import { requireWalls } from './list-walls.ts'
import { isRoot, nobody, type Sandbox, type Walls } from './walls.ts'

/**
 * Parses `--allow`, such as `tracker:net,child reader:fs`; a bundle that is named twice may do both.
 * @throws `config.invalid`
 */
export function parseAllowed(text: string): Grants {
  const parts = text.split(/\s+/).filter(Boolean).map(parsePart)
  const grants = new Map<string, readonly Need[]>()
  for (const [bundle, words] of parts)
    grants.set(bundle, [...new Set([...(grants.get(bundle) ?? []), ...words])])
  return grants
}

function parsePart(part: string): readonly [bundle: string, needs: readonly Need[]] {
  const [, bundle = '', words = ''] = /^([^:]+):(.+)$/.exec(part) ?? []
  const found = words.split(',')
  if (found.every(isNeed)) return [bundle, found]
  throw new SpecimenError(
    'config.invalid',
    `--allow takes bundles with what they may do, such as "tracker:net,child reader:fs", of ` +
      `${needs.join(', ')} (got ${describe(part)}).`,
  )
}

/** The walls around a pool, and what bundles may do besides. */
export interface PoolGuard {
  /** The needs that an operator grants, by the folder of a bundle. */
  readonly allowed: Grants
  readonly findWalls: (tryOut: TryOut) => Promise<Walls>
}

/** The settings of walls and permissions. */
export interface GuardSettings {
  readonly isolation: string
  readonly sandbox: Sandbox
  readonly allow?: string | undefined
}

/** Returns the walls for the pools of a host, found on first use. @throws `config.invalid` */
export function createPoolGuard(
  { isolation, sandbox, allow = '' }: GuardSettings,
  log: Log,
  find: PoolGuard['findWalls'] = (tryOut) => findWalls(sandbox, tryOut),
): PoolGuard {
  const allowed = parseAllowed(allow)
  if (sandbox === 'require' && isolation === 'thread') requireWalls(null)
  let measured: Promise<Walls> | undefined
  const findOnce: PoolGuard['findWalls'] = async (tryOut) => {
    const walls = await find(tryOut)
    if (sandbox === 'require') requireWalls(walls)
    logWalls(walls, sandbox, log)
    return walls
  }
  return {
    allowed,
    findWalls: (tryOut) => {
      measured ??= findOnce(tryOut).catch((error: unknown) => {
        measured = undefined // a pool closed meanwhile has found nothing; the next one tries again
        throw error
      })
      return measured
    },
  }
}

/** Returns the group of plugins where they may be another user than their host. */
export function findReaders(): number | undefined {
  return isRoot() ? nobody : undefined
}

function logWalls({ enclosure, isNobody, hasPermissions, refused }: Walls, sandbox: Sandbox, log: Log): void {
  const fields = { enclosure, isNobody, hasPermissions, refused }
  if (sandbox !== 'off' && enclosure === 'supervisor')
    log.warn(
      fields,
      `plugins can see processes and files of this user; ${toCommand('doctor')} says what to do`,
    )
  else log.info(fields, 'walls around plugins were found')
  const advice = 'run it as a user of its own'
  if (isNobody && isClosed(process.execPath))
    log.warn(
      fields,
      `nobody cannot reach ${process.execPath}: bundles that may use files run as root; ${advice}`,
    )
  else if (isNobody) log.info(fields, `this host is root, and runs plugins as nobody; better, ${advice}`)
  else if (isRoot()) log.warn(fields, `this host is root, and so are its plugins; ${advice}`)
}
