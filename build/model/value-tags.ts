/** The tags of values: their subjects, and the reading of their texts. */

import { onValues } from '../../core/contract/domain/places.ts'
import { parsePattern } from '../../core/contract/schema/parse-pattern.ts'
import type { Json } from '../../core/contract/values/json.ts'
import { findRounded } from './rounded-number.ts'

/** The value of a keyword, or a description of the expected text. */
type ReadTag = { readonly value: Json } | { readonly wanted: string }

/** A tag of a value. */
export interface ValueTag {
  /** A kind of type; `measure` is for numbers, lists of them, and places with lengths; `place` for those. */
  readonly subject: 'number' | 'string' | 'array' | 'measure' | 'place' | 'value'
  /** Set when the tag does not restrict values. */
  readonly isAnnotation?: true
  /** Set for tags that every reader of JSDoc knows. */
  readonly isCommon?: true
  /** `takesText` is set when the value may be a text, which needs no quotes. */
  readonly read: (text: string, takesText: boolean) => ReadTag
}

const bound: ValueTag = { subject: 'number', read: (text) => readNumber(text, 'a number', () => true) }
const onWords = onValues.map((value) => `@on ${value}`).join(' or ')
const annotation = { subject: 'value', isAnnotation: true } as const
const rules: { readonly [name: string]: ValueTag } = {
  minimum: bound,
  maximum: bound,
  exclusiveMinimum: bound,
  exclusiveMaximum: bound,
  multipleOf: {
    subject: 'number',
    read: (text) => readNumber(text, 'a number above zero', (value) => value > 0),
  },
  minLength: { subject: 'string', read: readCount },
  maxLength: { subject: 'string', read: readCount },
  minItems: { subject: 'array', read: readCount },
  maxItems: { subject: 'array', read: readCount },
  pattern: { subject: 'string', read: readPattern },
  format: {
    subject: 'string',
    read: (text) => toText(text, /^[a-z][a-z0-9-]*$/, 'the name of a format, such as date or uri'),
  },
  uniqueItems: {
    subject: 'array',
    read: (text) => (text === '' || text === 'true' ? { value: true } : { wanted: 'the tag alone' }),
  },
  deprecated: { ...annotation, isCommon: true, read: () => ({ value: true }) },
  example: { ...annotation, isCommon: true, read: readWritten },
  preview: { ...annotation, read: readWritten },
  on: {
    subject: 'place',
    isAnnotation: true,
    read: (text) => (onValues.some((known) => known === text) ? { value: text } : { wanted: onWords }),
  },
  within: {
    subject: 'place',
    isAnnotation: true,
    read: (text) => toText(text, /^[\w$]+$/, 'bounds, for those of the result, or the name of a parameter'),
  },
  step: {
    subject: 'place',
    isAnnotation: true,
    read: (text) => readNumber(text, 'a length above zero', (value) => value > 0),
  },
  time: {
    subject: 'number',
    isAnnotation: true,
    read: (text) =>
      text === ''
        ? { value: true }
        : toText(text, /^[^\r\n"'`]{1,40}$/, 'the unit of the time behind it, such as @time s, or nothing'),
  },
  unit: {
    subject: 'measure',
    isAnnotation: true,
    read: (text) => toText(text, /^[^\r\n"'`]{1,40}$/, 'a unit of at most 40 characters, such as mm or °'),
  },
}

/** By the name of the tag, which is its keyword; that of an example is `examples`. */
export const valueTags: ReadonlyMap<string, ValueTag> = new Map(Object.entries(rules))

function readNumber(text: string, wanted: string, fits: (value: number) => boolean): ReadTag {
  const value = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
  if (!Number.isFinite(value) || !fits(value)) return { wanted }
  const rounded = findRounded(text)
  if (rounded !== null)
    return { wanted: `a number that programs can hold; of ${text} they make ${rounded}, so write ${rounded}` }
  return { value: value + 0 }
}

function readCount(text: string): ReadTag {
  return readNumber(text, 'a whole number from 0', (value) => Number.isInteger(value) && value >= 0)
}

function toText(text: string, pattern: RegExp, wanted: string): ReadTag {
  return pattern.test(text) ? { value: text } : { wanted }
}

/** Examples and previews are JSON; a text may be bare, but not in quotes that JSON does not have. */
function readWritten(text: string, takesText: boolean): ReadTag {
  try {
    return { value: JSON.parse(text) as Json } // JSON.parse returns nothing but Json
  } catch {
    const isBare = takesText && text !== '' && !/^(['`])[\s\S]*\1$/.test(text)
    return isBare ? { value: text } : { wanted: 'a value in JSON' } // no JSON: the caller reports it
  }
}

/** Returns the text of a tag without quotes around it. */
export function toBareText(text: string): string {
  return text.replace(/^(["'`])(.*)\1$/s, '$2')
}

/** A class that is not closed goes on to the end, where a search would begin again at each bracket. */
const classOrEscape = /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*(?:\]|$)/g

/**
 * Returns the pattern without surrounding `/…/`. Quotes around it or words behind it would make the text
 * another valid pattern. Blanks are part of a pattern only inside `[…]` or between slashes.
 */
function readPattern(text: string): ReadTag {
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
    const remark = 'and other words before the tags; a blank in a pattern is [ ] or \\s'
    return { wanted: `@pattern ${text.slice(0, blank)}, ${remark}` }
  }
  return toLinear(text)
}

function readSlashes([, inner = '', flags = '', words]: RegExpExecArray): ReadTag {
  const pattern = inner.replaceAll('\\/', '/')
  if (words !== undefined) return { wanted: `@pattern ${pattern}, and other words before the tags` }
  if (flags === '') return toLinear(pattern)
  const instead = flags.includes('i') ? '; for both cases of a letter, [aA]' : ''
  return { wanted: `it without flags, which JSON Schema has not: @pattern ${pattern}${instead}` }
}

/** Hosts accept patterns that match in linear time. */
function toLinear(pattern: string): ReadTag {
  try {
    if (pattern !== '' && parsePattern(pattern).size > 0) return { value: pattern }
  } catch {
    // An invalid or non-linear pattern: the caller reports it at the tag.
  }
  return { wanted: 'a regular expression without look-around and back-references' }
}
