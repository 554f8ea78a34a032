import type { Prepared } from '../../../data/prepared/prepared.ts'

/** A round length below in the picture; `place-labels.ts` gives it its size and its place. */
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
