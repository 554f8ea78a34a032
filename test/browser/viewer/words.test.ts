/** An author's words in the page: how a result opens, and what its numbers and colours mean. */
import type { Page } from 'playwright-core'
import type { Host } from 'specimen-host'
import { describe, expect, it } from 'vitest'
import { follow, readMiddle, showsPicture } from './specimen-page.ts'
import { useViewer } from './use-viewer.ts'

const size = { type: 'number', default: 1, minimum: 1, maximum: 9, unit: 'mm' } as const
const schema = { type: 'object', properties: { size } } as const

function register(host: Host): void {
  const box = (width: number) => ({
    vertices: Float32Array.of(0, 0, 0, 3 * width, 0, 0, 0, 4, 0, 0, 0, 5),
    indices: Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
    colors: new Uint8Array(12).fill(200),
  })
  host.registerSpecimen(
    {
      id: 'box',
      displayName: 'gnp.\u202eexe',
      description: 'See https://example.org/data, or *closely*.',
      storyText: [
        'A [closer look](?size=2&~box=1&~room=elsewhere) is worth it; [not this](javascript:alert(1)).',
      ],
      view: 'wireframe=1 camera=0,-1,0 colormap=coolwarm',
      axes: 'mm',
      value: 'curvature, 1/mm',
      legend: 'flat … strongly curved',
      license: 'CC0',
    },
    box,
    { returns: 'mesh', schema },
  )
  host.registerSpecimen(
    { id: 'cube', axes: 'cm', value: 'density, g/cm³', view: 'slices=0.5,0.5,0.5 rendering=surface' },
    () => ({
      shape: [4, 4, 4],
      spacing: [1, 1, 1],
      data: Float32Array.from({ length: 64 }, (_, i) => i),
      valueUnit: 'kg/m³',
    }),
    { returns: 'volume', schema: { type: 'object', properties: {} } },
  )
  for (const [id, view] of [
    ['scan', ''],
    ['plain-scan', 'slices=none'],
  ] as const)
    host.registerSpecimen(
      { id, axes: 'mm', value: 'density, HU', view },
      () => ({
        ...{ shape: [4, 4, 4], orientation: 'RAS', window: [-160, 240] },
        data: Int16Array.from({ length: 64 }, (_, i) => 32 * i - 1000),
      }),
      { returns: 'volume', schema: { type: 'object', properties: {} } },
    )
  host.registerSpecimen(
    { id: 'field', value: 'height, mm' },
    () => ({
      vertices: Float32Array.of(-9, -9, 2, 9, -9, 2, 0, 9, 2),
      indices: Uint32Array.of(0, 1, 2),
      scalars: Float32Array.of(2, 2, 7),
    }),
    { returns: 'mesh', schema: { type: 'object', properties: {} } },
  )
}

const context = { viewport: { width: 900, height: 600 } }
const open = useViewer({ prepare: register, context })

describe('a scan', () => {
  it('opens with its slices, unless its author says none', async () => {
    const { page } = await open({ path: '/#/scan' })
    await showsPicture(page, 'A volume of 4 × 4 × 4 samples.')
    expect(await page.locator('.slice').count()).toBe(3)
    await follow(page, 'plain-scan')
    await page.locator('.slice').first().waitFor({ state: 'detached' })
    await showsPicture(page, 'A volume of 4 × 4 × 4 samples.')
    expect(await page.locator('.slice').count()).toBe(0)
  })

  it('opens with the window of its scanner, says so, and is given another by the ends of the bar', async () => {
    const { page, expectClean } = await open({ path: '/#/plain-scan' })
    await showsPicture(page, 'A volume of 4 × 4 × 4 samples.')
    const bar = page.getByRole('img', {
      name: /^Colour bar: density, HU, window of the file, from -160 to 240/,
    })
    await bar.waitFor()
    expect(await bar.getAttribute('aria-label')).toMatch(/, with values below, with values above$/)
    expect(await page.locator('.color-bar-beyond').count()).toBe(2)
    const strip = await page.locator('.color-bar-colors').boundingBox()
    for (const [end, part, window] of [
      [0, 0.25, '-60,240'],
      [1, -0.5, '-60,90'],
    ] as const) {
      const handle = await page.locator(`.color-bar-end[data-end="${end}"]`).boundingBox()
      if (!handle || !strip) throw new Error('The bar has no ends.')
      const [x, y] = [handle.x + handle.width / 2, handle.y + handle.height / 2]
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x + part * strip.width, y)
      await page.mouse.up()
      await expect.poll(() => decodeURIComponent(page.url())).toContain(`~window=${window}`)
    }
    expect(await bar.count()).toBe(0)
    await page.getByRole('img', { name: /^Colour bar: density, HU, from -60 to 90/ }).waitFor()
    expectClean()
  })
})

const wireframe = (page: Page) => page.getByRole('switch', { name: 'Wireframe' })

