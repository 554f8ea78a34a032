/** The story of a specimen in the page: turned by a person, with the values and the view that a page pins. */
import type { Page } from 'playwright-core'
import type { Host } from 'specimen-host'
import { describe, expect, it } from 'vitest'
import { findBarriers } from '../find-barriers.ts'
import { bar, enterRoom, openPerson, personButton } from '../room-page.ts'
import { showsPicture } from './specimen-page.ts'
import { useViewer } from './use-viewer.ts'

const open = useViewer({ prepare: register, path: '/#/square' })

function register(host: Host): void {
  const size = { type: 'integer', default: 2, minimum: 1, maximum: 9 } as const
  host.registerSpecimen(
    {
      id: 'square',
      displayName: 'A square',
      storyText: [
        'It [begins](?size=3) here.',
        'The [side](?size=4&~camera=2,2,0,9,0,0&~box=1).',
        'Nothing but words.',
        'Too [large](?size=400).',
      ],
    },
    (edge: number) => ({
      vertices: new Float32Array([0, 0, 0, edge, 0, 0, edge, edge, 0, 0, edge, 0]),
      indices: new Uint32Array([0, 1, 2, 0, 2, 3]),
    }),
    { returns: 'mesh', schema: { type: 'object', properties: { size }, additionalProperties: false } },
  )
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const read = (page: Page) => page.locator('.story p:not([hidden])')
const sized = (page: Page) => page.getByRole('textbox', { name: 'Size' })

async function openStory(page: Page): Promise<void> {
  await showsPicture(page, 'A mesh of 2 triangles.')
  await page.getByText('About', { exact: true }).click()
}

describe('the story', () => {
  it('opens with its first page and changes nothing; a press shows what a page pins, and undo takes it back at once', async () => {
    const { page, expectClean } = await open()
    await openStory(page)
    await page.getByText('1 of 4').waitFor()
    expect(await read(page).allTextContents()).toEqual(['It begins here.'])
    expect([page.url().replace(/.*#/, ''), await button(page, 'Undo').getAttribute('aria-disabled')]).toEqual(
      ['/square', 'true'],
    )
    await button(page, 'Next page').focus()
    await page.keyboard.press('Enter')
    await page.getByText('2 of 4').waitFor()
    await expect.poll(() => page.url()).toMatch(/#\/square\?size=4&~camera=2,2,0,9,0,0&~box=1$/)
    await page.keyboard.press('Enter')
    await page.getByText('3 of 4').waitFor()
    expect(await read(page).allTextContents()).toEqual(['Nothing but words.'])
    await button(page, 'Undo').click()
    await expect.poll(() => page.url()).toMatch(/#\/square\?~camera=2,2,0,9,0,0$/)
    expect(await button(page, 'Undo').getAttribute('aria-disabled')).toBe('true')
    await button(page, 'Back a page').click()
    await expect.poll(() => page.url()).toMatch(/\?size=4&~camera=2,2,0,9,0,0&~box=1$/)
    expectClean()
  })

  it('says what the schema refuses, keeps the picture, and goes back', async () => {
    const { page, expectClean } = await open()
    await openStory(page)
    for (let i = 0; i < 3; i++) await button(page, 'Next page').click()
    await page.getByText('This must be a whole number from 1 to 9.').waitFor()
    await page.locator('.stage[aria-label^="A mesh of 2 triangles."]').waitFor()
    expect(await button(page, 'Next page').getAttribute('aria-disabled')).toBe('true')
    await button(page, 'Next page').press('Enter')
    expect(await read(page).allTextContents()).toEqual(['Too large.'])
    for (let i = 0; i < 2; i++) await button(page, 'Back a page').click()
    await expect.poll(() => sized(page).inputValue()).toBe('4')
    await showsPicture(page, 'A mesh of 2 triangles.')
    expectClean()
  })

  it('has its other pages for a search in the page, which shows the text that it finds and nothing else', async () => {
    const { page, expectClean } = await open()
    await openStory(page)
    const pages = page.locator('.story p')
    expect(await pages.evaluateAll((all) => all.map((each) => each.getAttribute('hidden')))).toEqual([
      null,
      'until-found',
      'until-found',
      'until-found',
    ])
    await pages.nth(1).evaluate((found) => found.dispatchEvent(new Event('beforematch', { bubbles: true })))
    await page.getByText('2 of 4').waitFor()
    expect([await read(page).allTextContents(), page.url().replace(/.*#/, '')]).toEqual([
      ['The side.'],
      '/square',
    ])
    await page.getByRole('link', { name: 'side' }).click()
    await expect.poll(() => page.url()).toMatch(/\?size=4&~camera=2,2,0,9,0,0&~box=1$/)
    await page.getByText('2 of 4').waitFor()
    expectClean()
  })

  it.each([320, 390])('has room in a view of %i pixels, and no barriers', async (width) => {
    const { page, expectClean } = await open({ context: { viewport: { width, height: 700 } } })
    await openStory(page)
    await button(page, 'Next page').press('Enter')
    await page.getByText('2 of 4').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    expect(await findBarriers(page)).toEqual([])
    expectClean()
  })
})

it('a story in a room shows its values to all, and is for reading alone while another has locked them', async () => {
  const viewer = await open()
  const ada = viewer.page
  await openStory(ada)
  await enterRoom(ada, 'lab', 'Ada')
  await showsPicture(ada, 'A mesh of 2 triangles.')
  const bob = await openPerson(viewer, 'Bob', '/#/?~room=lab')
  await personButton(ada, 'Bob').waitFor()
  await openStory(bob)
  await ada.getByText('About', { exact: true }).click()
  await button(ada, 'Next page').click()
  await expect.poll(() => sized(bob).inputValue()).toBe('4')
  await bob.getByRole('button', { name: 'Bounding box', pressed: true }).waitFor()
  expect([ada.url(), await read(bob).allTextContents()]).toEqual([
    expect.stringContaining('~room=lab'),
    ['It begins here.'],
  ])
  await bar(ada).getByRole('button', { name: 'Lock for the others' }).click()
  await bar(bob).getByText('Ada has locked what is shown.').waitFor()
  for (let i = 0; i < 3; i++) await button(bob, 'Next page').click()
  await bob.getByText('4 of 4').waitFor()
  expect([await read(bob).allTextContents(), await sized(bob).inputValue()]).toEqual([['Too large.'], '4'])
  expect(await sized(ada).inputValue()).toBe('4')
  viewer.expectClean()
})
