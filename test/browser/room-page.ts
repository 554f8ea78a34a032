/** People in a room of one host, each with a browser context of their own. */
import type { Locator, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import type { OpenViewer } from './viewer/open-viewer.ts'

/** Opens another page at the viewer's host, of a person whose name is known to the browser. It ends with the test. */
export async function openPerson(
  { page, url }: Pick<OpenViewer, 'page' | 'url'>,
  name: string,
  path: string,
  color = '#4f8ff0',
): Promise<Page> {
  const context = await page
    .context()
    .browser()
    ?.newContext({ viewport: { width: 900, height: 560 } })
  if (!context) throw new Error('The page has no browser.')
  onTestFinished(() => context.close())
  const other = await context.newPage()
  await other.addInitScript((person) => localStorage.setItem('specimen person', JSON.stringify(person)), {
    name,
    color,
  })
  await other.goto(path.startsWith('about:') ? path : url + path)
  return other
}

/** Enters a room by the field of the page. */
export async function enterRoom(page: Page, room: string, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Enter a room' }).click()
  await page.getByRole('textbox', { name: 'Room' }).fill(room)
  await page.getByRole('textbox', { name: 'Your name' }).fill(name)
  await page.getByRole('button', { name: 'Enter', exact: true }).click()
  await bar(page, room).waitFor()
}

/** The strip of a room. */
export function bar(page: Page, room = 'lab'): Locator {
  return page.getByRole('region', { name: `Room ${room}` })
}

/** The button that follows a person, which is there while they are. */
export function personButton(page: Page, name: string): Locator {
  return bar(page).getByRole('button', { name: `Follow ${name}` })
}

/** Returns the camera of the page's link as numbers. */
export function readCamera(page: Page): readonly number[] {
  return (/~camera=([^&]*)/.exec(page.url())?.[1] ?? '')
    .split(',')
    .filter((text) => text !== '')
    .map(Number)
}
