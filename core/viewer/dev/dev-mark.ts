/** The feed of `specimen dev` and the number of its last event that the page has. */
export interface DevMark {
  readonly feed: string
  readonly seq: number
}

/**
 * Returns the mark in the HTML of a page of `specimen dev`: its feed, and the newest entry when the page was
 * sent; null where that did not start the host.
 */
export function readDevMark(page: Pick<ParentNode, 'querySelector'>): DevMark | null {
  const content = page.querySelector('meta[name="specimen-dev"]')?.getAttribute('content')
  if (!content) return null
  const [feed = '', seq] = content.split(' ')
  return { feed, seq: Number(seq) }
}
