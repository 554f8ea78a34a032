/** The tags of values: their subjects, their schema keywords, and the reading of their texts. */
import type { Json } from '../../core/domain/json.ts'
import { readPattern } from './pattern-text.ts'

/** The value of a keyword, or a description of the expected text. */
export type ReadTag = { readonly value: Json } | { readonly wanted: string }

/** A tag of a value. */
export interface ValueTag {
  /** A kind of type; `measure` is for numbers, and lists of them. */
  readonly subject: 'number' | 'string' | 'array' | 'measure' | 'value'
  readonly keyword: string
  /** Set when the tag does not restrict values. */
  readonly isAnnotation?: true
  /** Set for tags that every reader of JSDoc knows. */
  readonly isCommon?: true
  /** `takesText` is set when the value may be a text, which needs no quotes. */
  readonly read: (text: string, takesText: boolean) => ReadTag
}

/** By the name of the tag. */
export const valueTags: ReadonlyMap<string, ValueTag> = new Map<string, ValueTag>([
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map((keyword): [string, ValueTag] => [
    keyword,
    { subject: 'number', keyword, read: (text) => readNumber(text, 'a number', () => true) },
  ]),
  [
    'multipleOf',
    {
      subject: 'number',
      keyword: 'multipleOf',
      read: (text) => readNumber(text, 'a number above zero', (value) => value > 0),
    },
  ],
  ...(['minLength', 'maxLength', 'minItems', 'maxItems'] as const).map((keyword): [string, ValueTag] => [
    keyword,
    { subject: keyword.endsWith('Items') ? 'array' : 'string', keyword, read: readCount },
  ]),
  ['pattern', { subject: 'string', keyword: 'pattern', read: readExpression }],
  [
    'format',
    {
      subject: 'string',
      keyword: 'format',
      read: (text) =>
        /^[a-z][a-z0-9-]*$/.test(text)
          ? { value: text }
          : { wanted: 'the name of a format, such as date or uri' },
    },
  ],
  [
    'uniqueItems',
    {
      subject: 'array',
      keyword: 'uniqueItems',
      read: (text) => (text === '' || text === 'true' ? { value: true } : { wanted: 'the tag alone' }),
    },
  ],
  [
    'deprecated',
    {
      subject: 'value',
      keyword: 'deprecated',
      isAnnotation: true,
      isCommon: true,
      read: () => ({ value: true }),
    },
  ],
  [
    'example',
    { subject: 'value', keyword: 'examples', isAnnotation: true, isCommon: true, read: readWritten },
  ],
  ['preview', { subject: 'value', keyword: 'preview', isAnnotation: true, read: readWritten }],
  ['unit', { subject: 'measure', keyword: 'unit', isAnnotation: true, read: readUnit }],
])

function readNumber(text: string, wanted: string, fits: (value: number) => boolean): ReadTag {
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(value) && fits(value) ? { value: value + 0 } : { wanted }
}

function readCount(text: string): ReadTag {
  return readNumber(text, 'a whole number from 0', (value) => Number.isInteger(value) && value >= 0)
}

function readExpression(text: string): ReadTag {
  const read = readPattern(text)
  return 'pattern' in read ? { value: read.pattern } : read
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

const longestUnit = 40

function readUnit(text: string): ReadTag {
  const isUnit = text !== '' && text.length <= longestUnit && !/[\r\n"'`]/.test(text)
  return isUnit ? { value: text } : { wanted: `a unit of at most ${longestUnit} characters, such as mm or °` }
}
