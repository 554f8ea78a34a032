import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { SpecimenError } from '../../domain/errors.ts'
import type { Coding } from './coding.ts'
import { type TaggedBody, tagBody } from './tagged-body.ts'

/** A file of the viewer under each content coding, made when it was built. */
export interface ViewerFile {
  readonly mediaType: string
  readonly plain: Buffer
  readonly coded: { readonly [coding in Coding]: Buffer }
}

/** The viewer as it was built. */
export interface Viewer {
  /** Returns the page as it is below a path, such as `/lab`; empty for none. */
  page(prefix: string): TaggedBody
  /** What the page loads, by name; nothing else of the folder. */
  readonly files: ReadonlyMap<string, ViewerFile>
  /** The one of them that stands for the host in tabs and bookmarks. */
  readonly icon: ViewerFile
}

const mediaTypes: { readonly [ending: string]: string } = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/**
 * Returns what reads the viewer's folder when it is first asked to. It is read as a whole, so that the page
 * and the files that it names are of one build, also while the next one is written. What could not be read is
 * read again.
 */
export function createViewerReader(folder: URL): () => Promise<Viewer> {
  let reading: Promise<Viewer> | undefined
  return () => {
    reading ??= readViewer(folder).catch((error: unknown) => {
      reading = undefined
      throw error
    })
    return reading
  }
}

async function readViewer(folder: URL): Promise<Viewer> {
  const read = async (name: string): Promise<Buffer> => await readFile(new URL(name, folder))
  try {
    const names = await readdir(folder)
    const files = names.flatMap((name) => {
      const { [extname(name)]: mediaType } = mediaTypes
      return mediaType === undefined ? [] : [readForms(name, mediaType, read)]
    })
    const loaded = await Promise.all(files)
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

async function readForms(
  name: string,
  mediaType: string,
  read: (name: string) => Promise<Buffer>,
): Promise<readonly [string, ViewerFile]> {
  const [plain, br, gzip] = await Promise.all([read(name), read(`${name}.br`), read(`${name}.gz`)])
  return [name, { mediaType, plain, coded: { br, gzip } }]
}

/**
 * The page's addresses are relative, which fits any path that a proxy cuts off. Where the path is known, the
 * page names it: with a trusted proxy's, the host cannot tell `/lab` from `/lab/`, and addresses relative to
 * the first would miss. The last page is kept, and its compressed form with it.
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
