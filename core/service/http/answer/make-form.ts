import type { Result } from '../../../contract/domain/result/result.ts'
import { openWhole, type StoredResult } from '../../../contract/domain/result/stored-result.ts'
import type { Words } from '../../../contract/text/words.ts'
import type { Encoder, EncodingReader, WantedFile } from '../../../engine/run/encoding/encoder.ts'
import { measureMaking } from '../../../engine/run/encoding/encoding-memory.ts'
import type { SharedThing } from '../../account/ledger.ts'

/** The reader of a form, by its client, whose account pays for the making. */
export interface FormReader extends Pick<EncodingReader, 'caller' | 'signal'> {
  /** Takes things until the returned function is called; its client may have gone before. @throws `host.busy` */
  readonly hold: (things: readonly SharedThing[]) => () => void
}

/** Returns the parts of a file. `tag` names its bytes. @throws `host.busy`, `result.lost`, `run.cancelled` */
export async function makeFile(
  entry: StoredResult,
  { tag, encoder, ...file }: WantedFile & { readonly tag: string; readonly encoder: Encoder },
  reader: FormReader,
): Promise<readonly Uint8Array[]> {
  const amount = measureMaking(file.form, entry.bytes)
  return await make(entry, { key: tag, amount }, reader, (result, work) =>
    encoder.encodeFile(result, file, work),
  )
}

/** Returns the facts of a result as JSON, in UTF-8. @throws as {@link makeFile} */
export async function makeFacts(
  entry: StoredResult,
  { words, encoder }: { readonly words: Words; readonly encoder: Encoder },
  reader: FormReader,
): Promise<Uint8Array> {
  const amount = measureMaking('facts', entry.bytes)
  return await make(entry, { key: `${entry.id} facts`, amount }, reader, (result, work) =>
    encoder.measureFacts(result, words, work),
  )
}

/** Returns a result whose kind is that of its entry. @throws `result.lost` */
export async function openTyped(entry: StoredResult): Promise<Result> {
  const { result } = await openWhole(entry)
  if (result.type === entry.type) return result
  throw new TypeError(`the result ${entry.id} is a ${result.type}, not the ${entry.type} it was said to be`)
}

/** Holds the result, and what making something of it takes, until the work has ended. */
async function make<T>(
  entry: StoredResult,
  making: SharedThing,
  { caller, signal, hold }: FormReader,
  work: (result: Result, reader: EncodingReader) => Promise<T>,
): Promise<T> {
  const result = await openTyped(entry)
  const onReleased = hold([{ key: entry.id, amount: entry.bytes }, making])
  const made = await work(result, { caller, signal, onReleased })
  onReleased()
  return made
}
