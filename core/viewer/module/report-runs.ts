import { effect, type ReadonlySignal, untracked } from '@preact/signals'
import type { OpenPage } from '../specimen/specimen-page.tsx'
import type { MountOptions } from './mount-options.ts'

/** Reports the results and failures of the active view. Returns the function that stops it. */
export function reportRuns(
  page: ReadonlySignal<OpenPage | null>,
  { onResult, onError }: Pick<MountOptions, 'onResult' | 'onError'>,
): () => void {
  let last: unknown = null
  return effect(() => {
    const model = page.value?.findModel()
    if (!model) return
    const { shown, run } = model.run.value
    const problem = model.problem.value
    if (shown && shown !== last && shown.content.type !== 'file') {
      last = shown
      const { params, isPreview, content } = shown
      untracked(() => onResult?.({ params, isPreview, result: content.result }))
    }
    if (problem !== null) untracked(() => onError?.({ message: problem, code: null }))
    else if (run.stage === 'failed') {
      const { message, code } = run.failure
      untracked(() => onError?.({ message, code }))
    }
  })
}
