/**
 * Workers that a function of an exported page starts of its own modules. Each is a blob of the script of the
 * function's worker, so that it has the policy of the page, and gets module and files in its first message.
 */
import type { ModuleStart, WorkerParts } from './function-call.ts'

const ownBase = 'file:///bundle/'

/** Has `Worker` start the modules among the files of a bundle; others start as before. */
export function provideWorkers(parts: WorkerParts): void {
  const Inherited = globalThis.Worker
  globalThis.Worker = class Worker extends Inherited {
    constructor(place: string | URL, options?: WorkerOptions) {
      const module = findModule(parts, String(place))
      if (!module) {
        super(place, options)
        return
      }
      const address = URL.createObjectURL(parts.script)
      super(address, { name: options?.name ?? '' })
      URL.revokeObjectURL(address)
      this.postMessage({ kind: 'start', module, parts } satisfies ModuleStart)
    }
  }
}

function findModule({ files }: WorkerParts, address: string): Blob | undefined {
  return address.startsWith(ownBase)
    ? files.get(decodeURIComponent(address.slice(ownBase.length)))
    : undefined
}

/**
 * Returns the listener that runs a module in this worker. It keeps what comes until the module has set its
 * own listeners, and then hands it on.
 */
export function createModuleStart(
  load: (start: ModuleStart) => Promise<unknown>,
): (event: MessageEvent) => Promise<void> {
  const early: MessageEvent[] = []
  const keep = (event: MessageEvent): void => {
    event.stopImmediatePropagation()
    early.push(event)
  }
  return async (event) => {
    event.stopImmediatePropagation()
    addEventListener('message', keep)
    try {
      await load(event.data)
    } catch (error) {
      reportError(error) // as of a module that throws: its owner has an error
    }
    removeEventListener('message', keep)
    for (const { data, ports } of early)
      dispatchEvent(new MessageEvent('message', { data, ports: [...ports] }))
  }
}
