import { listTakenEndings } from '../../contract/domain/data-ref.ts'
import type { Log } from '../../contract/domain/log.ts'
import type { Catalog } from '../../engine/catalog/catalog.ts'
import { createPrivateFolder } from '../../engine/functions/private-folder.ts'
import type { Account } from '../account/account.ts'
import { CallerFiles } from './caller-files.ts'
import { FilePlaces } from './file-places.ts'
import type { FileSharing } from './file-sharing.ts'
import { PartialFiles } from './partial-files.ts'
import { SharedFiles } from './shared-files.ts'

/** The time for which a file that comes in pieces waits for its next one. */
const longestWaitSeconds = 600

/** The parts of a host on which the files of its callers stand. */
export interface CallerFilesParts {
  readonly account: Account
  readonly config: { readonly fileTtl: number }
  readonly log: Log
  /** Has the functions that may take them. */
  readonly catalog: Pick<Catalog, 'snapshot'>
  /** Those at the other hosts of its group; undefined for none. */
  readonly others: FileSharing | undefined
}

/**
 * Returns the files of a host's callers. Their folder is apart from that of the copies of bundles, which each
 * plugin may read.
 */
export function openCallerFiles({ account, config, log, catalog, others }: CallerFilesParts): SharedFiles {
  const places = new FilePlaces({
    createFolder: async () => await createPrivateFolder({ now: Date.now, log }),
    log,
  })
  const shared = { places, ledger: account.of('files'), now: Date.now }
  const own = new CallerFiles({
    ...shared,
    ttlSeconds: config.fileTtl,
    // Those of workers take no files as they are.
    readEndings: () =>
      listTakenEndings(
        [...catalog.snapshot.functions].flatMap(([name, { manifest }]) =>
          name.includes(':') ? [] : [manifest.schema],
        ),
      ),
  })
  const waitSeconds = Math.min(longestWaitSeconds, config.fileTtl)
  const partial = new PartialFiles({ ...shared, whole: own, waitSeconds })
  return new SharedFiles({ own, partial, places, others, log })
}
