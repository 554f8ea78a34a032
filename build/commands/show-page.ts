import { spawn } from 'node:child_process'
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

/** The environment that decides if a page is opened, and by which command. */
export interface Desktop {
  readonly platform: NodeJS.Platform
  readonly environment: { readonly [name: string]: string | undefined }
}

/**
 * Returns the command that opens a page in the person's browser; null in CI, for `BROWSER=none`, and on a
 * machine without a screen. `BROWSER` may be a custom command, with or without `%s` for the address.
 */
export function chooseOpener(
  url: string,
  { platform, environment }: Desktop,
): readonly [string, ...string[]] | null {
  const { BROWSER: own, CI, DISPLAY, WAYLAND_DISPLAY, WSL_DISTRO_NAME } = environment
  if (own === 'none' || (CI !== undefined && CI !== '' && CI !== 'false')) return null
  const [program, ...words] = own?.split(' ').filter((word) => word !== '') ?? []
  if (program !== undefined) {
    const given = words.map((word) => word.replaceAll('%s', url))
    return words.some((word) => word.includes('%s')) ? [program, ...given] : [program, ...words, url]
  }
  if (platform === 'darwin') return ['open', url]
  if (platform === 'win32' || WSL_DISTRO_NAME) return ['cmd.exe', '/c', 'start', url]
  return DISPLAY || WAYLAND_DISPLAY ? ['xdg-open', url] : null
}

/** Opens a page in the person's browser. Failures are ignored: the address is on the terminal. */
export function openPage(url: string, desktop: Desktop): void {
  const command = chooseOpener(url, desktop)
  if (!command) return
  const [program, ...words] = command
  const child = spawn(program, words, { stdio: 'ignore', detached: true, windowsHide: true })
  child.once('error', () => undefined) // a missing program
  child.unref()
}
