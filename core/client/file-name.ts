/**
 * File names out of `Content-Disposition` headers (RFC 6266), without any path that a host might put before
 * them.
 */

/**
 * Returns the header's file name, the extended form (`filename*`, RFC 8187) first; undefined when it has
 * none.
 */
export function parseFileName(header: string): string | undefined {
  const encoded = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header)?.[1]
  const quoted = /;\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(header)?.[1]?.replace(/\\(.)/g, '$1')
  const bare = /;\s*filename\s*=\s*([^\s";]+)/i.exec(header)?.[1]
  return toBaseName(decode(encoded)) ?? toBaseName(quoted) ?? toBaseName(bare)
}

/** Percent-decodes; undefined for text that is none, so that the plain form is tried. */
function decode(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** A host is not to choose a folder of whoever saves the file. */
function toBaseName(name: string | undefined): string | undefined {
  const base = name?.split(/[/\\]/).at(-1)
  return base === '' || base === '.' || base === '..' ? undefined : base
}
