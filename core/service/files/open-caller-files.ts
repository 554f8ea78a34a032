import { listTakenEndings } from '../../contract/domain/data-ref.ts'
import type { Log } from '../../contract/domain/log.ts'
import { createPrivateFolder } from '../../engine/functions/private-folder.ts'
import type { Registry } from '../../engine/functions/registry.ts'
import type { Account } from '../account/account.ts'
import { CallerFiles } from './caller-files.ts'

/**
 * Returns the files of a host's callers. Their folder is apart from that of the copies of bundles, which each
 * plugin may read; `readFunctions` returns the functions that may take them.
 */
export function openCallerFiles(
  account: Account,
  ttlSeconds: number,
  log: Log,
  readFunctions: () => Registry,
): CallerFiles {
  return new CallerFiles({
    createFolder: async () => await createPrivateFolder({ now: Date.now, log }),
    ledger: account.of('files'),
    ttlSeconds,
    // Those of workers take no files as they are.
    readEndings: () =>
      listTakenEndings(
        [...readFunctions()].flatMap(([name, { manifest }]) => (name.includes(':') ? [] : [manifest.schema])),
      ),
    now: Date.now,
    log,
  })
}
