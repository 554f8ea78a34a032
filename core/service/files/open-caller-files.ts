import type { Log } from '../../contract/domain/log.ts'
import { createPrivateFolder } from '../../engine/functions/private-folder.ts'
import type { Account } from '../account/account.ts'
import { CallerFiles } from './caller-files.ts'

/**
 * Returns the files of a host's callers. Their folder is apart from that of the copies of bundles, which each
 * plugin may read.
 */
export function openCallerFiles(account: Account, ttlSeconds: number, log: Log): CallerFiles {
  return new CallerFiles({
    createFolder: async () => await createPrivateFolder({ now: Date.now, log }),
    ledger: account.of('files'),
    ttlSeconds,
    now: Date.now,
    log,
  })
}
