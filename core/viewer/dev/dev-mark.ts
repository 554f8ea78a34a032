/** The mark in the HTML of a page of `specimen dev`: its feed, and the newest entry at that time. */
export interface DevMark {
  readonly feed: string
  /** The newest entry when the page was sent; entries up to it are old. */
  readonly seq: number
}

/** Returns the mark of a page; null where `specimen dev` did not start the host. */
export function readDevMark(page: Pick<ParentNode, 'querySelector'>): DevMark | null {
  const content = page.querySelector('meta[name="specimen-dev"]')?.getAttribute('content')
  if (!content) return null
  const [feed = '', seq] = content.split(' ')
  return { feed, seq: Number(seq) }
}
