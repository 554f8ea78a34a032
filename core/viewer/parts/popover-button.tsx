import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { Icon, type IconName } from './icon.tsx'

/** A button with an icon that opens a popover below itself; the browser closes it and returns the focus. */
export function PopoverButton({
  icon,
  label,
  onOpen,
  isOpenAtFirst = false,
  children,
}: {
  readonly icon: IconName
  readonly label: string
  readonly onOpen?: () => void
  /** True for one that the page opens by itself, once. */
  readonly isOpenAtFirst?: boolean
  readonly children: (close: () => void) => ComponentChildren
}) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isOpenAtFirst) body.current?.showPopover()
  }, [])
  return (
    <>
      <button type="button" class="icon-button" ref={button} popoverTarget={id} aria-label={label}>
        <Icon name={icon} />
      </button>
      <div
        class="popover"
        id={id}
        ref={body}
        popover="auto"
        onBeforeToggle={({ newState }) => {
          if (newState !== 'open') return
          if (button.current && body.current) putBelow(body.current, button.current)
          onOpen?.()
        }}
      >
        {children(() => body.current?.hidePopover())}
      </div>
    </>
  )
}

function putBelow({ style }: HTMLElement, button: HTMLElement): void {
  const { right, bottom } = button.getBoundingClientRect()
  style.setProperty('--top', `${bottom + window.scrollY}px`)
  style.setProperty('--right', `${document.documentElement.clientWidth - right}px`)
}
