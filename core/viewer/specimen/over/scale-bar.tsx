import { chooseLength } from '../../../contract/look/scale-length.ts'
import { toShownText } from '../../../contract/text/visible-text.ts'
import type { Prepared } from '../../../data/prepared/prepared.ts'
import type { Stage } from '../../stage/stage.ts'
import { sayLength } from '../model/meaning.ts'

const longest = 120

/** A round length in the corner of the picture; {@link placeScaleBar} gives it its size. */
export function ScaleBar({ prepared, unit }: { readonly prepared: Prepared | null; readonly unit: string }) {
  if (unit === '' || !prepared || prepared.type === 'image') return null
  return (
    <div
      class="scale-bar"
      data-unit={unit}
      role="img"
      title="True at the centre of the view; nearer parts look larger, farther ones smaller."
    />
  )
}

/** Gives the bar of a frame a round length at the distance of the camera's target. */
export function placeScaleBar(frame: HTMLElement, stage: Stage): void {
  const bar = frame.querySelector<HTMLElement>('.scale-bar')
  const length = bar && chooseLength(stage.unitPixels, longest)
  if (!bar || !length) return
  const text = toShownText(sayLength(length, bar.dataset.unit ?? ''))
  bar.style.width = `${length * stage.unitPixels}px`
  if (bar.textContent === text) return
  bar.textContent = text
  bar.setAttribute('aria-label', `Scale bar: ${text}`)
}
