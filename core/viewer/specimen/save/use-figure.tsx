import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals'
import type { ComponentChildren, RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import type { Params } from '../../../contract/domain/schema.ts'
import { toLoadError } from '../../data/load-error.ts'
import type { FigureDialog } from '../../figure/figure-dialog.tsx'
import type { Stage } from '../../stage/stage.ts'
import type { ShownView } from '../../state/view-state.ts'
import type { SpecimenModel } from '../model/specimen-model.ts'
import { toFileStem } from './file-name.ts'

/** The dialog that saves a picture. */
export interface FigureSaver {
  /** The element whose picture is saved. */
  readonly root: RefObject<HTMLDivElement | null>
  /** The reason why the dialog cannot be opened; null where it can. */
  readonly refusal: ReadonlySignal<string | null>
  readonly open: () => Promise<void>
  /** Draws the dialog while it is open. */
  readonly draw: (stage: Pick<Stage, 'screenshot'> | null) => ComponentChildren
}

/**
 * Returns the dialog that saves the picture inside of `root`; its script is fetched when it is first opened,
 * and `refusal` says until the picture changes why it is not.
 */
export function useFigure(model: SpecimenModel, view: ReadonlySignal<ShownView>): FigureSaver {
  const root = useRef<HTMLDivElement>(null)
  const dialog = useSignal<typeof FigureDialog | null>(null)
  const params = useSignal<Params>({})
  const refusal = useSignal<string | null>(null)
  useSignalEffect(() => {
    if (view.value && model.prepared.value) refusal.value = null
  })
  const open = async (): Promise<void> => {
    try {
      dialog.value = (await import('../../figure/figure-dialog.tsx')).FigureDialog
    } catch (error) {
      refusal.value = toLoadError(error).message
    }
  }
  const draw = (stage: Pick<Stage, 'screenshot'> | null): ComponentChildren => {
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
