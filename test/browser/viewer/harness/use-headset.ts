import type { Page } from 'playwright-core'
import type { Host } from 'specimen-host'
import { beforeAll } from 'vitest'
import { bundleEntry } from '../../bundle-entry.ts'
import type { OpenViewer } from '../open-viewer.ts'
import { showsPicture } from '../specimen-page.ts'
import { useViewer } from '../use-viewer.ts'

/**
 * Returns what opens the page of a specimen in an emulated headset, `square` where none is named, and enters it.
 * Nobody looks at the picture, which is small; `said` is what the page says of it.
 */
export function useHeadset(
  prepare: (host: Host) => void,
  said = 'A mesh of 2 triangles.',
): (id?: string) => Promise<OpenViewer> {
  const open = useViewer({ prepare, context: { viewport: { width: 900, height: 560 } } })
  let emulator: string
  beforeAll(async () => {
    const script = await bundleEntry('test/browser/viewer/harness/emulated-headset.ts')
    emulator = `globalThis.headsetShare = 0.2\n${script}`
  })
  return async (id = 'square') => {
    const arrange = async (each: Page): Promise<unknown> => await each.addInitScript(emulator)
    const opened = await open({ path: `/#/${id}`, arrange })
    const { page } = opened
    await showsPicture(page, said)
    await page.getByRole('toolbar', { name: 'Picture' }).getByRole('button', { name: 'Enter VR' }).click()
    await page.getByRole('button', { name: 'Leave the headset (VR)' }).waitFor()
    return opened
  }
}
