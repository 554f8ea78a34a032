/** What a process sees of its walls from inside, as it says it to the host when it is ready. */
export type WallReport = {
  /** Name of the process table that it is in, such as `pid:[4026531836]`; '' where the machine has none. */
  readonly processes: string
  /** The same of its network. */
  readonly network: string
  /** Whether it may write into the folder that its own program is in. */
  readonly canWrite: boolean
  /** Whether it may change a setting of the kernel, which is the whole machine's. */
  readonly canTune: boolean
}

/** Links that name the spaces of the process that reads them. */
export const spaces = { processes: '/proc/self/ns/pid', network: '/proc/self/ns/net' } as const
