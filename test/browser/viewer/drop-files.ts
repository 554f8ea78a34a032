import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Locator } from 'playwright-core'

/** The folder of files of all formats. */
export const sampleFiles: string = fileURLToPath(new URL('../../data/formats/files/', import.meta.url))

/** A file with its bytes. */
interface GivenFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Drops files on an element, as a person does: those of a name are from the folder of samples. */
export async function dropFiles(target: Locator, ...files: readonly (string | GivenFile)[]): Promise<void> {
  const sent = files.map((file) => {
    const { name, bytes } =
      typeof file === 'string' ? { name: file, bytes: readFileSync(sampleFiles + file) } : file
    return { name, base64: Buffer.from(bytes).toString('base64') }
  })
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
