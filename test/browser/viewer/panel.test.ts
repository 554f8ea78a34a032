/** The panel in a real browser: every kind of field by keyboard and mouse, and what it hands on. */
import type { Locator } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ParameterSchema } from '../../../core/contract/domain/schema.ts'
import { findBarriers } from '../find-barriers.ts'
import { useBrowser } from '../use-browser.ts'
import { measureOverflow, setTextSize } from './main-pages.ts'
import { type OpenPanel, openPanel } from './open-panel.ts'
import { everyField } from './panel-schema.ts'

const browser = useBrowser()
let panel: OpenPanel
beforeAll(async () => {
  panel = await openPanel(browser())
})

const box = (name: string): Locator => panel.page.getByRole('textbox', { name, exact: true })
const slider = (name: string): Locator => panel.page.getByRole('slider', { name, exact: true })
const radio = (name: string): Locator => panel.page.getByRole('radio', { name, exact: true })
const button = (name: string): Locator => panel.page.getByRole('button', { name, exact: true })
const problem = (): Promise<string[]> => panel.page.getByRole('alert').allTextContents()

async function type(field: Locator, text: string): Promise<void> {
  await field.fill(text)
  await field.press('Enter')
}

/** Drags a slider to two places, and lets go. */
async function drag(of: Locator, ...fractions: readonly number[]): Promise<void> {
  const bounds = await of.boundingBox()
  if (!bounds) throw new Error('the slider is not on the page')
  const { mouse } = panel.page
  const y = bounds.y + bounds.height / 2
  const [first = 0, ...others] = fractions.map((fraction) => bounds.x + fraction * bounds.width)
  await mouse.move(first, y)
  await mouse.down()
  for (const x of others) await mouse.move(x, y)
  await mouse.up()
}

