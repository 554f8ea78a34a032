/** Makes text from outside safe to read: characters that steer, reorder or hide are visible. */
import { cutText } from './cut-text.ts'

/**
 * Controls (C0 without tab and line feed, DEL, C1, of which U+009B begins commands as ESC does), separators
 * that some programs treat as line ends, marks that turn the direction of writing, and all that is drawn as
 * nothing: joiners, fillers, selectors, tags, interlinear marks, and halves of pairs.
 */
const ranges = [
  '\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f',
  '\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff9-\\ufffb',
  '\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}\\p{Cs}',
]
const unseen = new RegExp(`[${ranges.join('')}]`, 'u')
const eachUnseen = new RegExp(unseen, 'gu')

/** Scripts and pictures in which a joiner changes what is drawn. Between Latin letters it only hides. */
const joining = /[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]/u
const apart = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u
const [opener, closer] = ['\u2068', '\u2069']
/** Characters that are written from right to left. */
const fromRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** Characters of the longest text that people are shown. */
const longestText = 20_000

/** Returns the text with such characters as `\uXXXX`, in JSON another spelling of the same text. */
export function toVisibleText(text: string): string {
  return replaceUnseen(text, toEscapes)
}

/** Returns the name of a file with `_` in place of such characters, which could show another ending. */
export function toVisibleFileName(name: string): string {
  return replaceUnseen(name, () => '_')
}

/**
 * Returns text of others as people are shown it, on pages, cards and terminals: visible, cut to `limit`
 * characters, and by itself, so that letters from right to left do not reorder what stands beside them.
 */
export function toShownText(text: string, limit = longestText): string {
  const visible = toVisibleText(cutText(text, limit))
  if (visible.trim() === '') return text === '' ? '' : toEscapes(cutText(text, 8)) // or it would be nothing
  if (!fromRight.test(visible)) return visible
  return visible
    .split('\n')
    .map((line) => (fromRight.test(line) ? opener + line + closer : line))
    .join('\n')
}

function replaceUnseen(text: string, replace: (character: string) => string): string {
  if (text.search(unseen) < 0) return text // the usual case; a search costs half of a replacement
  const isolates = listIsolates(text)
  return text.replace(eachUnseen, (character, place: number) =>
    isolates.has(place) || belongs(character, text, place) ? character : replace(character),
  )
}

function toEscapes(text: string): string {
  let escapes = ''
  for (let i = 0; i < text.length; i++) escapes += `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`
  return escapes
}

/** Returns true for a joiner or selector that shapes the characters around it. */
function belongs(character: string, text: string, place: number): boolean {
  if (!/\u200c|\u200d|[\ufe00-\ufe0f]/.test(character)) return false
  const [before = ''] = /.$/su.exec(text.slice(Math.max(0, place - 2), place)) ?? []
  if (character >= '\ufe00') return /[\p{L}\p{N}\p{S}\p{P}]/u.test(before)
  const [after = ''] = /^./su.exec(text.slice(place + 1, place + 3)) ?? []
  const isBeside = (other: string): boolean => joining.test(other) && !apart.test(other)
  return (isBeside(before) || before === '\ufe0f') && isBeside(after)
}

/** Returns the places of isolates that are closed in their line around something: no text outside turns. */
function listIsolates(text: string): ReadonlySet<number> {
  const places = new Set<number>()
  const open: number[] = []
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '\n') open.length = 0
    else if (text[i] === opener) open.push(i)
    else if (text[i] === closer) {
      const start = open.pop()
      if (start === undefined || i - start === 1) continue
      places.add(start)
      places.add(i)
    }
  }
  return places
}
