import { parseBase64 } from '../../contract/wire/base64.ts'
import { LoadError } from '../data/load-error.ts'
import type { Site } from './site.ts'

/** Returns a file of the site. @throws {LoadError} */
export type ReadSiteFile = (path: string) => Promise<Blob>

/** Returns the reader of a site's files, which reads each once. Paths start at `pageUrl`. */
export function createSiteReader({ in_page: inPage }: Pick<Site, 'in_page'>, pageUrl: string): ReadSiteFile {
  const known = new Map<string, Promise<Blob>>()
  const read = async (path: string): Promise<Blob> => {
    const { [path]: base64 } = inPage
    return base64 === undefined ? await fetchFile(new URL(path, pageUrl)) : toBlob(base64)
  }
  return async (path) => {
    const reading = known.get(path) ?? read(path)
    known.set(path, reading)
    reading.catch(() => known.delete(path)) // the next call asks again
    return await reading
  }
}

/** Returns the bytes of base64. */
export function toBlob(base64: string): Blob {
  return new Blob([parseBase64(base64) ?? ''])
}

async function fetchFile(url: URL): Promise<Blob> {
  const response = await fetch(url).catch((cause: unknown) => {
    throw new LoadError(`The server of this page does not answer (${cause}).`, 'host.unreachable')
  })
  if (response.ok) return await response.blob()
  const found = `The site has no file ${url.pathname} (${response.status} ${response.statusText}).`
  throw new LoadError(`${found} Export it again, or copy all of its folder.`, 'file.missing')
}
