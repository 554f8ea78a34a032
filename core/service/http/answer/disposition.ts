import { basename } from 'node:path'
import { toVisibleFileName } from '../../../contract/text/visible-text.ts'

/** Returns the header that makes a browser save a file under its name (RFC 6266, with an ASCII fallback). */
export function toDisposition(name: string): string {
  const file = toVisibleFileName(basename(name))
  const ascii = file.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const encoded = encodeURIComponent(file).replace(/['()*]/g, (mark) => {
    return `%${mark.charCodeAt(0).toString(16).toUpperCase()}`
  })
  const extended = ascii === file ? '' : `; filename*=UTF-8''${encoded}`
  return `attachment; filename="${ascii}"${extended}`
}
