/** The output of a command; `process.stdout` fits. */
export interface OutputStream {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

/** The outputs of a command; `process` fits. */
export interface OutputStreams {
  readonly stdout: OutputStream
  readonly stderr: OutputStream
}