describe('the panel', () => {
  beforeEach(async () => await panel.show({ schema: everyField }))

  it('hands on every value of a drag, and the last one when it is let go', async () => {
    await drag(slider('Radius'), 0.34, 0.6, 1)
    const sent = await panel.readSent()
    expect(sent.map(([kind]) => kind)).toEqual(['drag', 'drag', 'drag', 'settle'].slice(4 - sent.length))
    expect(sent.at(-2)).toEqual(['drag', { radius: 5 }, 'radius'])
    expect(sent.at(-1)).toEqual(['settle', { radius: 5 }])
    expect(await box('Radius').inputValue()).toBe('5')
  })

  it('settles the value of a drag that ends outside the slider, or where it began', async () => {
    await drag(slider('Radius'), 1 / 3, 0.6, 4)
    expect((await panel.readSent()).at(-1)).toEqual(['settle', { radius: 5 }])
    await panel.show({ schema: everyField, params: { radius: 5 } })
    await drag(slider('Radius'), 0.99, 0.5, 1)
    expect((await panel.readSent()).at(-1)).toEqual(['settle', { radius: 5 }])
  })

  it('keeps a text that is being typed while the values around and below it change', async () => {
    await box('Offset').fill('3')
    await panel.page.evaluate(() => setParams({ radius: 4, offset: 1 }))
    await expect.poll(() => box('Radius').inputValue()).toBe('4')
    expect(await box('Offset').inputValue()).toBe('3')
    await box('Offset').press('Enter')
    expect(await panel.readSent()).toEqual([['settle', { radius: 4, offset: 3 }]])
  })

  it('forgets what it has refused when the value below is changed, also for its return', async () => {
    await type(box('Radius'), '50')
    await type(box('Offset'), 'much')
    for (const [radius, shown] of [
      [4, '4'],
      [2, '2'],
    ] as const) {
      await panel.page.evaluate((value) => setParams({ radius: value }), radius)
      await expect.poll(() => box('Radius').inputValue()).toBe(shown)
    }
    expect(await box('Offset').inputValue()).toBe('much')
    expect(await panel.readSent()).toEqual([])
  })

  it('hands on a drag over what another has changed meanwhile', async () => {
    const bounds = await slider('Radius').boundingBox()
    if (!bounds) throw new Error('the slider is not on the page')
    const y = bounds.y + bounds.height / 2
    await panel.page.mouse.move(bounds.x + bounds.width / 2, y)
    await panel.page.mouse.down()
    await panel.page.mouse.move(bounds.x + 0.7 * bounds.width, y)
    await panel.page.evaluate(() => setParams({ offset: 1 }))
    await panel.page.mouse.move(bounds.x + bounds.width, y)
    await panel.page.mouse.up()
    expect((await panel.readSent()).at(-1)).toEqual(['settle', { radius: 5, offset: 1 }])
  })

  it('settles the last value that was taken when a slider is let go on a refused one', async () => {
    const whole = { properties: { size: { const: 10 } } } // the host's own rule, beside the bounds
    const size = { type: 'number', minimum: 0, maximum: 10, default: 2 } as const
    await panel.show({ schema: { type: 'object', properties: { size }, not: whole } })
    await drag(slider('Size'), 0.2, 0.5, 1)
    const sent = await panel.readSent()
    expect(sent.at(-2)?.[0]).toBe('drag')
    expect(sent.at(-1)).toEqual(['settle', sent.at(-2)?.[1]])
    expect(await box('Size').inputValue()).toBe('10')
    expect(await problem()).toHaveLength(1)
  })

  it('settles a slider with each key, in clean steps', async () => {
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'End', 'Home'])
      await slider('Radius').press(key)
    expect(await panel.readSent()).toEqual([
      ['settle', { radius: 2.01 }],
      ['settle', { radius: 2.02 }],
      ['settle', { radius: 2.01 }],
      ['settle', { radius: 5 }],
      ['settle', { radius: 0.5 }],
    ])
    await panel.show({ schema: everyField })
    for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowLeft']) await slider('Samples').press(key)
    for (const key of ['ArrowRight', 'End']) await slider('Tolerance of the fit').press(key)
    expect(await panel.readSent()).toEqual([
      ['settle', { samples: 40 }],
      ['settle', {}],
      ['settle', { samples: 24 }],
      ['settle', { samples: 24, tolerance: 0.011 }],
      ['settle', { samples: 24, tolerance: 10 }],
    ])
  })

  it('takes typed numbers with Enter and when the field is left, and forgets them with Escape', async () => {
    await box('Offset').fill('3,5')
    expect(await panel.readSent()).toEqual([])
    await box('Offset').press('Tab')
    await type(box('Radius'), '1.2345')
    await box('Radius').fill('4')
    await box('Radius').press('Escape')
    expect(await box('Radius').inputValue()).toBe('1.2345')
    await box('Offset').press('ArrowUp')
    expect(await panel.readSent()).toEqual([
      ['settle', { offset: 3.5 }],
      ['settle', { offset: 3.5, radius: 1.2345 }],
      ['settle', { offset: 3.6, radius: 1.2345 }],
    ])
  })

  it('says what is wrong with a value, never sends it, and does not hold up others', async () => {
    await type(box('Radius'), '50')
    expect(await problem()).toEqual(['This must be a number from 0.5 to 5.'])
    expect(await box('Radius').getAttribute('aria-invalid')).toBe('true')
    await type(box('Name'), 'X')
    expect(await problem()).toContain('This must have at least 2 characters.')
    await type(box('Offset'), 'much')
    expect(await problem()).toContain('This must be a number, such as 1 or 0.5.')
    expect(await panel.readSent()).toEqual([])
    await panel.page.getByRole('switch', { name: 'Closed' }).click()
    expect(await panel.readSent()).toEqual([['settle', { closed: false }]])
    expect(await box('Radius').inputValue()).toBe('50')
    await type(box('Radius'), '4')
    await type(box('Name'), 'cone')
    expect((await panel.readSent()).at(-1)).toEqual(['settle', { radius: 4, closed: false, name: 'cone' }])
    expect(await problem()).toEqual(['This must be a number, such as 1 or 0.5.'])
  })

  it('offers few choices side by side and many in a list', async () => {
    await radio('Both').press('ArrowLeft')
    await radio('Left').click()
    await panel.page.getByLabel('Surface').selectOption({ label: 'Fischer koch' })
    await panel.page.getByRole('switch', { name: 'Closed' }).press('Space')
    expect(await panel.readSent()).toEqual([
      ['settle', { side: 'right' }],
      ['settle', { side: 'left' }],
      ['settle', { side: 'left', surface: 'fischerKoch' }],
      ['settle', { side: 'left', surface: 'fischerKoch', closed: false }],
    ])
  })

  it('sets the parts of vectors, lists and groups', async () => {
    await type(box('Vector, y'), '2')
    await button('Add to Weights').click()
    await drag(slider('Weights 3'), 0, 0.5)
    await button('Remove Weights 1').click()
    await type(box('Strength'), '7')
    await panel.page.getByRole('switch', { name: 'Is on' }).press('Space')
    const sent = await panel.readSent()
    expect(sent[0]).toEqual(['settle', { vector: [0, 2, 1] }])
    expect(sent[1]).toEqual(['settle', { vector: [0, 2, 1], weights: [0.5, 0.25, 0] }])
    expect(sent.find(([kind]) => kind === 'drag')?.[2]).toBe('weights')
    expect(sent.at(-1)).toEqual([
      'settle',
      { vector: [0, 2, 1], weights: [0.25, 0.5], light: { isOn: false, strength: 7 } },
    ])
    await button('Add to Weights').click()
    expect(await button('Add to Weights').isDisabled()).toBe(true)
  })

  it('sets both ends of a range on one slider, by pointer, keys and text, and never past each other', async () => {
    await drag(slider('Span min'), 0.22, 0.4)
    await drag(slider('Span max'), 0.78, 0.1)
    await slider('Span max').press('ArrowLeft')
    await slider('Span max').press('End')
    await type(box('Span min'), '3')
    const sent = await panel.readSent()
    const settled = sent.filter(([kind]) => kind === 'settle').map(([, { span }]) => span)
    expect(sent.find(([kind]) => kind === 'drag')?.[2]).toBe('span')
    expect(settled[0]).toEqual([expect.closeTo(3.9, 0.5), 8])
    const low = (settled[0] as number[])[0] // the first one is an array, as the line above says
    expect(settled.slice(1)).toEqual([
      [low, low],
      [low, 10],
      [3, 10],
    ])
    await drag(slider('Span max'), 0.1, 0.1) // a press beside the thumbs moves the nearer one
    await drag(slider('Span max'), 0.6, 0.6)
    const pressed = (await panel.readSent()).at(-1)?.[1].span
    expect(pressed).toEqual([expect.closeTo(0.3, 0), expect.closeTo(6.2, 0)])
  })

  it('picks another seed at random', async () => {
    await button('Set Seed').click()
    await button('Random Seed').click()
    const seed = (await panel.readSent()).at(-1)?.[1].seed
    expect(Number.isInteger(seed)).toBe(true)
    expect(await box('Seed').inputValue()).toBe(String(seed))
    expect(await panel.page.getByRole('button', { name: /^Random/ }).count()).toBe(1)
  })

  it('keeps what fits when another form is chosen', async () => {
    await type(box('Size'), '3')
    await radio('Box').press('Space')
    await radio('Round').click()
    expect((await panel.readSent()).slice(1)).toEqual([
      ['settle', { shape: { kind: 'box', size: 3, edges: 'sharp' } }],
      ['settle', { shape: { kind: 'box', size: 3, edges: 'round' } }],
    ])
    await radio('Number').click()
    await type(box('Cut'), '2')
    expect(await problem()).toEqual(['This must be at most 1.'])
    expect(await box('Cut').getAttribute('aria-invalid')).toBe('true')
    await type(box('Cut'), '0.5')
    await radio('None').click()
    expect((await panel.readSent()).slice(3).map(([, { cut }]) => cut)).toEqual([0, 0.5, undefined])
  })

  it('leaves out what has no value, until it is set', async () => {
    await button('Set Seed').click()
    await type(box('Seed'), '7')
    await button('Leave Seed out').click()
    expect((await panel.readSent()).map(([, params]) => params)).toEqual([{ seed: 0 }, { seed: 7 }, {}])
    // The focus is never where nothing is any more.
    expect(await button('Set Seed').evaluate((element) => element === document.activeElement)).toBe(true)
    await button('Set Seed').press('Enter')
    expect(await box('Seed').evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it('takes JSON for what has no other field', async () => {
    const table = box('Table')
    await table.fill('{ "a": ')
    await table.press('Tab')
    expect((await problem())[0]).toContain('is not valid JSON')
    await table.fill('{ "b": "text" }')
    await table.press('Tab')
    expect(await problem()).toEqual(['“b” must be a number.'])
    await table.fill('{ "b": 2 }')
    await table.press('Tab')
    expect(await panel.readSent()).toEqual([['settle', { table: { b: 2 } }]])
  })

  it('resets one value, and all', async () => {
    await panel.show({ schema: everyField, params: { radius: 3, vector: [1, 1, 1], side: 'left' } })
    await button('Reset Vector to its default').click()
    expect(await button('Reset Vector to its default').isVisible()).toBe(false)
    await type(box('Offset'), 'much')
    await button('Reset all').click()
    expect((await panel.readSent()).map(([, params]) => params)).toEqual([{ radius: 3, side: 'left' }, {}])
    expect(await box('Offset').inputValue()).toBe('-1.5')
    expect(await button('Reset all').getAttribute('aria-disabled')).toBe('true')
  })

  it('says which values the picture has, where they are others', async () => {
    const shownParams = { radius: 2.5, side: 'left', shape: { kind: 'box', size: 1, edges: 'round' } }
    await panel.show({ schema: everyField, params: { radius: 3 }, shownParams })
    expect(await panel.page.getByText(/^Picture shows/).allTextContents()).toEqual([
      'Picture shows 2.5',
      'Picture shows Left',
      'Picture shows Box',
    ])
    await type(box('Radius'), '2.5')
    expect(await panel.page.getByText('Picture shows 2.5').isVisible()).toBe(false)
  })

  it('shows a refusal of the host at the field that it names, or at the nearest one', async () => {
    const issues = [
      { pointer: '/radius', found: '3', allowed: 'must be below 2' },
      { pointer: '/table/a/b', found: 'nothing', allowed: 'must be a number' },
      { pointer: '', found: 'an object', allowed: 'must fit the function' },
    ]
    await panel.show({ schema: everyField, params: { radius: 3 }, issues })
    expect(await problem()).toEqual([
      '“All together” must fit the function.',
      'This must be below 2.',
      '“b” must be a number.',
    ])
    const described = await box('Radius').getAttribute('aria-describedby')
    const texts = await Promise.all(
      (described ?? '').split(' ').map((id) => panel.page.locator(`[id="${id}"]`).textContent()),
    )
    expect(texts).toEqual(['Of the inner sphere, in centimetres.', 'This must be below 2.'])
  })

  it('asks for what a function requires', async () => {
    const schema: ParameterSchema = {
      type: 'object',
      properties: {
        radius: { type: 'number', minimum: 1, maximum: 5 },
        inner: { type: 'boolean', default: true },
      },
      required: ['radius'],
      additionalProperties: false,
    }
    await panel.show({ schema })
    expect(await problem()).toEqual(['This needs a value.'])
    await panel.page.getByRole('switch', { name: 'Inner' }).click()
    expect(await panel.readSent()).toEqual([])
    await button('Set Radius').click()
    expect(await panel.readSent()).toEqual([['settle', { radius: 1, inner: false }]])
    await button('Reset all').click()
    expect((await panel.readSent()).at(-1)).toEqual(['settle', { radius: 1 }])
  })
})

describe('the fields of numbers', () => {
  const long = [-0.30000000000000004, 1.2345678901234567e-101] as const
  const number = { type: 'number' } as const
  const bounded = { ...number, minimum: -1, maximum: 1 } as const
  const ends = { type: 'array', items: bounded, minItems: 2, maxItems: 2 } as const
  const schema: ParameterSchema = {
    type: 'object',
    properties: {
      free: { ...number, default: long[1] },
      bounded: { ...bounded, default: long[0] },
      window: { ...ends, format: 'range', default: [...long] },
      short: { ...ends, format: 'range', default: [-0.9999, 3.1e-7] },
      place: { type: 'array', items: number, minItems: 3, maxItems: 3, default: [...long, 1] },
    },
    required: [],
    additionalProperties: false,
  }

  it.each([
    [352, 100],
    [320, 100],
    [704, 200],
  ])('show all digits in a panel of %d pixels with text of %i percent', async (width, percent) => {
    const { page } = panel
    await page.setViewportSize({ width, height: 900 })
    await setTextSize(page, percent)
    await panel.show({ schema })
    const fields = page.locator('input[type="text"]')
    expect(await fields.count()).toBe(9)
    const cut = await fields.evaluateAll((inputs) =>
      inputs.flatMap((input) => {
        const { value, scrollWidth, clientWidth } = input as HTMLInputElement // as the locator names
        return scrollWidth > clientWidth ? [`${value}: ${scrollWidth} in ${clientWidth}`] : []
      }),
    )
    expect(cut).toEqual([])
    expect(await measureOverflow(page)).toBe(0)
    for (const thumb of await page.getByRole('slider').all())
      expect((await thumb.boundingBox())?.width).toBeGreaterThan(60)
    await setTextSize(page, 100)
    await page.setViewportSize({ width: 1280, height: 720 })
  })
})

describe.each(['light', 'dark'] as const)('the panel in a %s scheme', (colorScheme) => {
  it('has nothing serious for axe-core to find, and fits a telephone', async () => {
    const phone = await openPanel(browser(), {
      colorScheme,
      viewport: { width: 360, height: 740 },
      isMobile: true,
      hasTouch: true,
    })
    await phone.show({
      schema: everyField,
      params: { radius: 50, seed: 2, shape: { kind: 'box', size: 1, edges: 'round' } },
      shownParams: {},
    })
    expect(await findBarriers(phone.page)).toEqual([])
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    const low = await phone.page.evaluate(() =>
      [...document.querySelectorAll('button, input, select, textarea')]
        // The switch is lower, and what belongs to it around it takes clicks as well.
        .filter((element) => element.checkVisibility() && !element.matches(':disabled, .panel-toggle'))
        .filter((element) => element.getBoundingClientRect().height < 40)
        .map((element) => element.outerHTML),
    )
    expect(low).toEqual([])
    await phone.page.close()
  })
})
