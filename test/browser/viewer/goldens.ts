/**
 * Pictures as they have to be, in `goldens/`. SwiftShader draws the same pixels everywhere, other renderers
 * draw others: without SwiftShader nothing is compared, and a warning says so.
 *
 * After a change that is meant to change pictures, look at the new ones and run the test with
 * SPECIMEN_UPDATE_GOLDENS=1, which writes them.
 */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decode } from 'fast-png'
import type { Page } from 'playwright-core'

const folder = join(import.meta.dirname, 'goldens')
/** Of all pixels. */
const tolerance = 0.001
/** Of 255: what rounding may change. */
const channelTolerance = 2

/**
 * Passes when a picture that was drawn in a page is the golden of that name.
 * @throws Error that says how many pixels differ, and where both pictures are
 */
export async function expectGolden(page: Page, name: string, png: Uint8Array): Promise<void> {
  const renderer = await readRenderer(page)
  if (!/swiftshader/i.test(renderer))
    return console.warn(`The golden ${name} was NOT compared: ${renderer} draws, and not SwiftShader.`)
  if (process.env.SPECIMEN_UPDATE_GOLDENS === '1') {
    await mkdir(folder, { recursive: true })
    await writeFile(pathOf(name), png)
    return console.warn(`The golden ${name} was written.`)
  }
  const fault = await compareGolden(name, png)
  if (fault === null) return
  const actual = join(await mkdtemp(join(tmpdir(), 'golden-')), `${name}.png`)
  await writeFile(actual, png)
  throw new Error(
    `The picture ${name} is not as it was: ${fault}. Golden: ${pathOf(name)}. Now: ${actual}. ` +
      'If the new one is right, run the test with SPECIMEN_UPDATE_GOLDENS=1.',
  )
}

/** Returns in what a picture differs from a golden; null when in no more than may be. */
export async function compareGolden(name: string, png: Uint8Array): Promise<string | null> {
  if (!existsSync(pathOf(name))) return 'there is no golden'
  const [golden, actual] = [decode(await readFile(pathOf(name))), decode(png)]
  if (sizeOf(golden) !== sizeOf(actual)) return `${sizeOf(actual)} and not ${sizeOf(golden)}`
  const { width, height, channels } = golden
  let count = 0
  for (let pixel = 0; pixel < width * height; pixel++) {
    const differs = (_: unknown, channel: number) => {
      const at = pixel * channels + channel
      return Math.abs((golden.data[at] ?? 0) - (actual.data[at] ?? 0)) > channelTolerance
    }
    if (Array.from({ length: channels }).some(differs)) count++
  }
  const allowed = Math.floor(width * height * tolerance)
  return count > allowed ? `${count} pixels differ, and no more than ${allowed} may` : null
}

function pathOf(name: string): string {
  return join(folder, `${name}.png`)
}

function sizeOf({ width, height, channels }: ReturnType<typeof decode>): string {
  return `${width}×${height}×${channels}`
}

async function readRenderer(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const gl = new OffscreenCanvas(1, 1).getContext('webgl2')
    const info = gl?.getExtension('WEBGL_debug_renderer_info')
    return String(info ? gl?.getParameter(info.UNMASKED_RENDERER_WEBGL) : 'an unknown renderer')
  })
}
