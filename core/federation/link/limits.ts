import { idLength } from '../../contract/domain/specimen.ts'

/**
 * Lengths, counts and rates that both ends of a link share: the numbers of `core/federation/PROTOCOL.md`,
 * compared by a test. Lengths of text are in UTF-16 code units; rooms have the rule of
 * `domain/invocation.ts`. Times are absent: the relay sends those in its `welcome`.
 */
export const limits = {
  controlBytes: 4 * 2 ** 20,
  chunkBytes: 256 * 1024,
  /** Accepted messages a second. A regular peer sends far fewer. */
  messageRate: 5000,
  /** Messages in a burst before the rate counts. */
  messageBurst: 20_000,
  /** Highest number of an exchange, a u32 in the header of a chunk. */
  exchangeId: 2 ** 32 - 1,
  /** Length of a specimen's or function's name in a frame of the relay. */
  nameLength: idLength,
  /** Length of a removed name, of `software` and of `revision`. */
  textLength: 200,
  /** Length of a `code`, and of the `instance` of a process. */
  codeLength: 64,
  headerNameLength: 64,
  headerLength: 4096,
  /** Length of `detail` and `stack` in `failed`, and of each of the `texts` in `progress`. */
  detailLength: 10_000,
  closingDetailLength: 2000,
  issues: 100,
  issueLength: 1000,
  /** Announced specimens and functions of a worker together. */
  entries: 2000,
  /** Length of all entries of a worker, as JSON texts. */
  entriesLength: 32 * 2 ** 20,
  errors: 100,
  errorLength: 2000,
} as const
