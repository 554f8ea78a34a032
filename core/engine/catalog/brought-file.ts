/** Files that callers have brought to this host, as data of functions. */
import { hasCode, SpecimenError } from '../../contract/domain/errors.ts'
import type { Invocation } from '../../contract/domain/invocation.ts'
import type { ResultType } from '../../contract/domain/result/result.ts'
import type { Asset, AssetAnswer } from '../../contract/domain/specimen.ts'
import type { Json } from '../../contract/values/json.ts'
import { explainUnknown } from '../../data/formats/find-format.ts'
import { findType } from '../../data/formats/find-type.ts'
import { closeFile, openFile, readAt } from '../files/open-file.ts'
import type { Call } from '../run/call.ts'
import type { FileDecoder } from '../run/decoding/file-decoder.ts'
import { openAsset } from './open-asset.ts'

/** A file that a caller has brought. */
export interface BroughtFile {
  /** The SHA-256 of its bytes in hexadecimal digits. */
  readonly hash: string
  /** As its caller calls it; empty for none. */
  readonly name: string
  /** The kind that its beginning shows; null for a file that only functions can read. */
  readonly kind: ResultType | null
  readonly data: Asset
  /** Keeps its bytes, also when it expires or is removed, until the returned function is called. */
  readonly hold: () => () => void
}

/** The port of files that may be referred to. */
export interface BroughtFiles {
  /** Returns a file, which then stays for its whole time again; undefined for none, and for one of others. */
  find(hash: string): BroughtFile | undefined
}

/** Brought files by those who may refer to them. */
export interface FilesOfCallers {
  /** Returns those of a caller, by its name. */
  of(caller: string): BroughtFiles
  /** Those of all callers. */
  readonly all: BroughtFiles
}

/** Brought files, also those at other hosts of a group. */
export interface SoughtFiles extends FilesOfCallers {
  /** Returns them with those at other hosts to which a value refers; without those that the caller has here. */
  seek(value: Json, caller?: string): Promise<FilesOfCallers>
}

/**
 * Returns the ending of a file's name in lower case, as far as it may tell a format: `.nii.gz`, `.func.gii`;
 * empty for none. Equal bytes with equal endings are decoded alike, whatever else their names say.
 */
export function toEnding(name: string): string {
  const [ending = ''] = /([.](func|shape|label|time))?[.]\w{1,12}([.]gz)?$/i.exec(name) ?? []
  return ending.toLowerCase()
}

/** Returns the name under which a file is decoded: what people call it is shown to nobody else. */
function toPlainName(name: string): string {
  return `file${toEnding(name)}`
}

/**
 * Returns the kind of a file by its beginning. @throws `format.unknown`, `file.undecodable`; `system.failed`
 */
export async function findFileKind(path: string, name: string): Promise<ResultType> {
  const shown = toPlainName(name)
  const file = await openFile(path, shown)
  try {
    // Some formats may have nothing in them.
    if (file.size === 0) throw new SpecimenError('format.unknown', explainUnknown(new Uint8Array(), shown))
    const read = async (start: number, byteLength: number) => await readAt(file, shown, { start, byteLength })
    return await findType({ name: shown, size: file.size, read })
  } finally {
    closeFile(file)
  }
}

/** Returns the call that decodes a file, which is the same for all who have brought it. */
export function toBroughtCall(file: BroughtFile, decoder: FileDecoder): Call {
  const { hash, name, kind: type } = file
  if (type === null)
    throw new SpecimenError('format.unknown', 'The file is of no format that this host decodes.')
  const shown = toPlainName(name)
  const invocation: Invocation = {
    functionName: 'the file', // which is no function's: names have no space
    revision: '',
    params: {},
    roomId: '',
    key: `brought ${hash} ${shown}`,
  }
  const runner = decoder.createRunner({
    name: shown,
    isBrought: true,
    open: async (ended) => await openBrought(file, ended),
  })
  return {
    invocation,
    source: { kind: 'file', type, hash, name },
    runner: {
      run: async (asked, context) => {
        const release = file.hold()
        try {
          return await runner.run(asked, context)
        } finally {
          release()
        }
      },
    },
  }
}

/** Returns the bytes of a file. @throws `file.missing` */
export async function openBrought({ data, hash }: BroughtFile, signal: AbortSignal): Promise<AssetAnswer> {
  return await openAsset(data, { method: 'GET', headers: {} }, signal).catch((cause: unknown) => {
    throw hasCode(cause, 'file.missing') ? unknownFileError(hash, cause) : cause
  })
}

/** Returns the refusal of a file that is not there, or is of others alone: nobody learns which. */
export function unknownFileError(hash: string, cause?: unknown): SpecimenError {
  const shown = JSON.stringify(hash.slice(0, 64))
  const detail = `This host has no file ${shown} of yours, or no longer; bring it by POST /api/files.`
  return new SpecimenError('file.missing', detail, { cause })
}
