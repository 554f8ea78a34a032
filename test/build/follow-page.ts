import type { DevAnswer, DevEntry } from '../../core/contract/domain/dev-event.ts'

/** Reads what is told to a page of `specimen dev`. */
export interface FollowedPage {
  /** Resolves with the entries that came since the last time. */
  readonly next: () => Promise<readonly DevEntry[]>
}

/** Follows a feed as a page does. */
export function followPage(url: string): FollowedPage {
  let known = { feed: '', since: 0 }
  return {
    next: async () => {
      const response = await fetch(`${url}/dev/feed?feed=${known.feed}&since=${known.since}`)
      const { feed, entries }: DevAnswer = JSON.parse(await response.text())
      known = { feed, since: entries.at(-1)?.seq ?? known.since }
      return entries
    },
  }
}

/** Returns all that comes until there is one of a kind, without numbers and times. */
export async function readUntil(page: FollowedPage, kind: string): Promise<object[]> {
  const events: DevEntry[] = []
  while (!events.some((entry) => entry.kind === kind)) events.push(...(await page.next()))
  return events.map(({ seq, ts, ...event }) => event)
}
