/**
 * A Chromium to test with, also where none is installed and nobody is root: the one that
 * SPECIMEN_TEST_CHROMIUM names, else, for Linux on x64, the one in the npm package @sparticuz/chromium, with the
 * libraries and fonts that it brings, else the system's. The package's has no window around its pages, which
 * saves a quarter of the processor's time.
 */
import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createBrotliDecompress } from 'node:zlib'

export interface FoundChromium {
  readonly path: string
  /** What its process needs in its environment besides what there is. */
  readonly environment: { readonly [name: string]: string }
}

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Returns a Chromium.
 * @throws Error where none can be had, saying how to get one: a test that needs one must fail, not be skipped
 */
export async function findChromium(): Promise<FoundChromium> {
  const named = process.env.SPECIMEN_TEST_CHROMIUM
  if (named !== undefined && named !== '') return { path: named, environment: {} }
  if (process.platform === 'linux' && process.arch === 'x64') return await unpackChromium()
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const installed = [
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
    ...applications,
  ].find((path) => existsSync(path))
  if (installed !== undefined) return { path: installed, environment: {} }
  throw new Error(
    'No Chromium was found for the tests in a browser; install one, or name it in SPECIMEN_TEST_CHROMIUM.',
  )
}

/**
 * Unpacks the package's browser once for each version of it. Many test processes may do so at once: each into
 * a folder of its own, of which the first becomes the one that all use.
 */
async function unpackChromium(): Promise<FoundChromium> {
  const modules = join(import.meta.dirname, '../../node_modules')
  const origin = join(modules, '@sparticuz/chromium')
  const { version } = JSON.parse(await readFile(join(origin, 'package.json'), 'utf8'))
  const cache = join(modules, '.cache')
  const folder = join(cache, `chromium-${version}`)
  if (!existsSync(folder)) {
    await mkdir(cache, { recursive: true })
    const own = await mkdtemp(`${folder}-`)
    try {
      await unpackInto(own, join(origin, 'bin'))
      await rename(own, folder)
    } catch (error) {
      await rm(own, { recursive: true, force: true })
      if (!existsSync(folder)) throw error // else another process was first
    }
  }
  const environment = {
    LD_LIBRARY_PATH: join(folder, 'lib'),
    FONTCONFIG_FILE: join(folder, 'own-fonts.conf'),
  }
  return { path: join(folder, 'chromium'), environment }
}

async function unpackInto(folder: string, archives: string): Promise<void> {
  const path = join(folder, 'chromium')
  await pipeline(
    createReadStream(join(archives, 'chromium.br')),
    createBrotliDecompress(),
    createWriteStream(path),
  )
  await chmod(path, 0o755)
  for (const name of ['al2023', 'fonts', 'swiftshader']) await untar(join(archives, `${name}.tar.br`), folder)
  // Relative to itself, so that it stays right when the folder gets its name.
  const fonts =
    '<?xml version="1.0"?><fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>'
  await writeFile(join(folder, 'own-fonts.conf'), fonts)
}

/** By way of a file: tar stops reading a pipe at the archive's end mark, which may come before the pipe's. */
async function untar(archive: string, folder: string): Promise<void> {
  const plain = join(folder, 'archive.tar')
  await pipeline(createReadStream(archive), createBrotliDecompress(), createWriteStream(plain))
  await promisify(execFile)('tar', ['-x', '-f', plain, '-C', folder])
  await rm(plain)
}
