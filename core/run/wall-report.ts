/** What a process sees of its walls from inside, as it is sent to the host. */
export type WallReport = {
  /** The id of its parent, as it sees it. */
  readonly parent: number
  /** Name of the process table that it is in, such as `pid:[4026531836]`; '' where the machine has none. */
  readonly processes: string
  /** The same of its network. */
  readonly network: string
  /** Whether it may write into the folder that its own program is in. */
  readonly canWrite: boolean
  /** Data memory that it has. */
  readonly dataBytes: number
}
