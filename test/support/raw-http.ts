/** Requests written by hand on a socket, for targets and headers that no HTTP client sends. */
import { connect } from 'node:net'

/** Sends bytes to the host at `url` and returns everything it answers until the connection closes. */
export async function sendRaw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(text, 'latin1')
  let answer = ''
  for await (const chunk of socket.setEncoding('latin1')) answer += chunk
  return answer
}

/** Returns the text of a request that asks for its connection to be closed. */
export function toRequest(method: string, target: string, headers: { readonly [name: string]: string } = {}): string {
  const lines = Object.entries({ host: 'host', connection: 'close', ...headers }).map(([name, value]) => `${name}: ${value}`)
  return `${[`${method} ${target} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`
}

/** Returns the status of an answer. */
export function readStatus(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1])
}
