import type { AssetAnswer, AssetRequest } from '../../domain/specimen.ts'

/** The path of results for other hosts; an id follows. */
export const resultsPath = '/group/results/'

/** The path of workers' files for other hosts; worker, specimen and part follow. */
export const filesPath = '/group/files/'

/** The path at which another host has the workers of this one read their folders again. */
export const reloadPath = '/group/reload'

/** The header of a file's answer that is no refusal of this host: its status by the worker. */
export const fileStatusHeader = 'specimen-file-status'

/** The operations of a host with a verified signature. */
export interface AdmittedPeer {
  /** Returns the parts of a result as it is sent; undefined when it is not here. */
  readResult(id: string): readonly Uint8Array[] | undefined
  /** Opens a file of a worker of this host. @throws as a remote `Asset` */
  openFile(
    workerId: string,
    request: AssetRequest & { readonly specimen: string; readonly part: 'data' | 'thumbnail' },
    signal: AbortSignal,
  ): Promise<AssetAnswer>
  /** Has the workers of this host read their folders again. */
  reload(): Promise<void>
}

/** The answers of a host to the other hosts of its group. */
export interface PeerAnswers {
  /**
   * Verifies the signature of a request; `target` is its path and query, without a proxy's prefix.
   * @throws `peer.unsigned`, `peer.refused`
   */
  admit(request: {
    readonly method: string
    readonly target: string
    readonly authorization: string | undefined
  }): AdmittedPeer
}
