/** A ledger that admits all, for tests of answers by themselves. */
import { Ledger } from '../../core/account/ledger.ts'

export function createUnlimited(): Ledger {
  return new Ledger({ unit: 'bytes', limit: Number.POSITIVE_INFINITY, refusal: '' })
}
