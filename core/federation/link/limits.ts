import { idLength } from '../../domain/specimen.ts'

/**
 * Every length, count and rate that both ends of a link must agree on: the numbers of
 * `core/federation/PROTOCOL.md`, which a test compares with it. Lengths of text are in UTF-16 code units;
 * rooms have the rule of `domain/invocation.ts`. Times are not among them: the relay sends those in its
 * `welcome`.
 */
export const limits = {
  /** Bytes of a control frame. */
  controlBytes: 4 * 2 ** 20,
  /** Bytes that one chunk carries. */
  chunkBytes: 256 * 1024,
  /** Messages a second that are taken. A sound peer gathers what it sends, and sends far fewer. */
  messageRate: 5000,
  /** Messages that may come at once before the rate counts. */
  messageBurst: 20_000,
  /** Highest number of an exchange, a u32 in the header of a chunk. */
  exchangeId: 2 ** 32 - 1,
  /** Length of a specimen's or function's name in a frame of the relay. */
  nameLength: idLength,
  /** Length of a name that an announcement takes back, of `software` and of `revision`. */
  textLength: 200,
  /** Length of a `code`, and of the `instance` of a process. */
  codeLength: 64,
  /** Length of the name of a header. */
  headerNameLength: 64,
  /** Length of the value of a header. */
  headerLength: 4096,
  /** Length of `detail` and `stack` in `failed`, and of each of the `texts` in `progress`. */
  detailLength: 10_000,
  /** Length of `detail` in `closing`. */
  closingDetailLength: 2000,
  /** `issues` of a `failed` frame that are read. */
  issues: 100,
  /** Length of each member of an issue. */
  issueLength: 1000,
  /** Entries that a worker may announce: specimens and functions together. */
  entries: 2000,
  /** Length of all entries that a worker may announce, as JSON texts. */
  entriesLength: 32 * 2 ** 20,
  /** `errors` of a `catalog` frame that are read. */
  errors: 100,
  /** Length of each member of such an error. */
  errorLength: 2000,
} as const
