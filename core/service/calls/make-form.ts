import type { Result } from '../../contract/domain/result/result.ts'
import { openWhole, type StoredResult } from '../../contract/domain/result/stored-result.ts'
import type { Words } from '../../contract/text/words.ts'
import type { Encoder, EncodingReader, WantedFile } from '../../engine/run/encoding/encoder.ts'
import type { SharedThing } from '../account/ledger.ts'

/** The reader of a form, by its client, whose account holds the result. */
export interface FormReader extends Pick<EncodingReader, 'caller' | 'signal'> {
  /**
   * Takes a thing until the returned function is called; its client may have gone before. @throws `host.busy`
   */
  readonly hold: (thing: SharedThing) => () => void
}

/** Returns the parts of a file. @throws `host.busy`, `result.lost`, `run.cancelled` */
export async function makeFile(
  entry: StoredResult,
  { encoder, ...file }: WantedFile & { readonly encoder: Encoder },
  reader: FormReader,
): Promise<readonly Uint8Array[]> {
  return await make(entry, reader, (result, work) => encoder.encodeFile(result, file, work))
}

/** Returns the facts of a result as JSON, in UTF-8. @throws as {@link makeFile} */
export async function makeFacts(
  entry: StoredResult,
  { words, encoder }: { readonly words: Words; readonly encoder: Encoder },
  reader: FormReader,
): Promise<Uint8Array> {
  return await make(entry, reader, (result, work) => encoder.measureFacts(result, words, work))
}

/** Returns a result whose kind is that of its entry. @throws `result.lost` */
export async function openTyped(entry: StoredResult): Promise<Result> {
  const { result } = await openWhole(entry)
  if (result.type === entry.type) return result
  throw new TypeError(`the result ${entry.id} is a ${result.type}, not the ${entry.type} it was said to be`)
}

/** Makes something of a result, which the account holds until the work has ended. */
async function make<T>(
  entry: StoredResult,
  { caller, signal, hold }: FormReader,
  work: (result: Result, reader: EncodingReader) => Promise<T>,
): Promise<T> {
  const result = await openTyped(entry)
  const onReleased = hold({ key: entry.id, amount: entry.bytes })
  return await work(result, { caller, signal, onReleased })
}

/** Bytes of two pieces as the encoder makes them: of a small result, and at most. */
const leastPieceBytes = 2 ** 15
const mostPieceBytes = 2 ** 21

/** Returns the memory of a form that is written in pieces, of which a thread makes one ahead. */
export function measurePieces({ bytes }: Pick<StoredResult, 'bytes'>): number {
  return Math.min(mostPieceBytes, 16 * bytes + leastPieceBytes)
}
