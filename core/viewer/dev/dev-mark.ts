/** What a page of `specimen dev` knows from its HTML: which feed there is, and what came before the page. */
export interface DevMark {
  readonly feed: string
  /** The newest entry when the page was sent. Those up to it are no news. */
  readonly seq: number
}

/** Returns the mark of a page; null where the host was not started by `specimen dev`. */
export function readDevMark(page: Pick<ParentNode, 'querySelector'>): DevMark | null {
  const content = page.querySelector('meta[name="specimen-dev"]')?.getAttribute('content')
  if (!content) return null
  const [feed = '', seq] = content.split(' ')
  return { feed, seq: Number(seq) }
}
