import { onTestFinished } from 'vitest'
import { useBrowser } from '../use-browser.ts'
import { type OpenViewer, openViewer, type ViewerOptions } from './open-viewer.ts'

/**
 * Returns what opens a viewer in the file's one browser: a host and a page of their own, which end with the
 * test. What the call leaves out is as `usual`.
 */
export function useViewer(usual: ViewerOptions = {}): (options?: ViewerOptions) => Promise<OpenViewer> {
  const browser = useBrowser()
  return async (options = {}) => {
    const viewer = await openViewer(browser(), { ...usual, ...options })
    onTestFinished(viewer.close)
    return viewer
  }
}
