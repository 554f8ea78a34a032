import { useSignal, useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { SpecimenError } from '../../domain/errors.ts'
import type { Params } from '../../domain/schema.ts'
import { toLoadError } from '../data/load-error.ts'
import type { FigureDialog, FigureProps } from '../figure/figure-dialog.tsx'
import { toFileStem } from './file-name.ts'
import type { SpecimenModel } from './specimen-model.ts'
import type { StageInputs } from './use-stage.ts'

/**
 * Returns the dialog that saves the picture inside of `root`; its script is fetched when it is first opened,
 * and `refusal` says until the picture changes why it is not.
 */
export function useFigure({ model, view }: { readonly model: SpecimenModel } & Pick<StageInputs, 'view'>) {
  const root = useRef<HTMLDivElement>(null)
  const dialog = useSignal<typeof FigureDialog | null>(null)
  const params = useSignal<Params>({})
  const refusal = useSignal<string | null>(null)
  useSignalEffect(() => {
    if (view.value && model.prepared.value) refusal.value = null
  })
  const open = async (): Promise<void> => {
    try {
      dialog.value = (await import('../figure/figure-dialog.tsx')).FigureDialog
    } catch (error) {
      refusal.value = toLoadError(error).message
    }
  }
  const draw = (stage: { readonly screenshot: FigureProps['drawStage'] } | null) => {
    const { specimenId, params: chosen } = view.peek()
    const props = {
      params,
      fileName: `${toFileStem(specimenId ?? '', model.body.peek()?.schema ?? null, chosen)}.png`,
      drawStage: async (width: number, height: number) => {
        if (stage) return await stage.screenshot(width, height)
        throw new SpecimenError('webgl.missing', 'There is no picture to be saved.')
      },
      onClose: () => {
        dialog.value = null
      },
    }
    return root.current && dialog.value && <dialog.value root={root.current} {...props} />
  }
  return { root, refusal, open, draw }
}
