/** A stretch of source. Lines and columns count from 1; `end…` is just behind the last character. */
export interface Span {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}
