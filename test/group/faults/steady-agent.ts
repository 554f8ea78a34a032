/** An agent of a group to which faults happen: it asks any host, and begins again where its session is gone. */
import { expect } from 'vitest'
import { initialize, messageHeaders } from '../../support/use-agent.ts'
import { resultTag } from './fault-table.ts'

/** A message of an agent, as it is answered. */
interface AgentAnswer {
  readonly status: number
  readonly session: string
  readonly text: string
}

/** Calls the timed function as a tool, with a session of its own at each host. */
export class SteadyAgent {
  readonly #sessions = new Map<string, string>()

  /**
   * Returns `right`, or why the host cannot answer: `cut off`, `no session`, or the code of a refusal. Throws
   * where the result is not that of the function.
   */
  async call(url: string, label: number): Promise<string> {
    try {
      return await this.#call(url, label)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error // its host was killed
      this.#sessions.delete(url)
      return 'cut off'
    }
  }

  async #call(url: string, label: number): Promise<string> {
    const session = this.#sessions.get(url) ?? (await send(url, initialize)).session
    if (session === '') return 'no session'
    this.#sessions.set(url, session)
    const given = { name: 'timed', arguments: { label, milliseconds: 50 } }
    const message = { jsonrpc: '2.0', id: label, method: 'tools/call', params: given }
    const { status, text } = await send(url, message, session)
    if (status === 404) this.#sessions.delete(url)
    if (status !== 200) return JSON.parse(text).code
    const answer = [...text.matchAll(/^data: (\{.*)$/gm)].map(([, json = '']) => JSON.parse(json)).at(-1)
    if (answer === undefined) throw new TypeError('the stream was cut')
    const { isError, content, structuredContent } = answer.result
    if (isError) return /\(([\w.]+)\)$/.exec(content[0].text)?.[1] ?? content[0].text
    const { min, max } = structuredContent.facts.values
    expect([min, max]).toEqual([label, resultTag].sort((one, other) => one - other))
    return 'right'
  }
}

async function send(url: string, message: object, session = ''): Promise<AgentAnswer> {
  const named = session === '' ? {} : { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' }
  const headers = { ...messageHeaders, ...named }
  const answer = await fetch(`${url}/mcp`, { method: 'POST', headers, body: JSON.stringify(message) })
  const text = await answer.text()
  return { status: answer.status, session: answer.headers.get('mcp-session-id') ?? session, text }
}
