import type { ExportHost } from '../../build/commands/gather-site.ts'
import { createClient } from '../client/client.ts'
import { createHost } from '../host.ts'
import type { Config } from '../options/config.ts'

/**
 * Returns a host of a folder of bundles that does not listen: requests are answered as if they had come over
 * a socket. @throws `config.invalid`
 */
export async function openExportHost(plugins: string, settings: Partial<Config>): Promise<ExportHost> {
  const host = await createHost({ ...settings, plugins, logLevel: 'silent' })
  const ask: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input))
    const { rawPayload, statusCode, headers } = await host.inject({
      method: init?.method === 'POST' ? 'POST' : 'GET',
      url: pathname + search,
      headers: Object.fromEntries(new Headers(init?.headers)),
      ...(typeof init?.body === 'string' && { payload: init.body }),
    })
    const given = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
    const body = rawPayload.length > 0 ? new Uint8Array(rawPayload) : null // a 204 may have none
    return new Response(body, { status: statusCode, headers: given })
  }
  return { client: createClient('http://localhost', { fetch: ask }), close: async () => await host.close() }
}
