import { messageLength } from '../../contract/domain/job.ts'
import type { RunContext } from '../../engine/run/runner.ts'
import type { WorkerFrameOf } from '../link/control-frames.ts'
import { LinkError } from '../link/link-error.ts'

/** Longest gap in the numbers of messages: more than any flood leaves. */
const longestGap = 2 ** 40

/** The messages of a run from a worker, each reported once, over many links; dropped ones are counted. */
export class IncomingProgress {
  readonly #progress: RunContext['progress']
  #next = 0

  constructor(progress: RunContext['progress']) {
    this.#progress = progress
  }

  get next(): number {
    return this.#next
  }

  /** Reports the new messages in a frame. @throws LinkError */
  take({ id, seq, texts, fractions }: WorkerFrameOf<'progress'>): void {
    const gap = seq - this.#next
    if (gap > longestGap) throw new LinkError('protocol', `the messages of run ${id} jump to number ${seq}`)
    if (gap > 0) {
      this.#progress.skip?.(gap)
      this.#next = seq
    }
    for (const [i, text] of texts.entries()) {
      if (seq + i < this.#next) continue
      this.#next++
      this.#progress.report(text.slice(0, messageLength).toWellFormed(), fractions?.[i] ?? undefined)
    }
  }
}
