import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { toLoadError } from '../data/load-error.ts'
import type { EnteringPage, OpenedRoom, openRoom } from '../room/open-room.tsx'
import type { PageRoom } from '../room/page-room.ts'

interface RoomSlotProps extends EnteringPage {
  /** False where the page is in no room. */
  readonly isIn: boolean
  readonly draw: (room: PageRoom | null) => ComponentChildren
}

/**
 * The strip of the page's room, once its script has come, and below it what is drawn with the room; without
 * a room, that alone.
 * @throws without the script, in a render
 */
export function RoomSlot({ isIn, draw, ...options }: RoomSlotProps) {
  const [open, setOpen] = useState<OpenedRoom | Error | null>(null)
  useEffect(() => {
    if (!isIn) return
    let [isGone, close] = [false, (): void => {}]
    const start = (script: { readonly openRoom: typeof openRoom }): void => {
      if (isGone) return
      const made = script.openRoom(options)
      close = made.close
      setOpen(made)
    }
    import('../room/open-room.tsx').then(start).catch((error: unknown) => setOpen(toLoadError(error)))
    return () => {
      isGone = true
      close()
    }
  }, [])
  if (!isIn) return <>{draw(null)}</>
  if (open instanceof Error) throw open
  if (!open) return null
  return (
    <>
      <open.Bar />
      {draw(open.room)}
    </>
  )
}
