import { useSignal } from '@preact/signals'
import { toThrownText } from '../../contract/text/thrown-text.ts'
import { Button } from '../parts/button.tsx'
import { saveFile } from '../parts/save.ts'
import type { SweepProps, SweepStep } from './run-sweep.ts'

interface SaveButtonsProps {
  readonly steps: readonly SweepStep[]
  /** Returns the caption of a step. */
  readonly say: (step: SweepStep) => string
  readonly isReady: boolean
}

/** Two buttons that save all steps as one picture or as a film. */
export function SaveButtons(props: Pick<SweepProps, 'stage' | 'fileStem' | 'onSaved'> & SaveButtonsProps) {
  const { steps, say, isReady, stage, fileStem, onSaved } = props
  const note = useSignal<string | null>(null)
  const save = async (what: 'sheet' | 'film', button: HTMLElement): Promise<void> => {
    const drawn = stage()
    if (!drawn) return
    note.value = 'Drawing …'
    try {
      const { drawContactSheet, drawStep, recordFilm } = await import('./save-sweep.ts')
      const size = what === 'sheet' ? ([320, 240] as const) : ([800, 600] as const)
      const pictures: OffscreenCanvas[] = []
      for (const step of steps)
        pictures.push(await drawStep(drawn, step, [...size, say(step)], getComputedStyle(button)))
      const content = await (what === 'sheet' ? drawContactSheet : recordFilm)(pictures)
      saveFile(`${fileStem} ${what}.${content.type.match(/png|mp4/)?.[0] ?? 'webm'}`, content)
      note.value = null
    } catch (error) {
      note.value = toThrownText(error)
    } finally {
      onSaved()
    }
  }
  const isOff = !isReady || note.value === 'Drawing …'
  return (
    <span class="sweep-save">
      <span role="status">{note.value}</span>
      <Button disabled={isOff} onClick={(event) => void save('sheet', event.currentTarget)}>
        Contact sheet
      </Button>
      <Button disabled={isOff} onClick={(event) => void save('film', event.currentTarget)}>
        Film
      </Button>
    </span>
  )
}
