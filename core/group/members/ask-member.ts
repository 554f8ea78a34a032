import { hasCode } from '../../contract/domain/errors.ts'
import { isJsonObject } from '../../contract/values/json.ts'
import { redisPath } from '../../service/http/routes/peer-answers.ts'
import { parseOwnJson } from '../redis/own-json.ts'
import { type PeerRequests, readText } from '../results/peer-request.ts'
import type { PeerSignatures } from '../results/peer-signatures.ts'

/**
 * The answer of another host: it reaches Redis, or has lost it too; it is gone, as nothing listens at its
 * address; it says nothing that could be read, and may reach Redis; or one of both takes no request of the
 * other.
 */
export type MemberAnswer =
  | { readonly kind: 'reaches' | 'lost' | 'gone' | 'silent' }
  | { readonly kind: 'refused'; readonly detail: string }

/** The way to other hosts. */
export interface MemberQuestion {
  readonly requests: Pick<PeerRequests, 'ask'>
  readonly signatures: Pick<PeerSignatures, 'verify'>
}

/** Seconds until an answer: the other host asks Redis for two at most. */
const answerSeconds = 4

/** Returns what a host signs of its answer: who asks knows by it that they are of one group, and the word. */
export function toSignedAnswer(
  address: string,
  reaches: boolean,
): { readonly method: string; readonly url: string } {
  return { method: 'ANSWER', url: `${address}${redisPath}?reaches=${reaches}` }
}

/** Asks the host at an address whether it reaches Redis. */
export async function askMember(
  { requests, signatures }: MemberQuestion,
  address: string,
): Promise<MemberAnswer> {
  try {
    const response = await requests.ask(`${address}${redisPath}`, { answerSeconds })
    const found = parseOwnJson(await readText(response, answerSeconds))
    const { reaches, signature, detail } = found !== undefined && isJsonObject(found) ? found : {}
    if (response.statusCode === 401 || response.statusCode === 403)
      return { kind: 'refused', detail: typeof detail === 'string' ? detail : 'without a reason' }
    if (typeof reaches !== 'boolean' || typeof signature !== 'string') return { kind: 'silent' }
    signatures.verify(toSignedAnswer(address, reaches), signature)
    return { kind: reaches ? 'reaches' : 'lost' }
  } catch (error) {
    if (hasCode(error, 'peer.refused')) return { kind: 'refused', detail: 'its answer has another signature' }
    const isGone = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
    return { kind: isGone ? 'gone' : 'silent' }
  }
}
