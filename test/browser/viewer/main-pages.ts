/** The main pages of the viewer, and what a person with other eyes, fingers or letters asks of each. */
import type { Locator, Page } from 'playwright-core'
import type { Host } from 'specimen-host'

/** Registers a mesh, a volume and an image, each with a slider and texts of two directions. */
export function registerMain(host: Host): void {
  const cells = { type: 'integer', default: 3, minimum: 2, maximum: 12, description: 'שלום.' } as const
  const schema = { type: 'object', properties: { cells } } as const
  const texts = {
    description: 'A first sentence. And a second, which stands in About.',
    legend: 'low … high',
  }
  const presets = [{ name: 'Many', params: { cells: 9 } }]
  host.registerSpecimen(
    { id: 'tent', displayName: 'A tent', ...texts, presets },
    (cells: number) => ({
      vertices: Float32Array.of(0, 0, 0, cells, 0, 0, 0, cells, 0, 1, 1, cells),
      indices: Uint32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3),
      scalars: Float32Array.of(0, 1, 2, 3),
    }),
    { returns: 'mesh', schema },
  )
  host.registerSpecimen(
    { id: 'cloud', displayName: 'A cloud', ...texts },
    (cells: number) => ({
      data: Float32Array.from({ length: cells ** 3 }, (_, i) => i),
      shape: [cells, cells, cells],
      spacing: [1, 1, 1],
    }),
    { returns: 'volume', schema },
  )
  host.registerSpecimen(
    { id: 'board', displayName: 'A board', ...texts },
    (cells: number) => ({
      data: Uint8Array.from({ length: cells * cells }, (_, i) => i),
      width: cells,
      height: cells,
      channels: 1,
    }),
    { returns: 'image', schema },
  )
}

/** The fragments of the pages of a host, and the part of each that is there when it is complete. */
export const mainPages: readonly (readonly [name: string, fragment: string, part: string])[] = [
  ['the gallery', '', '.card a'],
  ['the page of a mesh', 'tent', '.is-drawn'],
  ['the page of a volume', 'cloud?~slices=0.5,0.5,0.5', '.is-drawn'],
  ['the page of an image', 'board', '.is-drawn'],
  ['a room', 'tent?~room=lab', '.is-drawn'],
  ['the choice of a file', '~file', '.drop-target'],
]

/** Makes the text as large as a person may set it in the browser. */
export async function setTextSize(page: Page, percent: number): Promise<void> {
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = size
  }, `${percent}%`)
}

/** Turns the page around, as for Arabic or Hebrew. */
export async function turnAround(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })
}

/** Returns by how many pixels a page is wider than its window. */
export async function measureOverflow(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
}

/**
 * Returns what can be pressed and is below 24 pixels a side (WCAG 2.2, 2.5.8). Links in sentences are exempt, and
 * the sides of the cube, for which there is a menu and a key each; the link of a card has all of the card.
 */
export async function findSmallTargets(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const targets = document.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type="file"]), select, textarea, summary, [tabindex="0"]',
    )
    const exempt = ':is(p, dd, dt) a, .card a, .view-cube-turned *, .panel-thumbs *'
    return [...targets].flatMap((target) => {
      const { width, height } = target.getBoundingClientRect()
      const isThere = target.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      if (!isThere || target.matches(exempt) || (width >= 23.5 && height >= 23.5)) return []
      return [`${target.outerHTML.slice(0, 100)} ${Math.round(width)} × ${Math.round(height)}`]
    })
  })
}

/** Returns the width of a picture for each pixel of its drawing, over the height: 1 where nothing is stretched. */
export async function measureStretch(canvas: Locator): Promise<number> {
  return await canvas.evaluate((element) => {
    const { width, height } = element.getBoundingClientRect()
    const drawn = element as HTMLCanvasElement // as the locator names
    return width / drawn.width / (height / drawn.height)
  })
}
