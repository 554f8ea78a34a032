/** The data worker: loads, decodes and prepares results beside the page. Loads decoders on demand. */
import { createLoad } from './load-content.ts'
import { serveLoads } from './serve-loads.ts'
import type { ToWorker } from './worker-messages.ts'

const load = createLoad(
  (input, init) => fetch(input, init),
  async (content) => {
    const { openFile, openFiles } = await import('../../data/formats/decode-file.ts')
    if ('bytes' in content) return await openFile(content.bytes, content.fileName)
    const files = content.map(({ path, blob }) => ({
      path,
      size: blob.size,
      read: async (start?: number, end?: number) =>
        new Uint8Array(await blob.slice(start, end).arrayBuffer()),
    }))
    return await openFiles(files)
  },
)
const receive = serveLoads(
  load,
  (message, transfer) => self.postMessage(message, { transfer }),
  () => self.close(),
)
addEventListener('message', (event: MessageEvent<ToWorker>) => receive(event.data))
