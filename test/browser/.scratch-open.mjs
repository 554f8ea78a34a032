// test/browser/open-browser.ts

// test/browser/find-chromium.ts
import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createBrotliDecompress } from 'node:zlib'
import { chromium } from 'playwright-core'

var names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
var applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
async function findChromium() {
  const named = process.env.SPECIMEN_TEST_CHROMIUM
  if (named !== void 0 && named !== '') return { path: named, environment: {} }
  if (process.platform === 'linux' && process.arch === 'x64') return await unpackChromium()
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const installed = [
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
    ...applications,
  ].find((path) => existsSync(path))
  if (installed !== void 0) return { path: installed, environment: {} }
  throw new Error(
    'No Chromium was found for the tests in a browser; install one, or name it in SPECIMEN_TEST_CHROMIUM.',
  )
}
async function unpackChromium() {
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
      if (!existsSync(folder)) throw error
    }
  }
  const environment = {
    LD_LIBRARY_PATH: join(folder, 'lib'),
    FONTCONFIG_FILE: join(folder, 'own-fonts.conf'),
  }
  return { path: join(folder, 'chromium'), environment }
}
async function unpackInto(folder, archives) {
  const path = join(folder, 'chromium')
  await pipeline(
    createReadStream(join(archives, 'chromium.br')),
    createBrotliDecompress(),
    createWriteStream(path),
  )
  await chmod(path, 493)
  for (const name of ['al2023', 'fonts', 'swiftshader']) await untar(join(archives, `${name}.tar.br`), folder)
  const fonts =
    '<?xml version="1.0"?><fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>'
  await writeFile(join(folder, 'own-fonts.conf'), fonts)
}
async function untar(archive, folder) {
  const plain = join(folder, 'archive.tar')
  await pipeline(createReadStream(archive), createBrotliDecompress(), createWriteStream(plain))
  await promisify(execFile)('tar', ['-x', '-f', plain, '-C', folder])
  await rm(plain)
}

// test/browser/open-browser.ts
var offForPlaywright = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]
var offForTests = ['SpareRendererForSitePerProcess', 'WebUIOmniboxAimPopup', 'WebUIOmniboxPopup']
var reboundName = 'rebound.example'
var flags = [
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
  '--disable-quic',
  `--host-resolver-rules=MAP ${reboundName} 127.0.0.1`,
  `--disable-features=${[...offForPlaywright, ...offForTests].join()}`,
]
async function openBrowser({ isComposited = false } = {}) {
  const { path, environment } = await findChromium()
  const inherited = Object.entries(process.env).filter((entry) => entry[1] !== void 0)
  return await chromium.launch({
    executablePath: path,
    args: [...flags, ...(isComposited ? [] : ['--disable-gpu-compositing'])],
    env: { ...Object.fromEntries(inherited), ...environment },
  })
}

export { openBrowser, reboundName }
