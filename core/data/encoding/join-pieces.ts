import { type JsonCursor, type JsonPiece, jsonStart } from '../../contract/wire/result-json.ts'

const pieceBytes = 2 ** 20

/** The place of a piece in its file, and memory for it. */
interface TakenPiece {
  readonly cursor: JsonCursor
  readonly target: Uint8Array
}

/** Returns a file that is written in pieces, each in memory of its own. */
export function joinPieces(write: (piece: TakenPiece) => JsonPiece): Uint8Array[] {
  const parts: Uint8Array[] = []
  for (let cursor: JsonCursor | null = jsonStart; cursor; ) {
    const target = new Uint8Array(pieceBytes)
    const { length, next } = write({ cursor, target })
    parts.push(target.subarray(0, length))
    cursor = next
  }
  return parts
}
