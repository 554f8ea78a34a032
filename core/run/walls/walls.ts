/**
 * What pool processes are held in. `bubblewrap` and `namespaces` are two ways to the same: a process table, a
 * network and a tree of files of their own. A `supervisor` is only a parent between them and the host.
 */
export type Enclosure = 'bubblewrap' | 'namespaces' | 'supervisor'

/** How much an operator wants of the enclosures: all or no start, what the machine has, or none. */
export type Sandbox = 'require' | 'prefer' | 'off'

/** User and group `nobody`, as which the plugins of a host run that is root. */
export const nobody = 65534

/** The walls that were found to stand on this machine. */
export interface Walls {
  readonly enclosure: Enclosure
  /** Whether plugins run as another user than the host, {@link nobody}; only root can have that. */
  readonly isNobody: boolean
  /** Whether `prlimit` is there: it limits memory. */
  readonly hasLimits: boolean
  /** Whether `setpriv` is there: it ends what outlives the host. */
  readonly hasDeathSignal: boolean
  /** Whether Node has its permission model, and it is to be used. */
  readonly hasPermissions: boolean
  /**
   * Bytes of data memory that Node reserves for itself, to which its allowance is added: some 50 MB with Node
   * 20; 560 MB with Node 24, which reserves 512 MB for code at its start and ends at once under a limit that
   * has no room for it.
   */
  readonly nodeBytes: number
  /** The enclosures that were tried and do not stand here. */
  readonly refused: readonly Refused[]
}

/** An enclosure that does not stand, with what the machine said. */
export interface Refused {
  readonly enclosure: Enclosure
  readonly reason: string
}

/** Whether this host is the administrator of its machine. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}
