/**
 * Names of what a worker serves: its own, behind its id and a colon, and how people are told of its
 * functions.
 */

/** Returns what a worker's function, specimen, revision or source is called at the relay. */
export function toFederatedName(workerId: string, own: string): string {
  return `${workerId}:${own}`
}

/** Returns what the worker itself calls it: what follows its id. */
export function toOwnName(federated: string): string {
  return federated.slice(federated.indexOf(':') + 1)
}

/**
 * Names a function and its worker, by the function's name at the relay: `Function "gyroid" of worker "lab7"`.
 */
export function nameRemoteFunction(federated: string, workerId: string): string {
  return `Function "${toOwnName(federated)}" of worker "${workerId}"`
}
