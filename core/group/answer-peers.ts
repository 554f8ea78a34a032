import { SpecimenError } from '../domain/errors.ts'
import type { Json } from '../domain/json.ts'
import type { PeerAnswers } from '../http/routes/peer-answers.ts'
import type { GroupResults } from './results/group-results.ts'
import type { PeerSignatures } from './results/peer-signatures.ts'
import { digestQuestion } from './workers/peer-questions.ts'
import { type HostAnswer, sealAnswer } from './workers/sealed-answer.ts'

/** What a host has for the others of its group. */
export interface AnsweringHost {
  /** Where the others reach it, without a slash at the end. */
  readonly address: string
  readonly signatures: PeerSignatures
  readonly results: Pick<GroupResults, 'seal'>
  /** Answers a question about workers, undefined before there can be any. Never rejects. */
  readonly answer: (question: Json | undefined, signal: AbortSignal) => Promise<HostAnswer | undefined>
}

/** Returns what answers the other hosts of a group, and nobody else. */
export function answerPeers(host: AnsweringHost): PeerAnswers {
  const { signatures, results, answer } = host
  return {
    admit: ({ method, target, authorization = '' }) => {
      const url = host.address + target
      const keys = signatures.verify({ method, url }, authorization)
      return {
        readResult: async (id) => await results.seal(id, keys),
        answer: async (question, signal) => {
          if (new URL(url).searchParams.get('digest') !== digestQuestion(JSON.stringify(question)))
            throw new SpecimenError('peer.refused', 'This question is another than the one that was signed.')
          const answered = await answer(question, signal)
          if (!answered) throw new SpecimenError('host.stopping', 'This host is not ready yet; ask again.')
          return sealAnswer(answered, { key: keys.sealing, question: authorization })
        },
      }
    },
  }
}