describe('a view', () => {
  it('opens the page, is not in its link, and gives way to what the link says', async () => {
    const { page, expectClean } = await open({ path: '/#/box' })
    await showsPicture(page, 'A mesh of 4 triangles.')
    await expect.poll(() => wireframe(page).isChecked()).toBe(true)
    expect(page.url()).toMatch(/#\/box$/)
    await wireframe(page).click()
    await expect.poll(() => page.url()).toMatch(/#\/box\?~wireframe=0$/)
    await page.reload()
    await showsPicture(page, 'A mesh of 4 triangles.')
    await expect.poll(() => wireframe(page).isChecked()).toBe(false)
    await page.getByRole('button', { name: 'Reset Wireframe' }).click()
    await expect.poll(() => page.url()).toMatch(/#\/box$/)
    expect(await wireframe(page).isChecked()).toBe(true)
    expectClean()
  })

  it('is copied as the tag of an author, with the direction of the camera', async () => {
    const { page, expectClean } = await open({ path: '/#/box?~camera=0,0,0,0,0,8&~box=1' })
    await showsPicture(page, 'A mesh of 4 triangles.')
    await page.getByRole('button', { name: 'Copy the link' }).click()
    await page.getByRole('button', { name: 'Copy as @view' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'View as a tag' }).inputValue()).toBe(
      '@view camera=0,0,1 box=1 wireframe=1 colormap=coolwarm',
    )
    expectClean()
  })
})

describe('units', () => {
  it('stand on the panel, the box, the read-out, the scale bar and the legend', async () => {
    const { page, expectClean } = await open({ path: '/#/box?size=2&~box=1' })
    await showsPicture(page, 'A mesh of 4 triangles.')
    expect(await page.getByText('Size (mm)').count()).toBe(1)
    await page.getByText('Clipping').click()
    expect(await page.getByText('x (mm)', { exact: true }).count()).toBe(1)
    const labels = page.locator('.stage-labels .is-length')
    await expect.poll(async () => (await labels.allTextContents()).sort()).toEqual(['4 mm', '5 mm', '6 mm'])
    const bar = page.getByRole('img', { name: /^Scale bar: [125]0* mm$/ })
    await bar.waitFor()
    const [length, pixels] = [
      Number.parseFloat((await bar.textContent()) ?? ''),
      await bar.evaluate((e) => e.clientWidth),
    ]
    expect(pixels).toBeGreaterThan(20)
    expect(pixels).toBeLessThanOrEqual(120)
    await page.getByText('Clipping').click() // its handles are over the picture
    await expect.poll(() => readMiddle(page)).toMatch(/^x .* z \S+ mm$/)
    expect(length).toBeGreaterThan(0)
    await page
      .getByRole('img', { name: 'Colour bar: curvature, 1/mm, from flat to strongly curved' })
      .waitFor()
    expectClean()
  })

  it('of a result go before those of its specimen, on slices and colour bar', async () => {
    const { page, expectClean } = await open({ path: '/#/cube' })
    await showsPicture(page, 'A volume of 4 × 4 × 4 samples.')
    await page
      .getByRole('img', { name: /^Colour bar: density, kg.m³, from [12]\S* to 6[12]\S*, with values/ })
      .waitFor()
    await page.getByRole('group', { name: /^xy at z \S+ cm, value \d+ kg\/m³/ }).waitFor()
    expectClean()
  })
})

describe('a mesh with a value for each vertex', () => {
  it('has a colour bar, a value under the pointer, and another colour when asked', async () => {
    const { page, expectClean } = await open({ path: '/#/field?~camera=0,0,2,0,0,40' })
    await showsPicture(page, 'A mesh of 1 triangle.')
    const bar = page.getByRole('img', { name: 'Colour bar: height, mm, from 2 to 7' })
    await bar.waitFor()
    await expect.poll(() => readMiddle(page)).toMatch(/height [2-7](\.\d+)? mm$/)
    await page.getByRole('radio', { name: 'Solid' }).press('Space')
    await expect.poll(() => bar.count()).toBe(0)
    await expect.poll(() => page.url()).toMatch(/~color=plain/)
    expectClean()
  })
})

describe('the texts', () => {
  it('have links to the web and to values of the page, and the licence', async () => {
    const { page, expectClean } = await open({ path: '/#/box?~room=lab' })
    await showsPicture(page, 'A mesh of 4 triangles.')
    await page.getByText('About', { exact: true }).click()
    const outside = page.getByRole('link', { name: 'https://example.org/data' })
    expect(await outside.getAttribute('href')).toBe('https://example.org/data')
    expect(await outside.getAttribute('rel')).toBe('noopener noreferrer')
    expect(await page.locator('em').textContent()).toBe('closely')
    expect(await page.getByRole('link', { name: 'not this' }).count()).toBe(0)
    await page.getByText('[not this](javascript:alert(1))').waitFor()
    expect(await page.getByRole('definition').allTextContents()).toEqual(
      expect.arrayContaining(['mm', 'curvature, 1/mm', 'CC0']),
    )
    await page.getByRole('link', { name: 'closer look' }).click()
    await expect.poll(() => page.url()).toMatch(/#\/box\?size=2&~room=lab&~box=1$/)
    await expect.poll(() => page.locator('.stage-labels .is-length').count()).toBe(3)
    expectClean()
  })

  it('show characters that turn the direction of names', async () => {
    const { page, expectClean } = await open({ path: '/' })
    await page.getByRole('link', { name: 'gnp.\\u202eexe' }).waitFor()
    await follow(page, 'box')
    await page.getByRole('heading', { name: 'gnp.\\u202eexe' }).waitFor()
    await expect.poll(() => page.title()).toMatch(/^gnp\.\\u202eexe/)
    expectClean()
  })
})
