/** Hosts of a test file: a test starts one, which ends with the test. */
import { createHost, type Host, type HostOptions } from 'specimen-host'
import { afterEach } from 'vitest'
import { type Api, createApi } from './api.ts'
import { makeProbe } from './probe-bundle.ts'

/** The host of the test that runs. */
export interface UsedHost {
  readonly host: Host
  readonly url: string
  /** Starts it, on a free port, and returns its API. */
  start(options?: HostOptions): Promise<Api>
}

/** Returns the host of each test, which has nothing to serve unless `defaults` say so. */
export function useHost(defaults: HostOptions | (() => HostOptions) = {}): UsedHost {
  let host: Host | undefined
  let url = ''
  afterEach(async () => {
    await host?.close()
    host = undefined
  })
  return {
    get host() {
      if (!host) throw new Error('the test has started no host')
      return host
    },
    get url() {
      return url
    },
    start: async (options = {}) => {
      const common = { plugins: '', specimens: '', port: 0, logLevel: 'silent' } as const
      const own = typeof defaults === 'function' ? defaults() : defaults
      host = await createHost({ ...common, ...own, ...options })
      url = await host.listen()
      return createApi(url)
    },
  }
}

/** Returns the host of each test, which serves the probe. */
export function useProbeHost(defaults: HostOptions = {}): UsedHost {
  let probe: ReturnType<typeof makeProbe> | undefined
  return useHost(() => {
    probe ??= makeProbe()
    return { plugins: probe.plugins, specimens: probe.specimens, ...defaults }
  })
}
