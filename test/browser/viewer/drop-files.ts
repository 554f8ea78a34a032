import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Locator } from 'playwright-core'

/** The folder of files of all formats. */
export const sampleFiles: string = fileURLToPath(new URL('../../data/formats/files/', import.meta.url))

/** Drops files from that folder on an element, as a person does. */
export async function dropFiles(target: Locator, ...names: readonly string[]): Promise<void> {
  const sent = names.map((name) => ({ name, base64: readFileSync(sampleFiles + name).toString('base64') }))
  await target.evaluate((element, given) => {
    const dataTransfer = new DataTransfer()
    for (const { name, base64 } of given) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      dataTransfer.items.add(new File([bytes], name.replace(/^.*[/]/, '')))
    }
    for (const type of ['dragover', 'drop'])
      element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
  }, sent)
}
