import { DevSlot } from '../dev/dev-slot.tsx'
import { HostBanner } from '../session/host-banner.tsx'
import { TokenDialog } from '../session/token-dialog.tsx'
import { type AppProps, Content } from './content.tsx'

/** A whole view: its content, and the dialogs above. */
export function App(props: AppProps) {
  const { session, gallery, page } = props
  return (
    <>
      <HostBanner session={session} />
      <Content {...props} />
      <TokenDialog session={session} />
      <DevSlot
        token={session.token.value}
        onServed={(functions) => {
          void gallery?.state.catalog.refresh()
          void page.peek()?.reload(functions)
        }}
      />
    </>
  )
}
