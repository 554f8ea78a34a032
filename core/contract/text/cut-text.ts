/** Returns `text` cut to `limit` UTF-16 code units with a final `…`. Never cuts a surrogate pair. */
export function cutText(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
