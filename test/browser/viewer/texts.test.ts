/** The texts of labels over the picture: at their places, none over another, and safe. */
import type { Page } from 'playwright-core'
import type { Host } from 'specimen-host'
import { expect, it } from 'vitest'
import { lookWhenStill, showsPicture } from './specimen-page.ts'
import { useViewer } from './use-viewer.ts'

const schema = { type: 'object', properties: {}, additionalProperties: false } as const
const hostile = '<img src=x onerror=alert(1)>\u202Eabc'

/** A thousand texts on a ball, and a few by themselves. */
function register(host: Host): void {
  const count = 1000
  const ball = Array.from({ length: count }, (_, i) => {
    const height = 1 - (2 * i + 1) / count
    const radius = Math.sqrt(1 - height * height)
    return [radius * Math.cos(2.4 * i), radius * Math.sin(2.4 * i), height]
  })
  const add = (id: string, points: readonly number[], texts: readonly string[]): void =>
    host.registerSpecimen({ id, displayName: id }, () => ({ points: Float32Array.from(points), texts }), {
      returns: 'labels',
      schema,
    })
  add(
    'ball',
    ball.flat(),
    ball.map((_, i) => `Atom ${i}`),
  )
  add('few', [-1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1], ['Left', hostile, 'long '.repeat(40), ''])
}

const open = useViewer({ prepare: register, context: { viewport: { width: 900, height: 560 } } })

/** Returns the boxes of the texts that are to be seen. */
async function readTexts(page: Page) {
  await showsPicture(page, 'Labels at')
  await lookWhenStill(page)
  return await page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLElement>('.stage-texts span:not([hidden])'), (text) => {
      const { left, top, right, bottom } = text.getBoundingClientRect()
      return { text: text.textContent, left, top, right, bottom }
    }),
  )
}

it('shows as many as there is room for', async () => {
  const { page, expectClean } = await open({ path: '/#/ball' })
  const texts = await readTexts(page)
  expect(texts.length).toBeGreaterThan(20)
  for (const [i, one] of texts.entries())
    for (const other of texts.slice(i + 1)) {
      const isBeside = one.right <= other.left + 1 || other.right <= one.left + 1
      expect(isBeside || one.bottom <= other.top + 1 || other.bottom <= one.top + 1).toBe(true)
    }
  expectClean()
})

it('shows texts of others as they are written, and long ones cut', async () => {
  const { page, expectClean } = await open({ path: '/#/few' })
  const texts = (await readTexts(page)).map(({ text }) => text ?? '')
  expect(texts).toHaveLength(3)
  expect(texts).toContain('Left')
  expect(texts).toContain('<img src=x onerror=alert(1)>\\u202eabc')
  expect(texts.find((text) => text.startsWith('long'))).toMatch(/^.{47}…$/)
  expectClean()
})

it('leaves out what clipping cuts off', async () => {
  const { page } = await open({ path: '/#/few?~slabs=0.4,1,0,1,0,1' })
  expect((await readTexts(page)).map(({ text }) => text)).not.toContain('Left')
})
