/**
 * Reads the text behind `@pattern`. A regular expression has no quotes around it and no words behind it;
 * either would make the text another valid pattern than the intended one.
 */
import { parsePattern } from '../../core/schema/parse-pattern.ts'

const classOrEscape = /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]/g

/**
 * Returns the pattern, or a description of the expected one. Surrounding `/…/` is left out. Blanks are part
 * of a pattern only inside `[…]` or between slashes: elsewhere they begin a remark.
 */
export function readPattern(text: string): { readonly pattern: string } | { readonly wanted: string } {
  const quoted = /^(["'`])([\s\S]*)\1$/.exec(text)
  if (quoted?.[2]) return { wanted: `it without quotes: @pattern ${quoted[2]}` }
  const regex = /^\/((?:\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|[^/\\[])+)\/([a-z]*)(\s[\s\S]*)?$/.exec(text)
  if (regex) return readSlashes(regex)
  if (text.startsWith('/'))
    return { wanted: 'one / at its beginning as [/], or a second one at its end as /…/' }
  const outside = text.replace(classOrEscape, (part) =>
    part.startsWith('[') ? part.replace(/\s/g, '_') : part,
  )
  const blank = outside.search(/\s/)
  if (blank >= 0) {
    const alone = text.slice(0, blank)
    return {
      wanted: `@pattern ${alone}, and other words before the tags; a blank in a pattern is [ ] or \\s`,
    }
  }
  return toLinear(text)
}

function readSlashes([, inner = '', flags = '', words]: RegExpExecArray): ReturnType<typeof readPattern> {
  const pattern = inner.replaceAll('\\/', '/')
  if (words !== undefined) return { wanted: `@pattern ${pattern}, and other words before the tags` }
  if (flags === '') return toLinear(pattern)
  const instead = flags.includes('i') ? '; for both cases of a letter, [aA]' : ''
  return { wanted: `it without flags, which JSON Schema has not: @pattern ${pattern}${instead}` }
}

/** Hosts accept patterns that match in linear time. */
function toLinear(pattern: string): ReturnType<typeof readPattern> {
  try {
    if (pattern !== '' && parsePattern(pattern).size > 0) return { pattern }
  } catch {
    // An invalid or non-linear pattern: the caller reports it at the tag.
  }
  return { wanted: 'a regular expression without look-around and back-references' }
}
