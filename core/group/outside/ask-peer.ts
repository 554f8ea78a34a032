import { cutText } from '../../domain/cut-text.ts'
import { resultsPath } from '../../http/routes/peer-answers.ts'
import type { PeerSignatures } from '../results/peer-signatures.ts'

/** How a host answers at the address by which its group knows it. */
export type PeerAnswer =
  /** What is wrong there, as the end of a sentence that begins with the host. */
  | { readonly problem: string }
  | {
      /** Milliseconds by which its clock is ahead of this machine's, to the second; null when unknown. */
      readonly ahead: number | null
      /** What it said against the secret: '' for nothing, null when it was not given one. */
      readonly refusal: string | null
    }

/** What a host is asked with. */
export interface AskOptions {
  readonly signatures: PeerSignatures | undefined
  /** Unix time in milliseconds. */
  readonly now: () => number
}

const patience = 2000
/** The code of a refusal is in its problem document; more is not read. */
const longestAnswer = 10_000

/**
 * Asks a host whether it is there, whether it is one of a group, and whether it takes what is signed by the
 * secret. What it answers is not believed, and not read beyond its first bytes.
 */
export async function askPeer(address: string, { signatures, now }: AskOptions): Promise<PeerAnswer> {
  const url = `${address}${resultsPath}doctor` // no id of a result
  try {
    const alive = await ask(`${address}/livez`)
    if (alive.status !== 200) return { problem: `answers GET /livez with ${alive.status}` }
    const unsigned = await ask(url)
    if (unsigned.status !== 401) return { problem: 'is at an address where no host of a group answers' }
    const { date } = alive
    const ahead = Number.isNaN(date) ? null : date + 500 - now() // it has whole seconds
    if (!signatures) return { ahead, refusal: null }
    const authorization = signatures.sign({ method: 'GET', url })
    const { status, text } = await ask(url, authorization)
    // There is no such result, which only who is taken for a host is told.
    return { ahead, refusal: status === 404 ? '' : readDetail(text) || `It answered ${status}.` }
  } catch (error) {
    return { problem: `does not answer (${describe(error)})` }
  }
}

interface PeerReply {
  readonly status: number
  /** NaN when it has none. */
  readonly date: number
  readonly text: string
}

async function ask(url: string, authorization?: string): Promise<PeerReply> {
  const headers = { connection: 'close', ...(authorization && { authorization }) }
  // A redirect is not followed: what is signed is for this address.
  const init = { headers, redirect: 'manual', signal: AbortSignal.timeout(patience) } as const
  const { status, headers: found, body } = await fetch(url, init)
  const date = Date.parse(found.get('date') ?? '')
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    if (text.length > longestAnswer) break
  }
  return { status, date, text }
}

/** Returns what a problem document says; '' for what is none. */
function readDetail(text: string): string {
  try {
    const { detail } = JSON.parse(text)
    return typeof detail === 'string' ? cutText(detail, 300) : ''
  } catch {
    return ''
  }
}

/** `fetch` says only that it has failed; why stands behind that. */
function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  if (cause.name === 'TimeoutError') return `not within ${patience / 1000} s`
  return cause.message || ('code' in cause ? String(cause.code) : cause.name)
}
