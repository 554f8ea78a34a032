/** Comparisons of entity tags (RFC 9110, 8.8.3). The host's own contain no commas. */

/** Returns whether a header names a tag, or any, compared strongly: a weak tag is equal to none. */
export function hasTag(header: string, etag: string): boolean {
  const tags = header.split(',').map((tag) => tag.trim())
  return tags.includes('*') || tags.includes(etag)
}

/** Returns whether `If-None-Match` names a tag, or any, compared weakly: `"x"` and `W/"x"` are equal. */
export function isKnownTag(header: string | undefined, etag: string): boolean {
  const toStrong = (tags: string): string => tags.replace(/(^|,)\s*W\//g, '$1')
  return header !== undefined && hasTag(toStrong(header), toStrong(etag))
}
