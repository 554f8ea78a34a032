import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * Starts a proxy before a host, which ends with the test, and returns its address. `toTarget` makes the host's path of the one
 * that was asked for, or answers by itself and returns null.
 */
export async function startProxy(
  hostUrl: string,
  toTarget: (path: string, answer: ServerResponse) => string | null,
): Promise<string> {
  const proxy = createServer((incoming, outgoing) => {
    const { url = '', method, headers } = incoming
    const target = toTarget(url, outgoing)
    if (target === null) return
    const inner = request(hostUrl + target, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    inner.on('error', () => outgoing.destroy()) // a host that closes ends what is under way
    incoming.pipe(inner)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close().closeAllConnections())
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` // it listens on TCP
}

/** Starts a proxy that shows a host below `/lab` alone. */
export async function startProxyBelowLab(
  hostUrl: string,
  toTarget: (path: string) => string,
): Promise<string> {
  return await startProxy(hostUrl, (path, answer) => {
    if (/^\/lab(\/|$)/.test(path)) return toTarget(path)
    answer.writeHead(404).end()
    return null
  })
}
