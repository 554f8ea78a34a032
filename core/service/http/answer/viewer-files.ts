import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import { type Coding, compressForGood, compressOnce } from './coding.ts'
import { type TaggedBody, tagBody } from './tagged-body.ts'

/** A file of the viewer. */
export interface ViewerFile {
  readonly mediaType: string
  readonly plain: Buffer
  /** Returns it under a content coding; compressed at the first call, on a thread of libuv. */
  readonly compress: (coding: Coding) => Promise<Buffer>
}

/** The viewer as it was built. */
export interface Viewer {
  /** Returns the page below a path such as `/lab`; empty for none. */
  page(prefix: string): TaggedBody
  readonly files: ReadonlyMap<string, ViewerFile>
  readonly icon: ViewerFile
}

const mediaTypes: { readonly [ending: string]: string } = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** By folder. The hosts of one process have its files in common, so that each is compressed once. */
const viewers = new Map<string, Promise<Viewer>>()

/**
 * Returns a function that reads the viewer's folder at the first call in the process. The folder is read
 * whole, so that the page and its files are of one build even while the next is being written. A failed read
 * is repeated.
 */
export function createViewerReader(folder: URL): () => Promise<Viewer> {
  return () => {
    const known = viewers.get(folder.href)
    if (known) return known
    const reading = readViewer(folder).catch((error: unknown) => {
      viewers.delete(folder.href)
      throw error
    })
    viewers.set(folder.href, reading)
    return reading
  }
}

async function readViewer(folder: URL): Promise<Viewer> {
  const read = async (name: string): Promise<Buffer> => await readFile(new URL(name, folder))
  try {
    const names = await readdir(folder)
    const files = names.flatMap((name) => {
      const { [extname(name)]: mediaType } = mediaTypes
      return mediaType === undefined ? [] : [{ name, mediaType }]
    })
    const loaded = await Promise.all(
      files.map(async ({ name, mediaType }) => [name, toFile(mediaType, await read(name))] as const),
    )
    const [, icon] = loaded.find(([name]) => /^icon-.*\.svg$/.test(name)) ?? []
    if (!icon) throw new Error(`no icon is among ${names.join(', ')}`)
    return { page: createPage((await read('page.html')).toString()), files: new Map(loaded), icon }
  } catch (cause) {
    throw new SpecimenError(
      'route.unknown',
      'The viewer is not built. Run npm run build, then load this page again; /docs describes the API.',
      { cause },
    )
  }
}

function toFile(mediaType: string, plain: Buffer): ViewerFile {
  return { mediaType, plain, compress: compressOnce((coding) => compressForGood(plain, coding)) }
}

/**
 * Returns the page for a prefix. The page's addresses are relative, which fits any path that a proxy cuts
 * off. A known path is named in the page: behind a trusted proxy the host cannot distinguish `/lab` from
 * `/lab/`. The last page and its compressed form are kept.
 */
function createPage(html: string): (prefix: string) => TaggedBody {
  let made: (TaggedBody & { readonly prefix: string }) | undefined
  return (prefix) => {
    if (made?.prefix !== prefix) {
      const base = prefix === '' ? '' : `\n<base href="${prefix}/">`
      made = { prefix, ...tagBody(Buffer.from(html.replace('<head>', `<head>${base}`))) }
    }
    return made
  }
}
