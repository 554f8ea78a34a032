import type { IncomingMessage } from 'node:http'
import { cutText } from '../../contract/text/cut-text.ts'
import { isJsonObject } from '../../contract/values/json.ts'
import { resultsPath } from '../../service/http/routes/peer-answers.ts'
import { parseOwnJson } from '../redis/own-json.ts'
import { PeerRequests, readText } from '../results/peer-request.ts'
import type { PeerSignatures } from '../results/peer-signatures.ts'

/** The answer of a host at the address by which its group knows it. */
export type PeerAnswer =
  /** The fault there, as the end of a sentence that begins with the host. */
  | { readonly problem: string }
  | {
      /** Milliseconds by which its clock is ahead of this machine's, to the second; null when unknown. */
      readonly ahead: number | null
      /** Its words against the secret: '' for nothing, null when it was not given one. */
      readonly refusal: string | null
      /** Milliseconds until its first answer. */
      readonly milliseconds: number
    }

/** The longest time until an answer, as hosts wait for each other. */
export const patienceSeconds = 2

/**
 * Asks a host whether it is one of a group, and whether it takes what is signed by the secret. What it
 * answers is not believed, and not read beyond its first bytes.
 */
export async function askPeer(
  address: string,
  { signatures, now }: { readonly signatures: PeerSignatures | undefined; readonly now: () => number },
): Promise<PeerAnswer> {
  const url = `${address}${resultsPath}doctor` // no id of a result
  try {
    const before = performance.now()
    const unsigned = await ask(url)
    const milliseconds = performance.now() - before
    if (unsigned.status !== 401) return { problem: 'is at an address where no host of a group answers' }
    const ahead = Number.isNaN(unsigned.date) ? null : unsigned.date + 500 - now() // it has whole seconds
    if (!signatures) return { ahead, refusal: null, milliseconds }
    const { status, detail } = await ask(url, signatures)
    // There is no such result, which only who is taken for a host is told.
    return { ahead, refusal: status === 404 ? '' : detail || `It answered ${status}.`, milliseconds }
  } catch (error) {
    return { problem: `does not answer (${describe(error)})` }
  }
}

/** Resolves with an answer, and what it says where it is a problem document. */
async function ask(
  url: string,
  signatures?: PeerSignatures,
): Promise<{ readonly status: number | undefined; readonly date: number; readonly detail: string }> {
  const requests = new PeerRequests(signatures ?? { sign: () => '' }, 1)
  try {
    const response: IncomingMessage = await requests.ask(url, { answerSeconds: patienceSeconds })
    const body = parseOwnJson(await readText(response, patienceSeconds))
    const detail = isJsonObject(body) && typeof body.detail === 'string' ? cutText(body.detail, 300) : ''
    return { status: response.statusCode, date: Date.parse(response.headers.date ?? ''), detail }
  } finally {
    requests.close()
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
