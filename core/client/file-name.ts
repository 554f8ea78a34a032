import { decodePercent } from '../contract/text/decode-percent.ts'
import { toVisibleFileName } from '../contract/text/visible-text.ts'

/** Returns a header's file name, the extended form (`filename*`, RFC 8187) first; undefined without one. */
export function parseFileName(header: string): string | undefined {
  const encoded = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header)?.[1]
  const quoted = /;\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(header)?.[1]?.replace(/\\(.)/g, '$1')
  const bare = /;\s*filename\s*=\s*([^\s";]+)/i.exec(header)?.[1]
  return toBaseName(decodePercent(encoded)) ?? toBaseName(quoted) ?? toBaseName(bare)
}

/** Drops folders and what hides: a host must not choose where a file is saved, nor show another ending. */
function toBaseName(name: string | undefined): string | undefined {
  const base = name?.split(/[/\\]/).at(-1)
  if (base === undefined || base === '' || base === '.' || base === '..') return undefined
  return toVisibleFileName(base)
}
