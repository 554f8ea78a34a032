import { Icon } from '../parts/icon.tsx'

/** Fraction of the width for one press of an arrow key, and with Shift. */
const step = 0.02
const largeStep = 0.1

/** The divider between two pictures, one over the other, at a fraction of their width. */
export function WipeDivider({ at, onMove }: { readonly at: number; readonly onMove: (at: number) => void }) {
  const move = (to: number): void => onMove(Math.min(1, Math.max(0, to)))
  return (
    <div class="wipe-area">
      {/* biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved */}
      <div
        class="wipe-divider"
        role="separator"
        tabIndex={0}
        aria-label="Wipe"
        aria-orientation="vertical"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(at * 100)}
        onKeyDown={(event) => {
          const by = event.shiftKey ? largeStep : step
          const to = { ArrowLeft: at - by, ArrowRight: at + by, Home: 0, End: 1 }[event.key]
          if (to === undefined) return
          event.preventDefault()
          move(to)
        }}
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={({ currentTarget, pointerId, clientX }) => {
          const area = currentTarget.parentElement?.getBoundingClientRect()
          if (area && currentTarget.hasPointerCapture(pointerId)) move((clientX - area.left) / area.width)
        }}
      >
        <Icon name="apart" />
      </div>
    </div>
  )
}
