/**
 * The viewer of a host in a real browser, watched: whatever it logs as an error, asks another origin for, or is
 * refused by its content policy, fails the test that calls `expectClean`.
 */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { createHost, type Host, type HostOptions } from 'specimen-host'
import { expect } from 'vitest'
import { findPort } from '../../support/find-port.ts'
import { watchPage } from '../watch-page.ts'

export interface OpenViewer {
  readonly host: Host
  readonly url: string
  readonly page: Page
  /** Console errors, foreign requests and policy reports so far. */
  readonly faults: string[]
  expectClean(): void
  close(): Promise<void>
}

/** What a viewer is opened with. */
export interface ViewerOptions {
  readonly options?: HostOptions
  /** Registers functions in code. */
  readonly prepare?: (host: Host) => void
  /** Lays hands on the page before it asks for anything. */
  readonly arrange?: (page: Page) => Promise<unknown>
  /** Behind the host's address, with the fragment. */
  readonly path?: string
  readonly context?: BrowserContextOptions
}

/** Starts a host without folders unless `options` name some, and opens its page. */
export async function openViewer(
  browser: Browser,
  { options = {}, prepare, arrange, path = '/', context: contextOptions = {} }: ViewerOptions = {},
): Promise<OpenViewer> {
  const port = await findPort() // a test may start another host there
  const usual = { plugins: '', specimens: '', port, logLevel: 'silent', drainTimeout: 1 } as const
  const host = await createHost({ ...usual, ...options })
  prepare?.(host)
  const url = await host.listen()
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...contextOptions })
  const page = await context.newPage()
  const faults = watchPage(page)
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== new URL(url).origin)
      faults.push(`foreign: ${request.url()}`)
  })
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} ${blockedURI}`),
    )
  })
  await arrange?.(page)
  await page.goto(url + path)
  return {
    host,
    url,
    page,
    faults,
    expectClean: () => expect(faults).toEqual([]),
    close: async () => {
      // A handler that still asks in the page's name ends without an error of its own.
      await Promise.all([context, page].map((routed) => routed.unrouteAll({ behavior: 'ignoreErrors' })))
      await context.close()
      await host.close()
    },
  }
}
