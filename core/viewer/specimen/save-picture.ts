import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals'
import { saveFile } from '../parts/save.ts'
import type { Stage } from '../stage/stage.ts'
import type { StageInputs } from './use-stage.ts'

/** Returns the function that saves the picture of a stage, and its error until the picture changes. */
export function useSavePicture({ view, prepared }: Pick<StageInputs, 'view' | 'prepared'>): {
  readonly refusal: ReadonlySignal<string | null>
  readonly save: (stage: Stage | null, specimenId: string) => Promise<void>
} {
  const refusal = useSignal<string | null>(null)
  useSignalEffect(() => {
    if (view.value && prepared.value) refusal.value = null
  })
  const save = async (stage: Stage | null, specimenId: string): Promise<void> => {
    try {
      if (stage) saveFile(`${specimenId.replace(/^.*:/, '')}.png`, await stage.screenshot())
      refusal.value = null
    } catch (error) {
      refusal.value = error instanceof Error ? error.message : String(error)
    }
  }
  return { refusal, save }
}
