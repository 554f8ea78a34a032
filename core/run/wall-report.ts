/** The view of a process on its walls from inside, sent when it is ready. */
export type WallReport = {
  /** Name of its process table, such as `pid:[4026531836]`; '' where the machine has none. */
  readonly processes: string
  /** The same of its network. */
  readonly network: string
  /** Set when it may write into the folder of its own program. */
  readonly canWrite: boolean
  /** Set when it may change a setting of the kernel. */
  readonly canTune: boolean
}

/** Links that name the namespaces of the reading process. */
export const spaces = { processes: '/proc/self/ns/pid', network: '/proc/self/ns/net' } as const
