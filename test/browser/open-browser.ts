/** A browser for tests: headless, without a GPU, without anything of its own to ask the network for. */
import { type Browser, chromium } from 'playwright-core'
import { waitMilliseconds } from '../support/limits.ts'
import { findChromium } from './find-chromium.ts'

/** What Playwright turns off: of two lists on its command line Chromium reads the last. */
const offForPlaywright = [
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

/**
 * What Chromium starts for a person and no test asks for: with each window two pages of its own behind the
 * address bar, of 200 files, and a process for the next site. These took half of the processor's time.
 */
const offForTests = ['SpareRendererForSitePerProcess', 'WebUIOmniboxAimPopup', 'WebUIOmniboxPopup']

/** A name of an attacker's, which the browser is made to find at this machine. */
export const reboundName = 'rebound.example'

/** WebGL 2 by SwiftShader, whose pixels are the same everywhere. No sandbox: containers and root have none. */
const flags = [
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
  '--disable-quic',
  `--host-resolver-rules=MAP ${reboundName} 127.0.0.1`,
  `--disable-features=${[...offForPlaywright, ...offForTests].join()}`,
]

/** How a browser is started. */
export interface BrowserOptions {
  /**
   * Whether SwiftShader puts the page together, too, as a graphics card would. A screenshot then takes 0.5 to
   * 1.2 s in the place of 0.15 to 0.25; but a page that is put together without it waits for every picture.
   */
  readonly isComposited?: boolean
}

/** Starts a browser, of which each page waits as long as tests do; whoever asked for it closes it. */
export async function openBrowser({ isComposited = false }: BrowserOptions = {}): Promise<Browser> {
  const { path, environment } = await findChromium()
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  const browser = await chromium.launch({
    executablePath: path,
    args: [...flags, ...(isComposited ? [] : ['--disable-gpu-compositing'])],
    env: { ...Object.fromEntries(inherited), ...environment },
    timeout: waitMilliseconds,
  })
  browser.on('context', (context) => context.setDefaultTimeout(waitMilliseconds))
  return browser
}
