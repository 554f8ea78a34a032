/** The decoder as a bundle, which a pool process loads as it loads a plugin's. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Result } from '../../../contract/domain/result/result.ts'
import { decodeFile } from '../../../data/formats/decode-file.ts'
import { decodeParts } from '../../../data/formats/parts/decode-parts.ts'
import { isPartsArchive } from '../../../data/formats/parts/parts-archive.ts'
import type { InputFile } from '../pool-message.ts'

/** Returns the result in a file, or in the files of a scene. @throws `format.unknown`, `file.undecodable` */
export async function decode({ name, bytes, byteLimit }: InputFile): Promise<Result> {
  const options = { byteLimit, limitName: '--result-bytes', readWasm }
  return isPartsArchive(bytes) ? await decodeParts(bytes, options) : await decodeFile(bytes, name, options)
}

/** Reads the WebAssembly of a package, which Node cannot fetch. */
async function readWasm(file: string): Promise<Uint8Array> {
  return await readFile(fileURLToPath(import.meta.resolve(file)))
}
