/** A browser for tests: headless, without a GPU, without anything of its own to ask the network for. */
import { type Browser, chromium } from 'playwright-core'
import { findChromium } from './find-chromium.ts'

/**
 * WebGL 2 by SwiftShader, whose pixels are the same everywhere. The page around it is put together without it: a
 * screenshot took 0.5 to 1.2 s of SwiftShader's time, and takes 0.15 to 0.25. No sandbox: containers and root have
 * none.
 */
const flags = [
  '--no-sandbox',
  '--no-zygote',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-compositing',
  '--disable-background-networking',
  '--disable-quic',
]

/** Starts a browser, with more flags where a test needs them; whoever asked for it closes it. */
export async function openBrowser(more: readonly string[] = []): Promise<Browser> {
  const { path, environment } = await findChromium()
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return await chromium.launch({
    executablePath: path,
    args: [...flags, ...more],
    env: { ...Object.fromEntries(inherited), ...environment },
  })
}
