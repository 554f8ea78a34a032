/** Texts of others on the page: each place that shows one, with each text that hides, turns or steers. */
import type { Page } from 'playwright-core'
import type { Host } from 'specimen-host'
import { describe, expect, it, onTestFinished } from 'vitest'
import { toShownText } from '../../../core/contract/text/visible-text.ts'
import { connectPeer } from '../../service/rooms/test-peer.ts'
import { follow } from './specimen-page.ts'
import { useViewer } from './use-viewer.ts'

/** All at once: each is shown by itself, however many stand in a text. */
const hostile = ['\u202e', '\u2066', '\u200b', '\u2060', '\u061c', '\u200f', '\ufeff', '\u00ad', '\u2800']
const evil = `${hostile.join('x')}y`
/** Names of the places that a person sees, each with the hostile text behind it. */
const places = [
  'name',
  'description',
  'story',
  'tag',
  'value',
  'legend',
  'preset',
  'title',
  'help',
  'choice',
  'source',
  'license',
  'attribution',
] as const
/** Names of presets are refused with any of the others. */
const textAt = (place: string): string => `${place}:${place === 'preset' ? 'x\u2800y' : evil}`

function register(host: Host): void {
  const corners = {
    vertices: Float32Array.of(0, 0, 0, 3, 0, 0, 0, 4, 0),
    indices: Uint32Array.of(0, 1, 2),
    colors: new Uint8Array(9).fill(200),
  }
  const kind = {
    enum: ['plain', textAt('choice'), 'third', 'fourth'],
    default: 'plain',
    title: textAt('title'),
    description: textAt('help'),
  } as const
  host.registerSpecimen(
    {
      id: 'evil',
      displayName: textAt('name'),
      description: textAt('description'),
      storyText: [textAt('story')],
      tags: [textAt('tag')],
      value: textAt('value'),
      legend: textAt('legend'),
      source: textAt('source'),
      license: textAt('license'),
      attribution: textAt('attribution'),
      presets: [{ name: textAt('preset'), params: { kind: 'third' } }],
    },
    () => corners,
    { returns: 'mesh', schema: { type: 'object', properties: { kind } } },
  )
  const fail = (report: { report(text: string): void }) => {
    report.report(textAt('progress'))
    throw new Error(textAt('failure'))
  }
  const schema = { type: 'object', properties: {} } as const // of a reporter alone
  host.registerSpecimen({ id: 'failing' }, fail, { returns: 'mesh', schema })
  const measure = () => ({ ...corners, unit: textAt('unit') })
  host.registerSpecimen({ id: 'measured' }, measure, { returns: 'mesh' })
  const wait = async (report: { report(text: string): void }) => {
    report.report(textAt('progress'))
    await new Promise(() => {})
  }
  host.registerSpecimen({ id: 'waiting' }, wait, { returns: 'mesh', schema })
  host.registerSpecimen({ id: 'blank', displayName: '\u200b' }, () => corners, { returns: 'mesh' })
  host.registerSpecimen({ id: 'right', displayName: 'שלום' }, () => corners, { returns: 'mesh' })
}

const open = useViewer({ prepare: register, context: { viewport: { width: 1100, height: 800 } } })

/** Returns every text of the page, and those of attributes that are shown or read aloud. */
const listTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode.textContent ?? '')
    for (const element of document.querySelectorAll(
      '[title], [aria-label], [alt], [placeholder], [aria-valuetext]',
    ))
      for (const name of ['title', 'aria-label', 'alt', 'placeholder', 'aria-valuetext'])
        texts.push(element.getAttribute(name) ?? '')
    return texts
  })

async function expectVisible(page: Page): Promise<string> {
  const whole = (await listTexts(page)).join('\n')
  for (const text of hostile) expect(whole).not.toContain(text)
  return whole
}

describe('the page', () => {
  it('shows each text of others with what hides in it visible', async () => {
    const { page } = await open()
    await page.locator('.card').nth(2).waitFor()
    const gallery = await expectVisible(page)
    for (const place of ['name', 'description', 'tag'] as const)
      expect(gallery).toContain(toShownText(textAt(place)))
    expect(gallery).toContain('\\u200b')
    expect(gallery).toContain('\u2068שלום\u2069')
    await follow(page, 'evil')
    await page.locator('[role=application][aria-label^="A mesh"]').waitFor()
    await page.getByText('About', { exact: true }).click()
    const shown = await expectVisible(page)
    const missing = places.filter((place) => !shown.includes(toShownText(textAt(place))))
    expect(missing).toEqual([])
    expect(await page.title()).toContain(toShownText(textAt('name')))
  })

  it.each([
    ['failing', 'failure', '[role=alert], .problem'],
    ['waiting', 'progress', 'main'],
    ['measured', 'unit', '.scale-bar:not(:empty)'],
  ])('shows what the function of %s says of its %s visibly', async (id, place, where) => {
    const { page } = await open({ path: `#/${id}` })
    await page
      .locator(where)
      .filter({ hasText: toShownText(textAt(place)) })
      .first()
      .waitFor()
    await expectVisible(page)
  })

  it('shows names of own files visibly', async () => {
    const { page } = await open()
    await page.locator('.card').first().waitFor()
    await page.evaluate(
      (name) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File(['v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'], name))
        for (const type of ['dragover', 'drop'])
          document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
      },
      `${textAt('file')}.obj`,
    )
    await page.getByRole('heading', { name: toShownText(`${textAt('file')}.obj`) }).waitFor()
    await expectVisible(page)
  })

  it('shows notes, their authors and the names of peers visibly', async () => {
    const { page, url } = await open({ path: '#/evil?~room=lab' })
    await page.locator('[role=application][aria-label^="A mesh"]').waitFor()
    const peer = await connectPeer(url, 'lab', { join: { name: `n${evil}` } })
    onTestFinished(() => peer.close())
    await peer.take('welcome')
    const text = textAt('note')
    peer.set({ 'notes/a': { view: 1, at: [0, 0, 0], text } }, 1)
    await page.locator('.pinned-note, [aria-label^="Note 1"]').first().waitFor()
    await expectVisible(page)
    const whole = (await listTexts(page)).join('\n')
    expect(whole).toContain(toShownText(text))
  })

  it('shows the name of a room visibly, and by itself where it is written from the right', async () => {
    const { page } = await open({ path: `#/evil?~room=${encodeURIComponent(textAt('room'))}` })
    await page.locator('[role=application][aria-label^="A mesh"]').waitFor()
    await page
      .getByText(toShownText(textAt('room')))
      .first()
      .waitFor()
    await expectVisible(page)
  })

  it('names a specimen whose name is nothing, and keeps one from the right by itself', async () => {
    const { page } = await open({ path: '#/blank' })
    await page.getByRole('heading', { name: '\\u200b' }).waitFor()
    await follow(page, 'right')
    await page.getByRole('heading', { name: 'שלום' }).waitFor()
    expect(await page.title()).toMatch(/^\u2068שלום\u2069 · /)
  })
})
