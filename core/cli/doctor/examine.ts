import { mkdtemp, rmdir } from 'node:fs/promises'
import { hostname, networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { processEntry } from '../../engine/engine.ts'
import { lookForWalls } from '../../engine/run/pool/tiers.ts'
import type { Walls } from '../../engine/run/walls/walls.ts'
import { type Config, toConfig } from '../../options/config.ts'
import { checkAccess } from './access-checks.ts'
import { checkCertificate } from './certificate-checks.ts'
import type { Finding } from './finding.ts'
import { checkGroup } from './group-checks.ts'
import {
  checkClock,
  checkFolders,
  checkMemory,
  checkNode,
  checkPort,
  checkProcessors,
  checkWritable,
} from './machine-checks.ts'
import { checkTrial } from './trial-checks.ts'
import { checkWalls } from './wall-checks.ts'

/**
 * Resolves with all findings about this machine and a host with these settings. Temporary files are removed.
 * @throws `config.invalid`
 */
export async function examine(
  given: Partial<Config>,
  { log, now }: { readonly log: Logger; readonly now: () => number },
): Promise<Finding[]> {
  const config = toConfig(given)
  const { host, port, poolSize, heapMebibytes } = config
  const isNamed = { plugins: given.plugins !== undefined, specimens: given.specimens !== undefined }
  let walls: Promise<Walls> | undefined
  const findOnce = (): Promise<Walls> => {
    walls ??= findWallsAsHost(config, log)
    return walls
  }
  const findings = await Promise.all([
    checkNode(process.versions.node),
    checkPort(host, port),
    ...checkFolders(config, isNamed),
    checkWritable(tmpdir()),
    checkMemory(poolSize, heapMebibytes),
    checkProcessors(poolSize),
    checkClock(now()),
    checkWalls(config, findOnce),
    checkAccess(config, { log, now }),
    checkCertificate(config, {
      now: now(),
      machineName: hostname(),
      interfaces: networkInterfaces(),
      environment: process.env,
    }),
    checkGroup(config, { log, now }),
    checkTrial({ config, log, isNamed, findWalls: findOnce }),
  ])
  return findings.flat()
}

/** Tests the walls as a host does: with a private folder below the temporary one, not with all of that. */
async function findWallsAsHost(config: Config, log: Logger): Promise<Walls> {
  const folder = await mkdtemp(join(tmpdir(), 'specimen-doctor-'))
  try {
    return await lookForWalls(config.sandbox, { ...config, entry: processEntry, folder, log })
  } finally {
    await rmdir(folder)
  }
}
