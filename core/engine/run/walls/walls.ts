/**
 * The enclosure of pool processes. `bubblewrap` and `namespaces` are two implementations of the same: a
 * process table, a network and a file tree of their own. A `supervisor` is only a parent between them and the
 * host.
 */
export type Enclosure = 'bubblewrap' | 'namespaces' | 'supervisor'

/** The operator's wish: all enclosures or no start, those of the machine, or none. */
export type Sandbox = 'require' | 'prefer' | 'off'

/** User and group `nobody`, which run the plugins of a host that is root. */
export const nobody = 65534

/** The confirmed walls of this machine. */
export interface Walls {
  readonly enclosure: Enclosure
  /** Set when plugins run as {@link nobody}, which only root can arrange. */
  readonly isNobody: boolean
  /** Set when `prlimit` exists: it limits memory. */
  readonly hasLimits: boolean
  /** Set when `setpriv` exists: it ends processes with the host. */
  readonly hasDeathSignal: boolean
  /** Set when Node's permission model exists and is to be used. */
  readonly hasPermissions: boolean
  /**
   * Bytes of data memory that Node reserves for itself, to which its allowance is added: some 50 MB with Node
   * 20; 560 MB with Node 24, which reserves 512 MB for code at its start and ends at once under a lower
   * limit.
   */
  readonly nodeBytes: number
  /** The failed enclosures, each with the machine's message. */
  readonly refused: readonly { readonly enclosure: Enclosure; readonly reason: string }[]
}

/** Returns whether this host runs as root. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}
