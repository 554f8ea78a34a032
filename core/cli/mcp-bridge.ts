import type { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js'
import { ProblemError, readProblem } from '../client/problem-error.ts'
import { toCommand } from '../contract/text/to-command.ts'
import { createDeferred } from '../contract/time/deferred.ts'

/** The classes of `@modelcontextprotocol/sdk` that a bridge uses. */
export interface BridgePackages {
  readonly StdioServerTransport: typeof StdioServerTransport
  readonly StreamableHTTPClientTransport: typeof StreamableHTTPClientTransport
}

/** The ends of a bridge. */
export interface BridgeOptions {
  /** `/mcp` of a host. */
  readonly address: URL
  readonly token: string | undefined
  /** Gets what goes wrong, in sentences, beside what the agent is told. */
  readonly tell: (text: string) => void
}

/** The protocol's code for an error of a server of its own. */
const serverError = -32000

/** Passes messages between the process' standard streams and a host; resolves when the input has ended. */
export async function bridgeAgent(packages: BridgePackages, options: BridgeOptions): Promise<void> {
  const ended = createDeferred<void>()
  const agent = new packages.StdioServerTransport()
  const bridge = new Bridge(packages, options, agent)
  agent.onmessage = (message) => void bridge.pass(message)
  agent.onerror = (error) => options.tell(error.message)
  agent.onclose = () => ended.resolve()
  process.stdin.once('end', () => ended.resolve())
  await agent.start()
  await ended.promise
  await bridge.close()
}

/** The host's end: a session, and another one after it is lost, which begins with the same first messages. */
class Bridge {
  readonly #packages: BridgePackages
  readonly #options: BridgeOptions
  readonly #agent: StdioServerTransport
  #host: StreamableHTTPClientTransport
  #first: (JSONRPCMessage & { readonly id: RequestId }) | undefined
  #reopening: Promise<void> | undefined

  constructor(packages: BridgePackages, options: BridgeOptions, agent: StdioServerTransport) {
    this.#packages = packages
    this.#options = options
    this.#agent = agent
    this.#host = this.#open((message) => this.#answer(message))
  }

  /** Passes a message of the agent on; a request that cannot be is answered here. */
  async pass(message: JSONRPCMessage): Promise<void> {
    if ('method' in message && message.method === 'initialize' && 'id' in message) this.#first = message
    try {
      await this.#send(message)
    } catch (error) {
      const text = explain(error, this.#options.address)
      this.#options.tell(text)
      if ('method' in message && 'id' in message)
        await this.#agent.send({
          jsonrpc: '2.0',
          id: message.id,
          error: { code: serverError, message: text },
        })
    }
  }

  /** Ends the session, as far as the host is there. */
  async close(): Promise<void> {
    await this.#host.terminateSession().catch(() => {}) // the host may be gone, which ends it as well
    await this.#host.close()
  }

  async #send(message: JSONRPCMessage): Promise<void> {
    try {
      await this.#host.send(message)
    } catch (error) {
      if (!isLost(error) || !this.#first) throw error
      this.#reopening ??= this.#reopen(this.#first).finally(() => {
        this.#reopening = undefined
      })
      await this.#reopening
      await this.#host.send(message)
    }
  }

  /** Begins another session as the agent has begun the first; it is not told of the second answer. */
  async #reopen(first: JSONRPCMessage & { readonly id: RequestId }): Promise<void> {
    await this.#host.close()
    const answered = createDeferred<void>()
    this.#host = this.#open((message) => {
      if ('id' in message && message.id === first.id && !('method' in message)) {
        this.#takeVersion(message)
        answered.resolve()
      } else this.#answer(message)
    })
    await this.#host.send(first)
    await answered.promise
    await this.#host.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  }

  #open(onMessage: (message: JSONRPCMessage) => void): StreamableHTTPClientTransport {
    const { address, token, tell } = this.#options
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const host = new this.#packages.StreamableHTTPClientTransport(address, {
      requestInit: { headers },
      fetch: fetchOrRefuse,
    })
    host.onmessage = onMessage
    host.onerror = (error) => {
      if (!isLost(error)) tell(explain(error, address))
    }
    void host.start() // which sends nothing yet
    return host
  }

  #answer(message: JSONRPCMessage): void {
    if (this.#first && 'id' in message && message.id === this.#first.id) this.#takeVersion(message)
    void this.#agent.send(message)
  }

  /** Each further request names the version of the protocol that the host has chosen. */
  #takeVersion(message: JSONRPCMessage): void {
    const result: object = 'result' in message ? message.result : {}
    const version = 'protocolVersion' in result ? result.protocolVersion : undefined
    if (typeof version === 'string') this.#host.setProtocolVersion(version)
  }
}

/** Fetches, and turns the host's refusals into errors with their sentences. */
async function fetchOrRefuse(address: string | URL, init?: RequestInit): Promise<Response> {
  const answer = await fetch(address, init)
  if (answer.headers.get('content-type')?.startsWith('application/problem+json'))
    throw await readProblem(answer)
  return answer
}

/** Returns true for the refusal of a session that the host does not know any more. */
function isLost(error: unknown): boolean {
  return error instanceof ProblemError && error.code === 'session.unknown'
}

function explain(error: unknown, { origin }: URL): string {
  if (error instanceof ProblemError) return error.detail
  const message = error instanceof Error ? error.message : String(error)
  if (!/fetch failed/.test(message)) return message
  return `The host ${origin} cannot be reached; start it, as with ${toCommand('serve')}, and ask again.`
}
