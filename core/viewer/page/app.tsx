import type { Signal } from '@preact/signals'
import { DevSlot } from '../dev/dev-slot.tsx'
import { HostBanner } from '../session/host-banner.tsx'
import { TokenDialog } from '../session/token-dialog.tsx'
import type { OpenPage } from '../specimen/specimen-page.tsx'
import { Content } from './content.tsx'

/** A whole view: its content, and the dialogs above. */
export function App(
  props: Omit<Parameters<typeof Content>[0], 'onOpen'> & {
    /** Holds the open page of a specimen. */
    readonly page: Signal<OpenPage | null>
  },
) {
  const { session, gallery, page } = props
  return (
    <>
      <HostBanner session={session} />
      <Content
        {...props}
        onOpen={(opened) => {
          page.value = opened
        }}
      />
      <TokenDialog session={session} />
      <DevSlot
        token={session.token.value}
        onServed={(functions) => {
          void gallery.catalog.refresh()
          void page.peek()?.reload(functions)
        }}
      />
    </>
  )
}
