import { useSignal } from '@preact/signals'
import type { VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { readDevMark } from './dev-mark.ts'
import type { DevOptions } from './open-dev.ts'

/** The place of the drawer, empty without `specimen dev`. `onServed` may differ at every render. */
export function DevSlot({ token, onServed }: DevOptions) {
  const drawer = useSignal<VNode | null>(null)
  const served = useRef(onServed)
  served.current = onServed
  useEffect(() => {
    if (!readDevMark(document)) return
    let isGone = false
    let close = (): void => undefined
    void Promise.all([import('./open-dev.ts'), import('./dev-drawer.tsx')]).then(
      ([{ openDev }, { DevDrawer }]) => {
        const dev = isGone ? null : openDev(document, { token, onServed: (names) => served.current(names) })
        if (!dev) return
        close = dev.close
        drawer.value = <DevDrawer state={dev.state} />
      },
    )
    return () => {
      isGone = true
      close()
    }
  }, [token])
  return drawer.value
}
