/** A ledger and an account that admit all, for tests of answers by themselves. */
import { Account } from '../../../core/service/account/account.ts'
import { Ledger } from '../../../core/service/account/ledger.ts'

export function createUnlimited(): Ledger {
  return new Ledger({ unit: 'bytes', limit: Number.POSITIVE_INFINITY, refusal: '' })
}

export function createUnlimitedAccount(): Account {
  const unlimited = Number.POSITIVE_INFINITY
  const bytes = { answerBytes: unlimited, cacheBytes: unlimited, fileBytes: unlimited }
  return new Account({ ...bytes, jobLimit: unlimited })
}
