/** The data worker: loads, decodes and prepares results beside the page. Loads decoders on demand. */
import { createLoad } from './load-content.ts'
import { serveLoads } from './serve-loads.ts'
import type { ToWorker } from './worker-messages.ts'

const load = createLoad(
  (input, init) => fetch(input, init),
  async (bytes, name) => {
    const { decodeFile } = await import('../../formats/decode-file.ts')
    return await decodeFile(bytes, name)
  },
)
const receive = serveLoads(
  load,
  (message, transfer) => self.postMessage(message, { transfer }),
  () => self.close(),
)
addEventListener('message', (event: MessageEvent<ToWorker>) => receive(event.data))
