import { stat } from 'node:fs/promises'
import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Log } from '../../contract/domain/log.ts'
import { isLoopback } from '../../contract/domain/loopback.ts'
import { toCommand } from '../../contract/text/to-command.ts'
import type { Config } from '../../options/config.ts'
import { openAccess } from '../../service/access/access.ts'
import type { Caller } from '../../service/access/caller.ts'
import { asksForToken } from '../../service/access/exposure.ts'
import { type Finding, toOk } from './finding.ts'

/** Resolves with the callers that these settings admit, and the faults of their secrets. */
export async function checkAccess(
  config: Config,
  around: { readonly log: Log; readonly now: () => number },
): Promise<readonly Finding[]> {
  const name = 'access'
  const files = [config.tokens, config.ticketKey].filter((path) => path !== undefined)
  const open = (await Promise.all(files.map(checkSecretFile))).flat()
  try {
    const access = await openAccess(config, around)
    access.close()
    const { holders } = access
    return [describeExposure(config), ...checkExpiry(config.tokens, holders, around.now()), ...open]
  } catch (error) {
    if (!(error instanceof SpecimenError)) throw error
    const remedy = 'A host with these settings does not start; mend them.'
    return [{ name, state: 'fail', found: error.message, remedy }, ...open]
  }
}

function describeExposure(config: Config): Finding {
  const name = 'access'
  if (asksForToken(config)) return toOk(name, 'a token is needed.')
  if (isLoopback(config.host)) return toOk(name, 'without a token, from this machine only.')
  const found = `everybody who reaches ${config.host} may do everything (--allow-anonymous).`
  return { name, state: 'warn', found, remedy: `Set --tokens FILE; ${toCommand('token')} writes it.` }
}

/** Read access to a key allows signing; read access to hashes of tokens reveals their holders. */
async function checkSecretFile(path: string): Promise<Finding[]> {
  const stats = await stat(path).catch(() => undefined) // its reader reports the error
  const mode = (stats?.mode ?? 0) & 0o777
  if (process.platform === 'win32' || (mode & 0o007) === 0) return []
  const found = `every user of this machine may open ${path} (mode ${mode.toString(8)}).`
  return [{ name: 'secrets', state: 'warn', found, remedy: `chmod 600 ${path}` }]
}

function checkExpiry(tokens: string | undefined, holders: readonly Caller[] | null, now: number): Finding[] {
  if (!holders) return []
  const ended = holders.filter(({ endsAt }) => endsAt <= now)
  const name = 'tokens'
  if (holders.length === 0) {
    const found = `none in ${tokens}.`
    return [{ name, state: 'warn', found, remedy: toCommand(`token --name class --file ${tokens}`) }]
  }
  if (ended.length === 0) return [toOk(name, `${holders.length} in ${tokens}, none has ended.`)]
  const names = [...new Set(ended.map((caller) => caller.name.replace(/^token:/, '')))].join(', ')
  const found = `${ended.length} of ${holders.length} in ${tokens} have ended: ${names}.`
  const remedy = `Take their lines out, or make new ones: ${toCommand('token')}.`
  return [{ name, state: 'warn', found, remedy }]
}
