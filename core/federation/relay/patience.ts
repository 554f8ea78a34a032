/** How long a relay waits for a worker that is connected. */
export interface Patience {
  /** From a worker's connection to its whole catalog. */
  readonly arrivalSeconds: number
  /** For a run to be accepted, a file to be opened, a catalog to be read again. */
  readonly answerSeconds: number
  /** For the next bytes of a stream that has begun. */
  readonly streamSeconds: number
  /** For a cancelled run to be gone. */
  readonly cancelSeconds: number
}
