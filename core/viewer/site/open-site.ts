import type { OwnFile } from '../data/data-source.ts'
import { WorkerSource } from '../data/worker-source.ts'
import type { Connection } from '../module/connect.ts'
import { startWorker } from '../module/start-worker.ts'
import { toBaseUrl } from '../session/session.ts'
import { createStaticSession } from '../session/static-session.ts'
import { createFunctionRuns } from './function-runs.ts'
import { PageFiles } from './page-files.ts'
import { dataWorkerPath, type Site } from './site.ts'
import { createSiteClient } from './site-client.ts'
import { createSiteReader, toBlob } from './site-files.ts'
import { createSiteSource } from './site-source.ts'

/** The script of the workers in which functions run; the build sets it. */
declare const builtFunctionWorker: string

/** Returns what a view has in the place of a connection to a host: the site of the page at `pageUrl`. */
export function openSite(site: Site, pageUrl: string): Connection {
  const baseUrl = toBaseUrl(pageUrl)
  const { in_page: inPage, run_timeout: longestSeconds } = site
  const page = { baseUrl, token: () => undefined, viewerId: '', page: window }
  const script = inPage[dataWorkerPath]
  const worker = new WorkerSource(() => (script ? startBlob(toBlob(script)) : startWorker()), page)
  const read = createSiteReader(site, pageUrl)
  const functionWorker = new Blob([builtFunctionWorker], { type: 'text/javascript' })
  const runFunction = createFunctionRuns(() => startBlob(functionWorker), longestSeconds)
  const files = new PageFiles(worker)
  const findFile = (hash: string): OwnFile | undefined => files.find(hash)
  const parts = { read, runFunction, functionScript: functionWorker, worker, findFile }
  const source = createSiteSource(site, parts)
  const client = { ...createSiteClient(site, source, read), upload: files.upload }
  const session = createStaticSession(client, { baseUrl, linkBase: pageUrl })
  return { session, source, viewerId: '', start: () => worker.start(), close: source.close }
}

/** Starts a classic worker, which has the policy of the page: Chromium starts no module in one of `file:`. */
function startBlob(script: Blob): Worker {
  const address = URL.createObjectURL(script)
  try {
    return new Worker(address)
  } finally {
    URL.revokeObjectURL(address)
  }
}
