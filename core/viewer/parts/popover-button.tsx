import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { Icon, type IconName } from './icon.tsx'

interface PopoverButtonProps {
  readonly icon: IconName
  /** The part of the label that stands beside the icon in a wide view. */
  readonly word?: string
  readonly label: string
  readonly onOpen?: () => void
  /** True for one that the page opens by itself, once. */
  readonly isOpenAtFirst?: boolean
  readonly children: (close: () => void) => ComponentChildren
}

/** A button with an icon that opens a popover below itself; the browser closes it and returns the focus. */
export function PopoverButton({
  icon,
  word,
  label,
  onOpen,
  isOpenAtFirst = false,
  children,
}: PopoverButtonProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isOpenAtFirst) body.current?.showPopover()
  }, [])
  return (
    <>
      <button type="button" class="icon-button" ref={button} popoverTarget={id} aria-label={label}>
        <Icon name={icon} word={word} />
      </button>
      <div
        class="popover"
        id={id}
        ref={body}
        popover="auto"
        onBeforeToggle={({ newState }) => {
          if (newState !== 'open') return
          if (button.current && body.current) putBeside(body.current, button.current)
          onOpen?.()
        }}
      >
        {children(() => body.current?.hidePopover())}
      </div>
    </>
  )
}

/** Puts a popover below its button, or above one that is low, and on the side where there is more room. */
function putBeside({ style }: HTMLElement, button: HTMLElement): void {
  const { left, right, top, bottom } = button.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const isLow = top > (2 / 3) * clientHeight
  const isLeft = left + right < clientWidth
  const place = {
    top: isLow ? null : bottom + scrollY,
    bottom: isLow ? clientHeight - top - scrollY : null,
    left: isLeft ? left : null,
    right: isLeft ? null : clientWidth - right,
  }
  for (const [side, away] of Object.entries(place))
    style.setProperty(`--${side}`, away === null ? 'auto' : `${away}px`)
}
