/**
 * Returns the file name in a `Content-Disposition` (RFC 6266): the extended one, else the plain one; empty
 * for none, and for what cannot be read.
 */
export function readFileName(disposition: string): string {
  const [, extended] = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition) ?? []
  if (extended !== undefined) return decode(extended)
  const [, quoted, plain = ''] =
    /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]+))/i.exec(disposition) ?? []
  return quoted?.replace(/\\(.)/g, '$1') ?? plain
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
