import { SpecimenError } from '../../contract/domain/errors.ts'
import type { ProgressMessage } from '../../contract/domain/job.ts'
import type { NamedFile } from '../../data/prepared/plain-file.ts'
import { listBuffers } from '../../data/prepared/prepare.ts'
import type { Load } from './load-content.ts'
import { toLoadError } from './load-error.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

/** Returns the worker's handler of the page's messages. */
export function serveLoads(
  load: Load,
  post: (message: FromWorker, buffers: ArrayBuffer[]) => void,
  end: () => void,
): (message: ToWorker) => void {
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
      const onDecoding = (file: NamedFile | null) => post({ kind: 'decoding', id, file }, [])
      const content = await load(request, options, { signal, onProgress: progress.add, onStart, onDecoding })
      progress.flush()
      post({ kind: 'loaded', id, content }, listBuffers(content))
    } catch (error) {
      progress.flush()
      const { message: text, code, issues } = toLoadError(error)
      post({ kind: 'failed', id, text, code, issues }, [])
    } finally {
      open.delete(id)
      endWhenIdle()
    }
  }

  return (message) => {
    if (message.kind === 'load') void serve(message)
    else if (message.kind === 'cancel') {
      const reason = message.isSuperseded
        ? new SpecimenError('run.superseded', 'A newer request came.')
        : undefined
      open.get(message.id)?.abort(reason)
    } else {
      isEnding = true
      for (const controller of open.values()) controller.abort()
      endWhenIdle()
    }
  }
}

/** Joins the messages of one turn of the event loop: a poll can bring a thousand, one by one. */
function collect(send: (messages: readonly ProgressMessage[]) => void) {
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
