import type { ProgressMessage } from '../../domain/job.ts'
import type { Load } from './load-content.ts'
import { listBuffers } from './prepare/prepare.ts'
import { toFailure } from './to-failure.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

/** What a server of loads needs of its surroundings. */
export interface LoadSurroundings {
  readonly load: Load
  /** Sends a message to the page, and hands over the buffers instead of copying them. */
  readonly post: (message: FromWorker, buffers: ArrayBuffer[]) => void
  /** Ends the worker. */
  readonly end: () => void
}

/** Returns what the worker does with each message of the page. */
export function serveLoads({ load, post, end }: LoadSurroundings): (message: ToWorker) => void {
  const open = new Map<number, AbortController>()
  let isEnding = false
  const endWhenIdle = () => {
    if (isEnding && open.size === 0) end()
  }

  const serve = async ({ id, request, options }: Extract<ToWorker, { kind: 'load' }>): Promise<void> => {
    const controller = new AbortController()
    open.set(id, controller)
    const progress = collect((messages) => post({ kind: 'progress', id, messages }, []))
    try {
      const { signal } = controller
      const onStart = (jobId: string) => post({ kind: 'started', id, jobId }, [])
      const content = await load(request, options, { signal, onProgress: progress.add, onStart })
      progress.flush()
      post({ kind: 'loaded', id, content }, listBuffers(content))
    } catch (error) {
      progress.flush()
      post({ kind: 'failed', id, ...toFailure(error) }, [])
    } finally {
      open.delete(id)
      endWhenIdle()
    }
  }

  return (message) => {
    if (message.kind === 'load') void serve(message)
    else if (message.kind === 'cancel') open.get(message.id)?.abort()
    else {
      isEnding = true
      for (const controller of open.values()) controller.abort()
      endWhenIdle()
    }
  }
}

/**
 * Passes on together what comes within one turn of the loop: a poll can bring a thousand messages, one by
 * one.
 */
function collect(send: (messages: readonly ProgressMessage[]) => void): {
  readonly add: (messages: readonly ProgressMessage[]) => void
  readonly flush: () => void
} {
  let waiting: ProgressMessage[] = []
  const flush = () => {
    if (waiting.length > 0) send(waiting)
    waiting = []
  }
  const add = (messages: readonly ProgressMessage[]) => {
    if (waiting.length === 0) setTimeout(flush)
    waiting.push(...messages)
  }
  return { add, flush }
}
