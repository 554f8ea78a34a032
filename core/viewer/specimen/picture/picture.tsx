import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { isQuartered } from '../../slices/is-quartered.ts'
import type { Stage } from '../../stage/stage.ts'
import { useHeadset } from '../headset/use-headset.ts'
import { toChosenContent } from '../model/chosen-part.ts'
import { findMeasured } from '../over/labels.tsx'
import { Legend } from '../over/legend.tsx'
import { usePointing } from '../over/measure.ts'
import { useNotes } from '../over/pinned-notes.tsx'
import { useFigure } from '../save/use-figure.tsx'
import { PictureSlices, PictureTables } from './further-views.tsx'
import { type DrawnView, LayeredStage } from './layered-stage.tsx'
import { Toolbar } from './toolbar.tsx'
import { useWindowing } from './use-windowing.ts'

interface PictureProps extends DrawnView {
  /** False for a view beside the active one, which alone has tools. */
  readonly isActive: boolean
  /** Returns what stands below the picture. */
  readonly below: (stage: () => Stage | null) => ComponentChildren
}

/** The picture of a view, its tools, and what stands below it: legend, slices, a sweep. */
export function Picture(props: PictureProps) {
  const { opened, onChange, isActive, below, ...rest } = props
  const { model, shownView, onDisplay } = opened
  const stage = useRef<Stage | null>(null)
  const pointing = usePointing(opened)
  const notes = useNotes(shownView, onChange)
  const figure = useFigure(model, shownView)
  const headset = useHeadset(opened, stage, { pointing, notes })
  const prepared = model.prepared.value
  const [display, meaning] = [opened.display.value, opened.meaning.value]
  const shown = prepared && { prepared, display, meaning, onDisplay }
  const chosen = opened.parts.chosen.value
  const valued = shown && toChosenContent(shown, chosen)
  const windowing = useWindowing(valued)
  const measure = pointing.measure.value
  const isPinning = notes.isPicking.value
  const { picking } = pointing
  const tool =
    measure === null && !isPinning && !picking
      ? null
      : {
          marks: pointing.marks.value,
          measured: findMeasured({
            prepared: model.prepared,
            marks: pointing.marks,
            ends: pointing.ends,
            measure,
            unit: meaning.unit,
          }),
          onPick: picking?.onPick ?? (isPinning ? notes.pick : pointing.onClick),
        }
  const onFit = (): void => {
    stage.current?.look(null) // also while it still fits an earlier result
    onChange({ camera: null })
  }
  return (
    <div class={`specimen-picture${isQuartered(prepared, display) ? ' is-quartered' : ''}`} ref={figure.root}>
      {shown && isActive && (
        <Toolbar
          {...shown}
          {...windowing.tool}
          hasWindow={valued?.prepared.type === 'volume'}
          measure={measure}
          onMeasure={pointing.startMeasure}
          isPinning={isPinning}
          onPin={notes.toggle}
          onFit={onFit}
          onPicture={() => void figure.open()}
          headset={headset}
        />
      )}
      <div class="specimen-view" {...windowing.listeners}>
        <LayeredStage
          drawn={{ ...rest, opened, onChange }}
          stage={stage}
          pointing={pointing}
          notes={notes}
          onFit={onFit}
          refusal={headset.refusal ?? figure.refusal.value}
        />
      </div>
      {shown && <Legend {...shown} chosen={chosen} />}
      <PictureSlices opened={opened} tool={tool} />
      <PictureTables opened={opened} pointing={pointing} stage={stage} />
      {below(() => stage.current)}
      {figure.draw(stage.current)}
    </div>
  )
}
