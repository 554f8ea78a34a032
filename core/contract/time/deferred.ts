/** A promise with its settlers. */
export interface Deferred<T> {
  readonly promise: Promise<T>
  readonly resolve: (value: T | PromiseLike<T>) => void
  readonly reject: (reason: unknown) => void
}

/** Returns a promise that its holder settles: `Promise.withResolvers`, which Node has from version 22 on. */
export function createDeferred<T>(): Deferred<T> {
  let resolve: Deferred<T>['resolve'] = () => {}
  let reject: Deferred<T>['reject'] = () => {}
  const promise = new Promise<T>((onValue, onReason) => {
    resolve = onValue
    reject = onReason
  })
  return { promise, resolve, reject }
}
