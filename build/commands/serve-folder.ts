import { once } from 'node:events'
import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'

const mediaTypes: { readonly [ending: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}

const base = 'http://localhost'

/** Serves the files of a folder as they are, to this machine alone. */
export async function serveFolder(
  folder: string,
): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer(({ url = '/' }, response) => {
    // Names in a site are plain. The parser has resolved `..`, and what is escaped stays so.
    const pathname = URL.canParse(url, base) ? new URL(url, base).pathname : ''
    const file = join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname)
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such file.\n')
      return
    }
    const type = mediaTypes[extname(file)] ?? 'application/octet-stream'
    response.writeHead(200, { 'content-type': type })
    createReadStream(file)
      .on('error', () => response.destroy()) // removed in between
      .pipe(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
