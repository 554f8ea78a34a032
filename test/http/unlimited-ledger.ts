/** A ledger and an account that admit all, for tests of answers by themselves. */
import { Account } from '../../core/account/account.ts'
import { Ledger } from '../../core/account/ledger.ts'

export function createUnlimited(): Ledger {
  return new Ledger({ unit: 'bytes', limit: Number.POSITIVE_INFINITY, refusal: '' })
}

export function createUnlimitedAccount(): Account {
  return new Account({ answerBytes: Number.POSITIVE_INFINITY })
}
