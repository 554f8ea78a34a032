import { spawn } from 'node:child_process'

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
