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
export function toRequest(
  method: string,
  target: string,
  headers: { readonly [name: string]: string } = {},
): string {
  const lines = Object.entries({ host: 'localhost', connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  return `${[`${method} ${target} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`
}

/** Returns the status of an answer. */
export function readStatus(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1])
}

/** Returns the headers of an answer, names in lower case, the values of a repeated one joined. */
export function readHeaders(answer: string): { readonly [name: string]: string } {
  const [head = ''] = answer.split('\r\n\r\n', 1)
  const headers: { [name: string]: string } = {}
  for (const line of head.split('\r\n').slice(1)) {
    const [name = '', value = ''] = line.split(/:\s*(.*)/s)
    const key = name.toLowerCase()
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`
  }
  return headers
}

/** Returns what follows the head of an answer. */
export function readBody(answer: string): string {
  return answer.slice(answer.indexOf('\r\n\r\n') + 4)
}
