import { expect, it } from 'vitest'
import { hasTag, isKnownTag } from '../../../core/engine/catalog/entity-tags.ts'

/** As hashes in Base64 may be: the mark of a weak tag stands inside of it, twice. */
const tag = '"aW/bW/c"'

it.each([
  [tag, tag, true, true],
  [`W/${tag}`, tag, false, true],
  [tag, `W/${tag}`, false, true],
  [`"other",W/${tag}`, tag, false, true],
  [`"other", ${tag}`, tag, true, true],
  ['"abc"', tag, false, false],
  ['"abc"', '"aW/bc"', false, false],
  ['*', tag, true, true],
])('%s names %s: strongly %s, weakly %s', (header, etag, strongly, weakly) => {
  expect([hasTag(header, etag), isKnownTag(header, etag)]).toEqual([strongly, weakly])
})
