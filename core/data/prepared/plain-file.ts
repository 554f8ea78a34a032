/** A file by its name and size, as it is offered for download. */
export interface NamedFile {
  readonly fileName: string
  readonly byteLength: number
}

/** A file that cannot be decoded or shown, takes too long, or was asked for; it can be downloaded. */
export interface PlainFile extends NamedFile {
  readonly type: 'file'
  readonly reason: string
  /** The bytes of a file that was asked for, and the notes of its result. */
  readonly content?: Blob
  readonly notes?: readonly string[] | undefined
}
