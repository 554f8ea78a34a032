/** The viewer's page as a browser gets it. */
import { describe, expect, it } from 'vitest'
import { useViewer } from './use-viewer.ts'

const open = useViewer()

describe('the page at /', () => {
  it('loads from its own origin alone, under its policy, without an error', async () => {
    const viewer = await open()
    await viewer.page.getByRole('main').waitFor()
    expect(await viewer.page.title()).not.toBe('')
    viewer.expectClean()
  })
})
