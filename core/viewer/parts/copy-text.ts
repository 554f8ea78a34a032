import { isShutIn } from './shut-in.ts'

/**
 * Puts a text on the clipboard. Resolves with false for a page that may not, in a notebook or on plain http
 * from another machine: it shows the text.
 */
export async function copyText(text: string): Promise<boolean> {
  const clipboard = isShutIn() ? undefined : navigator.clipboard
  if (clipboard === undefined) return false
  return await clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}
